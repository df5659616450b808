import { useQuery } from '@tanstack/react-query';
import { Check, Keyboard, Link2, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connection } from '../../platform/http/connection.ts';
import { IconButton, KeyCap } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import { useSingleKey, useWindowKeys } from '../../platform/ui/single-key.ts';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { Palette } from '../palette/palette.tsx';
import { ShortcutList } from './shortcut-list.tsx';

const words = {
  idle: 'Share link',
  copied: 'Link copied',
  failed: 'Copy the URL from the address bar',
};

/** Copies a link, which has the search but no key. Members of the workspace see its stored rows; opening it is free. */
export function ShareLink() {
  const [outcome, setOutcome] = useState<keyof typeof words>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    setOutcome((await copyText(window.location.href)) ? 'copied' : 'failed');
  };
  return (
    <>
      <IconButton Icon={outcome === 'copied' ? Check : Link2} label={words[outcome]} onPress={() => void copy()} />
      <output className="sr-only">{outcome === 'idle' ? '' : words[outcome]}</output>
    </>
  );
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button that opens the command palette, and its shortcut Ctrl+K (Cmd+K on a Mac). */
export function PaletteButton() {
  const [open, setOpen] = useState(false);
  useWindowKeys((event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) setOpen((before) => !before);
  });
  const close = (after?: () => void) => {
    setOpen(false);
    // The closing dialog restores the focus first.
    if (after) setTimeout(after);
  };
  return (
    <>
      <button
        type="button"
        aria-label="Command palette"
        aria-haspopup="dialog"
        className="flex h-8 min-w-8 shrink-0 items-center justify-center gap-2 rounded-md border border-line-2 bg-panel px-2 text-ink-3 shadow-xs hover:bg-sunken max-tablet:size-11 max-tablet:border-transparent max-tablet:bg-transparent max-tablet:text-ink-2 max-tablet:shadow-none full:justify-start"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-3.5 shrink-0" />
        <span aria-hidden className="max-full:hidden">
          Search
        </span>
        <span aria-hidden className="ml-auto shrink-0 max-full:hidden">
          <KeyCap>{isApple() ? '⌘ K' : 'Ctrl K'}</KeyCap>
        </span>
      </button>
      {open && <Palette onClose={close} />}
    </>
  );
}

/** The button, and the ? key, that open the list of shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useSingleKey('?', show);
  return (
    <>
      <IconButton Icon={Keyboard} label="Shortcuts" onPress={show} />
      {open && (
        <Sheet title="Shortcuts" onClose={() => setOpen(false)}>
          <ShortcutList />
        </Sheet>
      )}
    </>
  );
}

/** Says next to the service and the credits that all records are demo data; renders nothing otherwise. */
export function DemoBadge() {
  const { data } = useQuery(connection);
  if (data?.demo !== true) return null;
  return (
    <span
      title="Every company, investor, person and deal here is made up."
      className="inline-flex h-5 shrink-0 items-center rounded-[5px] border border-line px-1.5 text-11 font-medium tracking-normal whitespace-nowrap text-ink-2 max-full:tablet:sr-only"
    >
      Demo data
    </span>
  );
}
