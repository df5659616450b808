import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { KeyCap } from '../../platform/ui/key-cap.tsx';

// Most visits never open it.
const Palette = lazy(() => import('../palette/palette.tsx').then((module) => ({ default: module.Palette })));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The field-like button that opens the palette, and its key: Ctrl+K, or Cmd+K on a Mac, from anywhere. */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      if (!event.repeat) setOpen((before) => !before);
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);
  const close = (after?: () => void) => {
    setOpen(false);
    // The closing dialog gives the focus back first.
    if (after) setTimeout(after);
  };
  return (
    <>
      <button
        type="button"
        aria-label="Find and act"
        aria-haspopup="dialog"
        className="flex h-8 min-w-8 items-center gap-2 rounded-[7px] border border-edge bg-panel px-2 text-ink-3 hover:bg-sunken shrink-0 wide:w-[min(20rem,20vw)]"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-3.5 shrink-0" />
        <span aria-hidden className="truncate max-wide:hidden">
          Find a screen, an act or a name
        </span>
        <span aria-hidden className="ml-auto shrink-0 max-wide:hidden">
          <KeyCap>{isApple ? '⌘ K' : 'Ctrl K'}</KeyCap>
        </span>
      </button>
      {open && (
        <Suspense>
          <Palette onClose={close} />
        </Suspense>
      )}
    </>
  );
}
