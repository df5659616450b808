import { useSyncExternalStore } from 'react';
import { isDirect, siteBase } from '../http/connection.ts';
import { createState } from '../state.ts';
import { formatSearchParams, parseRawSearch, type RawSearch } from './raw-search.ts';

/** The paths of the screens, below the base of the site; `$id` is the id of a record. */
export type ScreenPath =
  | '/'
  | '/deals'
  | '/companies'
  | '/investors'
  | '/people'
  | `/${'companies' | 'investors' | 'people'}/$id`
  | `/${'companies' | 'investors'}/$id/brief`
  | '/alerts'
  | '/shortlist'
  | '/lists'
  | '/compare'
  | '/saved'
  | '/usage'
  | '/settings'
  | '/join';

/** The address of the page. */
export type PageAddress = {
  /** Below the base of the site; on a page without a gateway it follows the # of the URL. */
  readonly path: string;
  /** The same object as long as the parameters stay the same. */
  readonly search: RawSearch;
  /** Identifies the entry in the browser's history; "" for one that this page did not create. */
  readonly entry: string;
  /** Changes when a link opens the screen anew, without what its entry stored (`storeSearch`). */
  readonly visit: string;
};

/** The target of a link or a navigation. Without `to` it stays on the screen; without `search` it has no parameters. */
export type Target = {
  readonly to?: ScreenPath | undefined;
  readonly id?: string | undefined;
  readonly search?: RawSearch | undefined;
};

const address = createState<PageAddress>({ path: '/', search: {}, entry: '', visit: '' });

/** The address of the page. */
export const readPageAddress = address.read;
export const usePageAddress = address.use;
export const watchPageAddress = address.watch;

/** A part of the address, or a value derived from it; renders again only when that changes. */
export function useFromAddress<T>(select: (current: PageAddress) => T): T {
  const read = () => select(address.read());
  return useSyncExternalStore(address.watch, read, read);
}

/** The search parameters of the page. */
export const useRawSearch = (): RawSearch => useFromAddress(({ search }) => search);

let query = '';

function readBrowser(): PageAddress {
  const { pathname, search, hash } = window.location;
  const place = isDirect ? hash.slice(1) : `${pathname.slice(siteBase.length)}${search}`;
  const [path = '', nextQuery = ''] = place.split('?');
  const before = address.read();
  const isSame = nextQuery === query;
  query = nextQuery;
  const { entry = '' } = (window.history.state ?? {}) as { readonly entry?: string };
  return { ...before, path: path || '/', search: isSame ? before.search : parseRawSearch(nextQuery), entry };
}

/** Reads the address from the browser, now and whenever the user goes back or forward. */
export function watchBrowserHistory(): void {
  const update = () => address.write(readBrowser());
  window.addEventListener('popstate', update);
  update();
}

const buildPath = ({ to, id = '' }: Target): string =>
  to?.replace('$id', encodeURIComponent(id)) ?? address.read().path;

/** The URL of a target, for the browser. */
export const buildHref = (target: Target): string =>
  `${isDirect ? '#' : siteBase}${buildPath(target)}${formatSearchParams(target.search ?? {})}`;

/** Navigates to a target, as a step that Back undoes or in place of the current one. */
export function navigate({ replace = false, ...target }: Target & { readonly replace?: boolean }): void {
  const { entry, path, search } = address.read();
  const url = new URL(buildHref(target), location.href);
  const isStep = !replace && url.href !== location.href;
  if (isStep) history.pushState({ entry: String(Math.random()) }, '', url);
  else history.replaceState({ entry }, '', url);
  const next = readBrowser();
  const isAnew = isStep && next.path === path && next.search === search;
  address.write(isAnew ? { ...next, visit: next.entry } : next);
}

/** Stores search parameters in this entry of the history without rendering; a reload and Back read them. */
export function storeSearch(search: RawSearch): void {
  const href = buildHref({ search });
  // Even without a change it could end a step back or forward that has just begun.
  if (!location.href.endsWith(href)) history.replaceState(history.state, '', href);
}

/** Whether the page shows a target: its screen or one below it, with at least the same parameters. */
export function isAt(target: Target, { path, search }: PageAddress): boolean {
  const wanted = buildPath(target);
  const isBelow = wanted !== '/' && path.startsWith(`${wanted}/`);
  if (path.replace(/(?<=.)\/$/, '') !== wanted && !isBelow) return false;
  return Object.entries(target.search ?? {}).every(([key, values]) => values.join('\n') === search[key]?.join('\n'));
}
