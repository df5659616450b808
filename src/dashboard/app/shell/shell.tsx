import { Link } from '../../platform/url/link.tsx';
import { useFromAddress } from '../../platform/url/address.ts';
import { Menu } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { isDirect, siteBase } from '../../platform/http/connection.ts';
import { WaitLine } from '../../purchase/wait-line.tsx';
import { useIsFull, useIsPhone, useKeepFocus } from '../../platform/ui/use-browser.ts';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';
import { ScreenActions } from '../../platform/ui/screen-actions.ts';
import { DemoBadge, PaletteButton, ShareLink, Shortcuts } from './top-bar.tsx';
import {
  homeScreen,
  reviewNavigation,
  type Screen,
  searchNavigation,
  settingsScreen,
  usageScreen,
} from '../navigation/screens.ts';
import { lazyPart, newVersion, newVersionTitle, Fallback } from '../../platform/ui/lazy-part.tsx';

const entryClass =
  'relative flex h-7 items-center gap-2.5 rounded-md px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-line aria-[current=page]:text-ink max-full:h-9 max-full:justify-center max-full:px-0';

/** Links to every screen: names with icons, or a rail of icons with tooltips. */
export function Navigation() {
  return (
    <nav aria-label="Screens" className="grid gap-3.5">
      <ScreenList screens={[homeScreen, ...searchNavigation]} />
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

const tabs = [homeScreen, ...searchNavigation.slice(0, 1), ...reviewNavigation.slice(0, 2)];

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
        <LazySheet title="All screens" edge="right" onClose={() => setOpen(false)}>
          <MoreScreens onGo={() => setOpen(false)} />
        </LazySheet>
      )}
    </nav>
  );
}

/** Absolute, because profile URLs are one level deeper. */
const logo = isDirect ? `${import.meta.env.BASE_URL}favicon.svg` : `${siteBase}/favicon.svg`;

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

const ConnectionProblem = lazyPart(() => import('./connection-problem.tsx').then((module) => module.ConnectionProblem));
// The first paint has no credits; their space is reserved.
const CreditMeter = lazyPart(() => import('../../purchase/credit-meter.tsx').then((module) => module.CreditMeter));
const NavCount = lazyPart(() => import('./nav-count.tsx').then((module) => module.NavCount));
const SaveSearch = lazyPart(() => import('../../features/alerts/save-search.tsx').then((module) => module.SaveSearch));
// Behind the last tab of a phone.
const MoreScreens = lazyPart(() => import('./more-screens.tsx').then((module) => module.MoreScreens));
const SavedList = lazyPart(() => import('./saved-list.tsx').then((module) => module.SavedList));

/** Offers a newer build in a quiet line; nothing reloads by itself. */
function UpdateLine() {
  return (
    <output className="flex items-center gap-2 border-b border-line px-4.5 py-1.5 text-11.5 text-ink-3 empty:hidden print:hidden">
      {newVersion.use() && (
        <>
          {newVersionTitle}.{' '}
          <button type="button" className="min-h-6 underline" onClick={() => window.location.reload()}>
            Reload
          </button>
        </>
      )}
    </output>
  );
}

/** The frame of every screen: navigation and credit meter on the left; on a phone, a line above and tabs below. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [isPhone, isFull] = [useIsPhone(), useIsFull()];
  const path = useFromAddress((address) => address.path);
  const isSearch = searchNavigation.some(({ to }) => to === path);
  const main = useRef<HTMLElement>(null);
  // The link that was pressed is gone with its screen.
  useKeepFocus(main, path);
  return (
    <>
      <a
        href="#main"
        onClick={(event) => {
          const row = document.querySelector<HTMLElement>('#results [data-at][tabindex="0"]');
          event.preventDefault();
          (row ?? document.getElementById('results') ?? main.current)?.focus();
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
              <Fallback value={<span className="h-10 w-28" />}>
                <CreditMeter place="phone" />
              </Fallback>
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
                <IconLink {...usageScreen} />
                <IconLink {...settingsScreen} />
              </div>
              <Fallback value={<span className="h-6 full:h-13" />}>
                <CreditMeter place={isFull ? 'sidebar' : 'rail'} />
              </Fallback>
            </div>
          </header>
        )}
        <div className="flex min-h-0 min-w-0 grow flex-col print:block">
          <ConnectionProblem />
          {!isFull && <WaitLine />}
          <UpdateLine />
          <main ref={main} id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none print:block">
            <Suspense>
              <ScreenActions value={<SearchActions />}>{children}</ScreenActions>
            </Suspense>
          </main>
        </div>
        {isPhone && <Tabs />}
      </div>
    </>
  );
}

/** What the header of a search offers beyond its own tools. */
function SearchActions() {
  const path = useFromAddress((address) => address.path);
  return path === '/deals' && <SaveSearch />;
}
