import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import {
  Banknote,
  Bell,
  Bookmark,
  Building2,
  Landmark,
  ListChecks,
  type LucideIcon,
  ReceiptText,
  Scale,
  Settings2,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { isDirect, siteBase } from '../../platform/http/connection.ts';
import { storeLastPlace } from '../../platform/storage/storage.ts';
import { MeterCard, MeterLine, WaitLine } from '../../purchase/meter-card.tsx';
import { useIsWide } from '../../platform/ui/use-browser.ts';
import { PaletteButton, ScreenLinks, TopBar } from './top-bar.tsx';
import { lazyPart, newVersion, newVersionTitle } from '../../platform/ui/lazy-part.tsx';

type Screen = {
  readonly to:
    | '/deals'
    | '/companies'
    | '/investors'
    | '/people'
    | '/alerts'
    | '/lists'
    | '/compare'
    | '/saved'
    | '/ledger'
    | '/settings';
  readonly name: string;
  readonly Icon: LucideIcon;
};

/** The screens that exist, in the order of the navigation. */
const screens: readonly Screen[] = [
  { to: '/deals', name: 'Deals', Icon: Banknote },
  { to: '/companies', name: 'Companies', Icon: Building2 },
  { to: '/investors', name: 'Investors', Icon: Landmark },
  { to: '/people', name: 'People', Icon: UsersRound },
  { to: '/alerts', name: 'Alerts', Icon: Bell },
  { to: '/lists', name: 'My lists', Icon: ListChecks },
  { to: '/compare', name: 'Compare', Icon: Scale },
  { to: '/saved', name: 'Saved and history', Icon: Bookmark },
  { to: '/ledger', name: 'Ledger', Icon: ReceiptText },
  { to: '/settings', name: 'Settings', Icon: Settings2 },
];

/** Links to every screen; the brand is passed in on wide screens. */
export function Navigation({ children }: { readonly children?: ReactNode }) {
  return (
    <nav aria-label="Screens" className="grid gap-3">
      {children}
      <ul className="flex gap-0.5 max-wide:justify-between max-wide:pb-1 wide:flex-col">
        {screens.map(({ to, name, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-8 items-center gap-2.5 rounded-[7px] px-2 font-medium text-ink-2 hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink aria-[current=page]:shadow-[0_0_0_1px_var(--color-line)]"
            >
              <Icon aria-hidden className="size-4" />
              <span className="max-wide:sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Absolute, because profile URLs are one level deeper. */
const logo = isDirect ? `${import.meta.env.BASE_URL}favicon.svg` : `${siteBase}/favicon.svg`;

/** The product's logo and name. */
export function Brand() {
  return (
    <div className="flex items-center gap-2.5 px-2 text-[14px] font-[650] tracking-[-0.01em]">
      <img src={logo} alt="" className="size-[18px]" />
      Fundscope
    </div>
  );
}

const SavedList = lazyPart(() => import('./saved-list.tsx').then((module) => ({ default: module.SavedList })));

/** Offers a newer build in a quiet line; nothing reloads by itself. */
function UpdateLine() {
  return (
    <output className="flex items-center gap-2 border-b border-line px-4.5 py-1.5 text-[11.5px] text-ink-3 empty:hidden print:hidden">
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

/** The frame of every screen: navigation and credit meter on the left, or on top of a narrow screen. */
export function Shell() {
  const wide = useIsWide();
  useLastPlace();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:m-2 focus:rounded-[7px] focus:bg-panel focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <div className="flex h-dvh flex-col wide:flex-row print:block print:h-auto">
        {wide ? (
          <div className="flex w-52 shrink-0 flex-col gap-3 border-r border-line bg-sunken px-2.5 py-3.5 print:hidden">
            <Navigation>
              <Brand />
            </Navigation>
            <Suspense>
              <SavedList />
            </Suspense>
            <div className="mt-auto">
              <MeterCard />
            </div>
          </div>
        ) : (
          <header className="shrink-0 border-b border-line bg-sunken px-3 print:hidden">
            <div className="flex min-h-11 items-center justify-between gap-1.5">
              <Brand />
              <div className="flex shrink-0 items-center gap-1.5">
                <PaletteButton />
                <ScreenLinks />
                <MeterLine />
              </div>
            </div>
            <Navigation />
          </header>
        )}
        <div className="flex min-h-0 min-w-0 grow flex-col print:block">
          {wide ? <TopBar /> : <WaitLine />}
          <UpdateLine />
          <main id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none print:block">
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
    </>
  );
}

/** `/` redirects to the screen that was open last. */
function useLastPlace(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => storeLastPlace(path), [path]);
}
