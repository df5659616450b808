import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { whenAccountOpen } from '../platform/http/account.ts';
import { isDirect, readDirectService, siteBase } from '../platform/http/connection.ts';
import { MissingPageError, PageLoading, PageFailed, NotFound } from './shell/page-states.tsx';
import { Shell } from './shell/shell.tsx';
import { formatSearchParams, parseRawSearch, type RawSearch } from '../platform/url/url.ts';

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: PageFailed,
  // Each screen parses its own parameters with its own schema (url/url.ts).
  validateSearch: (search): RawSearch => search as RawSearch,
});

/** Without the browser's own error, at which the router would reload the page and what is typed would be lost. */
const loadPage =
  <T,>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((cause: unknown) => {
      throw new MissingPageError('The code of this screen did not load.', { cause });
    });

/** Loads the stored records together with the code of a page, so that the first paint shows them. */
const withAccount = <T,>(load: () => Promise<T>) =>
  loadPage(() => Promise.all([load(), whenAccountOpen()]).then(([page]) => page));

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    if (isDirect && !readDirectService()) redirect({ to: '/settings', throw: true });
  },
  component: lazyRouteComponent(
    withAccount(() => import('./home/home.tsx')),
    'HomeScreen',
  ),
});

const dealsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deals',
  component: lazyRouteComponent(
    withAccount(() => import('../features/deals/page.tsx')),
    'DealsPage',
  ),
});

const companiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies',
  component: lazyRouteComponent(
    withAccount(() => import('../features/companies/page.tsx')),
    'CompaniesPage',
  ),
});

const investorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/investors',
  component: lazyRouteComponent(
    withAccount(() => import('../features/investors/page.tsx')),
    'InvestorsPage',
  ),
});

const peopleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people',
  component: lazyRouteComponent(
    withAccount(() => import('../features/people/page.tsx')),
    'PeoplePage',
  ),
});

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id',
  component: lazyRouteComponent(
    withAccount(() => import('./company-profile.tsx')),
    'CompanyProfileScreen',
  ),
});

const investorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/investors/$id',
  component: lazyRouteComponent(
    withAccount(() => import('./investor-profile.tsx')),
    'InvestorProfileScreen',
  ),
});

const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/people/$id',
  component: lazyRouteComponent(
    withAccount(() => import('./person-profile.tsx')),
    'PersonProfileScreen',
  ),
});

const companyBriefRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id/brief',
  component: lazyRouteComponent(
    withAccount(() => import('../features/profile/company-brief.tsx')),
    'CompanyBriefPage',
  ),
});

const investorBriefRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/investors/$id/brief',
  component: lazyRouteComponent(
    withAccount(() => import('../features/profile/investor-brief.tsx')),
    'InvestorBriefPage',
  ),
});

const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  component: lazyRouteComponent(
    withAccount(() => import('./alerts.tsx')),
    'AlertsScreen',
  ),
});

const listsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/lists',
  component: lazyRouteComponent(
    withAccount(() => import('./lists.tsx')),
    'ListsScreen',
  ),
});

const shortlistRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shortlist',
  component: lazyRouteComponent(
    withAccount(() => import('./shortlist.tsx')),
    'ShortlistScreen',
  ),
});

const compareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/compare',
  component: lazyRouteComponent(
    withAccount(() => import('./compare.tsx')),
    'CompareScreen',
  ),
});

const savedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/saved',
  component: lazyRouteComponent(
    loadPage(() => import('../features/saved/page.tsx')),
    'SavedPage',
  ),
});

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  component: lazyRouteComponent(
    loadPage(() => import('../features/usage/page.tsx')),
    'UsagePage',
  ),
});

/** What the screen was called before. */
const ledgerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ledger',
  beforeLoad: ({ search }) => redirect({ to: '/usage', search, throw: true }),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: lazyRouteComponent(
    loadPage(() => import('../features/settings/page.tsx')),
    'SettingsPage',
  ),
});

/** The screens. No route has a loader, so that neither a visit nor a preload can send a paid request. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
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
    shortlistRoute,
    listsRoute,
    compareRoute,
    savedRoute,
    usageRoute,
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
