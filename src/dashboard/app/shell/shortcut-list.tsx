import { KeyCap } from '../../platform/ui/key-cap.tsx';

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'Enter'], 'Search, at the price on the button (Cmd on a Mac)'],
  [['Ctrl', 'K'], 'Find a screen, an act, a company, an investor or a person (Cmd on a Mac)'],
  [['Enter'], 'In a field: take the field in. In the table: open the row, or order by the head'],
  [['Space'], 'Select the row; with Shift from the last one on. Ctrl+A selects all'],
  [['S', 'X', 'U'], 'In the table: shortlist, pass, undo; of the selected rows, else of the one with the focus'],
  [['↑', '↓', '←', '→'], 'Move in the table'],
  [['Home', 'End'], 'First or last column; with Ctrl first or last row'],
  [['Page Up', 'Page Down'], 'A screen of rows up or down'],
  [['J', 'K'], 'Alerts: next deal, or back; Page Down and Page Up in the feed'],
  [['S', 'X'], 'Alerts: shortlist or pass, and go on'],
  [['U', 'D', 'O'], 'Alerts: undo, day done, open'],
  [['Alt', '↑', '↓'], 'Shortlist: move up or down'],
  [['Esc'], 'Close what is open'],
  [['?'], 'This list'],
];

/** Every key with what it does. */
export function ShortcutList() {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5 p-4">
      {shortcuts.map(([keys, what]) => (
        <div key={what} className="contents">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <KeyCap key={key}>{key}</KeyCap>
            ))}
          </dt>
          <dd className="text-ink-2">{what}</dd>
        </div>
      ))}
    </dl>
  );
}
