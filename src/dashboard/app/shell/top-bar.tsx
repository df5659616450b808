import { useQuery } from '@tanstack/react-query';
import { Check, Keyboard, Link2, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { earlyInput } from '../palette/typed-ahead.ts';
import { connection } from '../../platform/http/connection.ts';
import { buildShareLink } from '../../platform/share-link.ts';
import { IconButton, KeyCap } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import { useSingleKey, useWindowKeys } from '../../platform/ui/single-key.ts';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { lazyPart, Fallback } from '../../platform/ui/lazy-part.tsx';

const words = {
  idle: 'Share link',
  copied: 'Link copied',
  withRows: 'Link copied. Your workspace opens these rows for free.',
  failed: 'Copy the URL from the address bar',
};

/** Copies a link, which holds the search but no key and no rows. Opening it sends no paid request. */
export function ShareLink() {
  const [outcome, setOutcome] = useState<keyof typeof words>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    const { url, hasRows } = buildShareLink();
    setOutcome((await copyText(url)) ? (hasRows ? 'withRows' : 'copied') : 'failed');
  };
  return (
    <>
      <IconButton
        Icon={outcome === 'copied' || outcome === 'withRows' ? Check : Link2}
        label={words[outcome]}
        onPress={() => void copy()}
      />
      <output className="sr-only">{outcome === 'idle' ? '' : words[outcome]}</output>
    </>
  );
}

// Rarely opened.
const Palette = lazyPart(() => import('../palette/palette.tsx').then((module) => module.Palette));

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/**
 * Keeps what is typed until the palette has loaded; otherwise the screen behind would take the letters as shortcuts.
 */
function TypeAhead() {
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1) earlyInput.text += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  return null;
}

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
      {open && (
        <Fallback value={<TypeAhead />}>
          <Palette onClose={close} />
        </Fallback>
      )}
    </>
  );
}

// Rarely opened.
const ShortcutList = lazyPart(() => import('./shortcut-list.tsx').then((module) => module.ShortcutList));

/** The button, and the ? key, that open the list of shortcuts. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useSingleKey('?', show);
  return (
    <>
      <IconButton Icon={Keyboard} label="Shortcuts" onPress={show} />
      {open && (
        <LazySheet title="Shortcuts" onClose={() => setOpen(false)}>
          <ShortcutList />
        </LazySheet>
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
      title="Every company, investor, person and deal here is made up. Credits are free."
      className="inline-flex h-5 shrink-0 items-center rounded-[5px] border border-line px-1.5 text-11 font-medium tracking-normal whitespace-nowrap text-ink-2 max-full:tablet:sr-only"
    >
      Demo data
    </span>
  );
}
