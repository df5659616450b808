import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import type { SearchSchemaInput } from '@tanstack/react-router';
import { companyCatalogue } from '#contract/company-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { SearchCatalogue } from '#contract/filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { alertsUrl } from '../records/alerts/use-alerts.ts';
import { profileUrl } from '../screens/profiles/profile-url.ts';
import { routesUrl } from '../screens/routes/routes-url.ts';
import { savedUrl } from '../screens/saved/saved-url.ts';
import { shortlistUrl } from '../screens/shortlist/shortlist-url.ts';
import { usageUrl } from '../screens/usage/usage-url.ts';
import { listsUrl } from '../records/lists/lists-url.ts';
import { whenAccountKnown } from '../platform/http/account.ts';
import { siteBase } from '../platform/http/connection.ts';
import { Loading } from '../platform/ui/loading.tsx';
import { formatSearchParams, parseRawSearch, type RawSearch } from '../platform/url/raw-search.ts';
import { pickParameters, type SearchTexts, type UrlSchema } from '../platform/url/url.ts';
import { findAddress } from '../screens/searches/kit/query/search-query.ts';
import { compareUrl } from '../screens/searches/kit/record/compare-button.tsx';
import { MissingPageError, NotFound, PageFailed } from './shell/page-states.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  notFoundComponent: NotFound,
});

/** Screens wait for the account, so that their first paint shows what it has; the shell does not. */
const account = createRoute({
  getParentRoute: () => root,
  id: 'account',
  loader: whenAccountKnown,
  staleTime: Infinity,
});
const getParentRoute = () => account;

/** Loads the code of a screen. The router would reload the page where that fails, and what is typed would be lost. */
const load = <T,>(code: Promise<T>): Promise<T> =>
  code.catch((cause: unknown) => {
    throw new MissingPageError('The code of this screen did not load.', { cause });
  });

/** The parameters that a screen reads; `useUrl` reads their values by the same schema. */
const searchOf =
  <S extends UrlSchema>(schema: S) =>
  (raw: SearchTexts<S> & SearchSchemaInput): SearchTexts<S> =>
    pickParameters(schema, raw);

/** The parameters of a search, and `saved`, the saved search that is open there. */
const searchIn =
  (catalogue: SearchCatalogue) =>
  ({ saved, ...raw }: RawSearch & SearchSchemaInput): RawSearch => ({
    ...pickParameters(findAddress(catalogue).schema, raw),
    ...(saved && { saved }),
  });

/** The screens load nothing but their code, so that neither a visit nor a preload can send a paid request. */
const screens = account.addChildren([
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: ({ ask }: { readonly ask?: readonly string[] } & SearchSchemaInput) => ({ ...(ask && { ask }) }),
    component: lazyRouteComponent(() => load(import('./home.tsx')), 'HomeScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/market',
    // Its schema comes with the screen: the shell is loaded by all.
    validateSearch: (raw: RawSearch & SearchSchemaInput): RawSearch => raw,
    component: lazyRouteComponent(() => load(import('./market.tsx')), 'MarketScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/deals',
    validateSearch: searchIn(dealCatalogue),
    component: lazyRouteComponent(() => load(import('./deals.tsx')), 'DealsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/companies',
    validateSearch: searchIn(companyCatalogue),
    component: lazyRouteComponent(() => load(import('../screens/searches/companies/screen.tsx')), 'CompaniesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/investors',
    validateSearch: searchIn(investorCatalogue),
    component: lazyRouteComponent(() => load(import('../screens/searches/investors/screen.tsx')), 'InvestorsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/people',
    validateSearch: searchIn(personCatalogue),
    component: lazyRouteComponent(() => load(import('../screens/searches/people/screen.tsx')), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/companies/$id',
    validateSearch: searchOf(profileUrl),
    component: lazyRouteComponent(() => load(import('./company-profile.tsx')), 'CompanyProfileScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/investors/$id',
    validateSearch: searchOf(profileUrl),
    component: lazyRouteComponent(() => load(import('./investor-profile.tsx')), 'InvestorProfileScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/people/$id',
    validateSearch: searchOf(profileUrl),
    component: lazyRouteComponent(() => load(import('../screens/profiles/person-profile.tsx')), 'PersonProfilePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/companies/$id/brief',
    component: lazyRouteComponent(() => load(import('../screens/profiles/company-brief.tsx')), 'CompanyBriefPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/investors/$id/brief',
    component: lazyRouteComponent(() => load(import('../screens/profiles/investor-brief.tsx')), 'InvestorBriefPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/alerts',
    validateSearch: searchOf(alertsUrl),
    component: lazyRouteComponent(() => load(import('./alerts.tsx')), 'AlertsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/shortlist',
    validateSearch: searchOf(shortlistUrl),
    component: lazyRouteComponent(() => load(import('./shortlist.tsx')), 'ShortlistScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/lists',
    validateSearch: searchOf(listsUrl),
    component: lazyRouteComponent(() => load(import('./lists.tsx')), 'ListsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/routes',
    validateSearch: searchOf(routesUrl),
    component: lazyRouteComponent(() => load(import('../screens/routes/page.tsx')), 'RoutesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/compare',
    validateSearch: searchOf(compareUrl),
    component: lazyRouteComponent(() => load(import('./compare.tsx')), 'CompareScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/saved',
    validateSearch: searchOf(savedUrl),
    component: lazyRouteComponent(() => load(import('../screens/saved/page.tsx')), 'SavedPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/usage',
    validateSearch: searchOf(usageUrl),
    component: lazyRouteComponent(() => load(import('../screens/usage/page.tsx')), 'UsagePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/settings',
    component: lazyRouteComponent(() => load(import('../screens/settings/page.tsx')), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/join',
    component: lazyRouteComponent(() => load(import('../screens/join/page.tsx')), 'JoinPage'),
  }),
]);

/** Every screen by its path. */
export const router = createRouter({
  routeTree: root.addChildren([screens]),
  basepath: siteBase === '' ? '/' : siteBase,
  parseSearch: parseRawSearch,
  stringifySearch: formatSearchParams,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultPendingMs: 0,
  defaultErrorComponent: PageFailed,
});

declare module '@tanstack/react-router' {
  // The types of links and of `useSearch` follow the routes.
  interface Register {
    router: typeof router;
  }
}
