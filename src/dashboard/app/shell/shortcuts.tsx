import { lazy, Suspense, useEffect, useState } from 'react';
import { readSingleKeys } from '../../platform/storage/preferences.ts';
import { Button } from '../../platform/ui/button.tsx';
import { KeyCap } from '../../platform/ui/key-cap.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';

// Rarely opened.
const ShortcutList = lazy(() => import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })));

/** The button, and the ? key, that open the list of shortcuts. */
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
            <ShortcutList />
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}
