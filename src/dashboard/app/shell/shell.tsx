import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { storeLastPlace } from '../../platform/storage/preferences.ts';
import { MeterCard, MeterLine, WaitLine, BudgetGate } from '../../purchase/meter-card.tsx';
import { useIsWide } from '../../platform/ui/use-media.ts';
import { Brand, Navigation } from './navigation.tsx';
import { PaletteButton, ScreenLinks, TopBar } from './top-bar.tsx';

const SavedList = lazy(() => import('./saved-list.tsx').then((module) => ({ default: module.SavedList })));

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
          <main id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none print:block">
            <Suspense>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <BudgetGate />
    </>
  );
}

/** `/` redirects to the screen that was open last. */
function useLastPlace(): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => storeLastPlace(path), [path]);
}
