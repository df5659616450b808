import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { whenAccountOpen } from '../platform/http/open-account.ts';
import { siteBase } from '../platform/http/base.ts';
import { isDirect, readDirectService } from '../platform/http/direct.ts';
import { readLastPlace } from '../platform/storage/preferences.ts';
import { PageLoading, PageFailed, NotFound } from './shell/page-states.tsx';
import { Shell } from './shell/shell.tsx';
import type { RawSearch } from '../platform/url/codec.ts';
import { parseRawSearch, formatSearchParams } from '../platform/url/use-url.ts';

const places = [
  '/deals',
  '/companies',
  '/investors',
  '/people',
  '/alerts',
  '/lists',
  '/compare',
  '/saved',
  '/ledger',
  '/settings',
] as const;

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
  // Each screen parses its own parameters with its own schema (url/codec.ts).
  validateSearch: (search): RawSearch => search as RawSearch,
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    const last = isDirect && !readDirectService() ? '/settings' : readLastPlace();
    redirect({ to: places.find((place) => place === last || last.startsWith(`${place}/`)) ?? '/deals', throw: true });
  },
});

const dealsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deals',
  // Stored records load together with the code, so that the first paint shows them.
  component: lazyRouteComponent(
    () => Promise.all([import('../features/deals/page.tsx'), whenAccountOpen()]).then(([page]) => page),
    'DealsPage',
  ),
});

const companiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies',
  component: lazyRouteComponent(
    () => Promise.all([import('../features/companies/page.tsx'), whenAccountOpen()]).then(([page]) => page),
    'CompaniesPage',
  ),
});

const investorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/investors',
  component: lazyRouteComponent(
    () => Promise.all([import('../features/investors/page.tsx'), whenAccountOpen()]).then(([page]) => page),
    'InvestorsPage',
  ),
});

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(
    () => Promise.all([import('../features/people/page.tsx'), whenAccountOpen()]).then(([page]) => page),
    'PeoplePage',
  ),
});

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id',
  component: lazyRouteComponent(
    () => Promise.all([import('./company-profile.tsx'), whenAccountOpen()]).then(([page]) => page),
    'CompanyProfileScreen',
  ),
});

const investorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/investors/$id',
  component: lazyRouteComponent(
    () => Promise.all([import('./investor-profile.tsx'), whenAccountOpen()]).then(([page]) => page),
    'InvestorProfileScreen',
  ),
});

const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$id',
  component: lazyRouteComponent(
    () => Promise.all([import('./person-profile.tsx'), whenAccountOpen()]).then(([page]) => page),
    'PersonProfileScreen',
  ),
});

const companyBriefRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id/brief',
  component: lazyRouteComponent(
    () => Promise.all([import('../features/profile/company-brief.tsx'), whenAccountOpen()]).then(([page]) => page),
    'CompanyBriefPage',
  ),
});

const investorBriefRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/investors/$id/brief',
  component: lazyRouteComponent(
    () => Promise.all([import('../features/profile/investor-brief.tsx'), whenAccountOpen()]).then(([page]) => page),
    'InvestorBriefPage',
  ),
});

const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  component: lazyRouteComponent(
    () => Promise.all([import('./alerts.tsx'), whenAccountOpen()]).then(([page]) => page),
    'AlertsScreen',
  ),
});

const listsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lists',
  component: lazyRouteComponent(
    () => Promise.all([import('./lists.tsx'), whenAccountOpen()]).then(([page]) => page),
    'ListsScreen',
  ),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare',
  component: lazyRouteComponent(
    () => Promise.all([import('../features/compare/page.tsx'), whenAccountOpen()]).then(([page]) => page),
    'ComparePage',
  ),
});

const savedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/saved',
  component: lazyRouteComponent(() => import('../features/saved/page.tsx'), 'SavedPage'),
});

const ledgerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ledger',
  component: lazyRouteComponent(() => import('../features/usage/page.tsx'), 'LedgerPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/page.tsx'), 'SettingsPage'),
});

/** The screens. No route has a loader, so that neither a visit nor a preload can send a paid request. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    dealsRoute,
    companiesRoute,
    companyRoute,
    companyBriefRoute,
    investorsRoute,
    investorRoute,
    investorBriefRoute,
    peopleRoute,
    personRoute,
    alertsRoute,
    listsRoute,
    compareRoute,
    savedRoute,
    ledgerRoute,
    settingsRoute,
  ]),
  parseSearch: parseRawSearch,
  stringifySearch: (search) => formatSearchParams(search as RawSearch),
  // A static host answers 404 for our routes, so they go into the hash.
  ...(isDirect ? { history: createHashHistory() } : {}),
  ...(siteBase ? { basepath: siteBase } : {}),
  defaultPreload: 'intent',
  // The shell shows before the code of the screen has loaded.
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
  defaultPendingComponent: PageLoading,
  // The shell stays usable when a screen fails.
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  trailingSlash: 'preserve',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
