import { KeyCap } from '../../platform/ui/button.tsx';

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'Enter'], 'Search (Cmd+Enter on a Mac)'],
  [['Ctrl', 'K'], 'Find a screen, an action or a name (Cmd+K on a Mac)'],
  [['Enter'], 'In a field: apply it. In the table: open the row, or sort by the column'],
  [['Space'], 'Select the row, with Shift a range. Ctrl+A selects all'],
  [['/'], 'Find in the loaded rows, as Ctrl+F does; without rows, describe a search'],
  [['F'], 'Add a filter'],
  [['C', 'V'], 'Show or hide deals by month, show a chart as a table'],
  [['B'], 'Show the loaded rows as a table, a board or a chart: the next of them'],
  [['Alt', '←', '→'], 'Board by status: move the card to the next status'],
  [['S', 'X', 'U'], 'In the table: shortlist, pass or undo, for the selected rows or the focused one'],
  [['↑', '↓', '←', '→'], 'Move between cells'],
  [['Shift', '←', '→'], 'In the heads Raised and Announced: select a range, Enter searches it, Delete all values'],
  [['Shift', 'F10'], 'On the name of a company, an investor or a person: show its card, as resting on it does'],
  [['Home', 'End'], 'First or last column, with Ctrl first or last row'],
  [['Page Up', 'Page Down'], 'One screen of rows up or down'],
  [['J', 'K'], 'Next or previous row or deal; the open record follows'],
  [['S', 'X'], 'Alerts: shortlist or pass, then the next deal'],
  [['U', 'D', 'O'], 'Alerts: undo, mark the day as done, open the deal'],
  [['1', '9', 'M'], 'Shortlist: move a record to a stage, list the stages'],
  [['J', 'K', 'U'], 'Shortlist: next or previous card, undo the last move'],
  [['Alt', '↑', '↓'], 'Shortlist: move a record up or down, with ← → to the next stage'],
  [['[', ']'], 'Market: one week earlier or later'],
  [['T', 'P'], 'Market: show the block as a table, copy its picture'],
  [['Esc'], 'Close what is open, clear a selection'],
  [['?'], 'Show this list'],
];

/** All keyboard shortcuts. It scrolls on its own, so it can be focused: there is no control in it. */
export function ShortcutList() {
  return (
    <section tabIndex={0} aria-label="All shortcuts" className="min-h-0 scroll-y">
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
    </section>
  );
}
