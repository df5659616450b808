import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { Link2, Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { SaveSearch } from '../../features/alerts/save-search.tsx';
import { connection, isDirect } from '../../platform/http/connection.ts';
import { useHasKey } from '../../platform/http/key.ts';
import { useLimitReading } from '../../platform/http/limiter.ts';
import { DemoBadge } from '../../purchase/meter-card.tsx';
import { useSecondsLeft } from '../../platform/ui/use-browser.ts';
import { Button, KeyCap } from '../../platform/ui/button.tsx';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import { readSingleKeys } from '../../platform/storage/storage.ts';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

/** The bar on top of a wide screen. Status texts shrink before buttons do. */
export function TopBar() {
  return (
    <header className="flex h-[52px] shrink-0 items-center gap-3 border-b border-line bg-panel px-4.5 print:hidden">
      <PaletteButton />
      <ConnectionText />
      <DemoBadge />
      <div className="ml-auto flex items-center gap-3">
        <RequestsLeft />
        <Shortcuts />
        <ScreenLinks />
      </div>
    </header>
  );
}

/** Actions on the search in the URL: share it, and save a deals search as an alert. */
export function ScreenLinks() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <>
      {path === '/deals' && <SaveSearch />}
      <ShareLink />
    </>
  );
}

/** Which service is connected, and where its key is. */
function ConnectionText() {
  const { data, error } = useQuery(connection);
  const hasKey = useHasKey();
  if (error) return <span className="truncate text-warn">The gateway is not running. Start it, then reload.</span>;
  if (!data) return null;
  if (isDirect && data.host === null) return <span className="truncate text-ink-3">No service yet: see Settings</span>;
  const service = data.service === 'own' ? 'Local server' : `Hosted service at ${data.host}`;
  const key =
    data.key === 'gateway'
      ? 'key held by the gateway'
      : hasKey
        ? 'key held by this browser'
        : 'no key yet: see Settings';
  return (
    <span className="truncate text-ink-3 max-[1180px]:hidden">
      {service}, {key}
    </span>
  );
}

function RequestsLeft() {
  const requests = useLimitReading();
  const fresh = useSecondsLeft((requests?.heardAt ?? -Infinity) + 60_000) > 0;
  if (!requests || !fresh) return null;
  const limit = requests.limit === undefined ? '' : ` of ${requests.limit}`;
  return (
    <span className="text-[11.5px] whitespace-nowrap text-ink-3 tabular-nums max-[1180px]:hidden">
      {requests.left}
      {limit} requests left this minute
    </span>
  );
}

const words = { idle: 'Share link', copied: 'Link copied', failed: 'Copy the URL from the address bar' };

/** Copies the URL, which holds the search but no key. Opening it sends no paid request. */
export function ShareLink() {
  const [outcome, setOutcome] = useState<keyof typeof words>('idle');
  useEffect(() => {
    if (outcome === 'idle') return;
    const timer = setTimeout(() => setOutcome('idle'), 2500);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <>
      <Button
        onClick={() => void copyText(window.location.href).then((done) => setOutcome(done ? 'copied' : 'failed'))}
      >
        <Link2 aria-hidden className="size-3.5" />
        <span className="max-wide:sr-only">{words[outcome]}</span>
      </Button>
      <output className="sr-only">{outcome === 'idle' ? '' : words[outcome]}</output>
    </>
  );
}

// Rarely opened.
const Palette = lazyPart(() => import('../palette/palette.tsx').then((module) => ({ default: module.Palette })));

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The button that opens the command palette, and its shortcut Ctrl+K (Cmd+K on a Mac). */
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
    // The closing dialog restores the focus first.
    if (after) setTimeout(after);
  };
  return (
    <>
      <button
        type="button"
        aria-label="Command palette"
        aria-haspopup="dialog"
        className="flex h-8 min-w-8 items-center gap-2 rounded-[7px] border border-edge bg-panel px-2 text-ink-3 hover:bg-sunken shrink-0 wide:w-[min(20rem,20vw)]"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-3.5 shrink-0" />
        <span aria-hidden className="truncate max-wide:hidden">
          Find a screen, an action or a name
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

// Rarely opened.
const ShortcutList = lazyPart(() => import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })));

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
