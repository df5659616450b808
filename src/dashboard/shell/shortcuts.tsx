import { Suspense, useEffect, useState } from 'react';
import { readSingleKeys } from '../session/preferences.ts';
import { Button } from '../ui/button.tsx';
import { KeyCap } from '../ui/key-cap.tsx';
import { LazySheet } from '../ui/lazy-sheet.tsx';

const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'Enter'], 'Search, at the price beside the button (Cmd on a Mac)'],
  [['Enter'], 'In a field: take the field in. In the table: open the row, or order by the head'],
  [['Space'], 'Select the row; with Shift from the last one on. Ctrl+A selects all'],
  [['↑', '↓', '←', '→'], 'Move in the table'],
  [['Home', 'End'], 'First or last column; with Ctrl first or last row'],
  [['Page Up', 'Page Down'], 'A screen of rows up or down'],
  [['J', 'K'], 'Alerts: next deal, or back; Page Down and Page Up in the feed'],
  [['S', 'X'], 'Alerts: shortlist or pass, and go on'],
  [['U', 'D', 'O'], 'Alerts: undo, day done, open'],
  [['Esc'], 'Close what is open'],
  [['?'], 'This list'],
];

/** The button and the key that show the shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const show = (event: KeyboardEvent) => {
      if (event.key === '?' && readSingleKeys() && !isTyping(event.target)) setOpen(true);
    };
    window.addEventListener('keydown', show);
    return () => window.removeEventListener('keydown', show);
  }, []);
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        Shortcuts{' '}
        <span aria-hidden>
          <KeyCap>?</KeyCap>
        </span>
      </Button>
      {open && (
        <Suspense>
          <LazySheet title="Shortcuts" onClose={() => setOpen(false)}>
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
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
