import { Link, useMatches, useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { siteBase } from '../../platform/http/connection.ts';
import { WaitLine } from '../../spending/wait-line.tsx';
import { useIsFull, useIsPhone, useKeepFocus } from '../../platform/ui/use-browser.ts';
import { Sheet } from '../../platform/ui/sheet.tsx';
import { useWorkspaceChanges } from '../../platform/http/workspace.ts';
import { UnsavedLine } from './unsaved-line.tsx';
import { type FocusTarget, MainRegion, ResultsRegion } from '../../platform/ui/main-region.ts';
import { DemoBadge, PaletteButton, ShareLink, Shortcuts } from './top-bar.tsx';
import {
  homeScreen,
  marketScreen,
  reviewNavigation,
  savedScreen,
  type Screen,
  searchNavigation,
  settingsScreen,
  usageScreen,
} from '../navigation/screens.ts';
import { ConnectionProblem } from './connection-problem.tsx';
import { CreditMeter } from '../../spending/credit-meter.tsx';
import { NavCount } from './nav-count.tsx';
import { MoreScreens } from './more-screens.tsx';
import { RecordPreviews } from './record-previews.tsx';
import { SavedList } from './saved-list.tsx';

const entryClass =
  'relative flex h-7 items-center gap-2.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-line aria-[current=page]:text-ink max-full:h-9 max-full:justify-center max-full:px-0';

/** Links to every screen: names with icons, or a rail of icons with tooltips. */
export function Navigation() {
  return (
    <nav aria-label="Screens" className="grid gap-3.5">
      <ScreenList screens={[homeScreen, marketScreen, ...searchNavigation]} />
      <div>
        <h2 className="px-2 pb-1 text-11 leading-4 text-ink-3 max-full:sr-only">Review</h2>
        <ScreenList screens={reviewNavigation} />
      </div>
    </nav>
  );
}

function ScreenList({ screens }: { readonly screens: readonly Screen[] }) {
  return (
    <ul className="grid gap-px">
      {screens.map(({ to, name, Icon }) => (
        <li key={to}>
          <Link to={to} title={name} className={entryClass}>
            <Icon aria-hidden className="size-4" />
            <span className="max-full:sr-only">{name}</span>
            {(to === '/alerts' || to === '/shortlist') && <NavCount to={to} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function IconLink({ to, name, Icon }: Screen) {
  return (
    <Link
      to={to}
      title={name}
      aria-label={name}
      className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-line"
    >
      <Icon aria-hidden className="size-4" />
    </Link>
  );
}

const tabs = [homeScreen, marketScreen, ...searchNavigation.slice(0, 1), ...reviewNavigation.slice(0, 1)];

/** The main screens of a phone, and what opens the others. */
function Tabs() {
  const [open, setOpen] = useState(false);
  const classes =
    'relative grid h-full w-full content-center justify-items-center gap-0.5 text-11 leading-4 font-medium text-ink-3 aria-[current=page]:text-accent-ink';
  return (
    <nav
      aria-label="Main screens"
      className="grid h-14.5 shrink-0 grid-cols-[repeat(5,1fr)] short:h-12 border-t border-line bg-panel"
    >
      {tabs.map(({ to, name, Icon }) => (
        <Link key={to} to={to} className={classes}>
          <Icon aria-hidden className="size-5" />
          {name}
          {to === '/alerts' && <NavCount to={to} />}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" className={classes} onClick={() => setOpen(true)}>
        <Menu aria-hidden className="size-5" />
        More
      </button>
      {open && (
        <Sheet title="All screens" edge="right" onClose={() => setOpen(false)}>
          <MoreScreens onGo={() => setOpen(false)} />
        </Sheet>
      )}
    </nav>
  );
}

/** Absolute, because profile URLs are one level deeper. */
const logo = `${siteBase}/favicon.svg`;

/** The product's logo and name. */
export function Brand() {
  return (
    <div className="flex h-8 items-center gap-2 px-2 text-14 font-[650] tracking-[-0.01em] max-full:justify-center max-full:px-0">
      <img src={logo} alt="" className="size-4.5" />
      <span className="max-full:sr-only">Fundscope</span>
      <DemoBadge />
    </div>
  );
}

/** The frame of every screen: navigation and credit meter on the left; on a phone, a line above and tabs below. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [isPhone, isFull] = [useIsPhone(), useIsFull()];
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname });
  const isSearch = searchNavigation.some(({ to }) => to === path);
  const main = useRef<HTMLElement>(null);
  const results = useRef<FocusTarget>(null);
  // The link that was pressed is gone once the next screen is shown.
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useKeepFocus(main, shown ?? path);
  useWorkspaceChanges();
  return (
    <MainRegion value={main}>
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          (results.current ?? main.current)?.focus();
        }}
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-2 focus:rounded-[7px] focus:bg-panel focus:px-3 focus:py-2"
      >
        Skip to {isSearch ? 'results' : 'content'}
      </a>
      <div className="flex h-dvh flex-col tablet:flex-row print:block print:h-auto">
        {isPhone ? (
          <header className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-1.5 border-b border-line bg-side px-3 print:hidden">
            <Brand />
            <div className="flex items-center gap-1.5 tiny:contents">
              <PaletteButton />
              <ShareLink />
              <CreditMeter place="phone" />
            </div>
          </header>
        ) : (
          <header className="flex w-14 shrink-0 flex-col gap-3 scroll-y border-r border-line bg-side px-2.5 py-3 full:w-53 print:hidden">
            <Brand />
            <PaletteButton />
            <Navigation />
            {isFull && <SavedList />}
            <div className="mt-auto grid grid-cols-1 gap-2 border-t border-line pt-2.5">
              <div className="flex flex-wrap gap-1 max-full:justify-center">
                <ShareLink />
                <Shortcuts />
                <IconLink {...savedScreen} />
                <IconLink {...usageScreen} />
                <IconLink {...settingsScreen} />
              </div>
              <CreditMeter place={isFull ? 'sidebar' : 'rail'} />
            </div>
          </header>
        )}
        <div className="flex min-h-0 min-w-0 grow flex-col print:block">
          <ConnectionProblem />
          <UnsavedLine />
          {!isFull && <WaitLine />}
          <main ref={main} id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none print:block">
            <ResultsRegion value={results}>{children}</ResultsRegion>
          </main>
        </div>
        {isPhone && <Tabs />}
        <RecordPreviews />
      </div>
    </MainRegion>
  );
}
