import { infiniteQueryOptions } from '@tanstack/react-query';
import { listSearches, type StoredSearch } from '#contract/workspace/searches.ts';
import { parseRawSearch, formatSearchParams } from '../../../../platform/url/raw-search.ts';
import { searchScreens, type SearchCatalogue } from '#contract/filters.ts';
import { isObject } from '#contract/json.ts';
import type { SearchDefinition } from './searches.tsx';
import { unlockedDeals } from '../../../../records/records.ts';
import { callWorkspace, workspaceKey } from '../../../../platform/http/workspace.ts';
import { companyCatalogue } from '#contract/company-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { readKnownName } from '../lookups/known-names.ts';
import { capitalize } from '../../../../platform/format.ts';
import { collectNames, describeSearch, listClauses } from '../query/sentence.ts';
import { readQuery } from '../query/search-query.ts';

/** A search that was sent from a screen, with its total cost. */
export type PastSearch = {
  readonly id: string;
  readonly screen: SearchDefinition['screen'];
  /** The query string of its URL. */
  readonly search: string;
  readonly stored: StoredSearch;
  /** When its rows were last loaded, in milliseconds. */
  readonly at: number;
};

/** The stored searches of the account, last loaded first, in pages. Free. */
export const historyQuery = infiniteQueryOptions({
  queryKey: workspaceKey('searches', 'list'),
  queryFn: ({ signal, pageParam: before }) =>
    callWorkspace(listSearches, { query: { limit: 500, ...(before === '' ? {} : { before }) }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ searches, more }) => (more ? searches.at(-1)?.id : undefined),
});

/** The stored searches that were sent from their own screen, and not from a profile. */
export const buildHistory = (searches: readonly StoredSearch[]): PastSearch[] =>
  searches.flatMap((stored) => {
    const screen = searchScreens.find((name) => name === stored.resource && stored.screen.split('?')[0] === `/${name}`);
    const { id } = stored;
    return screen
      ? [{ id, screen, search: formatSearchUrl(stored.screen), stored, at: Date.parse(stored.loaded_at) }]
      : [];
  });

/** The URL of the search itself, without parameters that only arrange its results. */
export function formatSearchUrl(place: string): string {
  const {
    open: _1,
    saved: _2,
    status: _3,
    hide: _4,
    who: _5,
    ...raw
  } = parseRawSearch(place.slice(`${place}?`.indexOf('?')));
  return formatSearchParams({ ...raw, run: ['1'] });
}

/** The number of stored rows: "25 of 1,547". */
export function formatStoredRows({ rows, total }: StoredSearch): string {
  const stored = rows.toLocaleString('en-US');
  return total === null ? stored : `${stored} of ${total.toLocaleString('en-US')}`;
}

type Members = Readonly<Record<string, unknown>>;

/** A text that identifies a search, the same for all pages of its results. */
export function formatQueryText(path: string, body: Members | undefined): string {
  const { page: _page, page_size: _size, ...query } = body ?? {};
  return JSON.stringify([path, query]);
}

const catalogues: Readonly<Record<SearchDefinition['screen'], SearchCatalogue>> = {
  deals: dealCatalogue,
  companies: companyCatalogue,
  investors: investorCatalogue,
  people: personCatalogue,
  market: dealCatalogue,
};

/** The part of a request that the filters of its screen describe. */
const pickFilters = (screen: SearchDefinition['screen'], body: Members): Members =>
  screen === 'market' && isObject(body['deals']) ? body['deals'] : body;

/** A request to the API, as purchases and stored searches have it. */
type SentRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Members | null | undefined;
  readonly summary: string;
};

/**
 * A request in one sentence, for the history, Usage and saved searches. Names come from the URL of the screen that
 * sent it (`search`, with its question mark) and from the names that this page has read.
 */
export function describeRequest({ method, path, body, summary }: SentRequest, search = ''): string {
  const screen = searchScreens.find((name) => path === `/${name}`);
  if (method !== 'POST' || !body || !screen) {
    return [summary, describeParameters(path)].filter((part) => part !== '').join(': ');
  }
  return describeSaved({ screen, body, search });
}

/** What a saved search asks, in one sentence. */
export function describeSaved({ screen, body, search }: Pick<SearchDefinition, 'screen' | 'body' | 'search'>): string {
  const catalogue = catalogues[screen];
  const names = collectNames(readQuery(catalogue, parseRawSearch(search)));
  const sentence = describeSearch(catalogue, pickFilters(screen, body), names);
  return screen === 'market' ? `Market of ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}` : sentence;
}

const longestName = 60;

/**
 * A short name for a search: "Series A, in Europe, in Fintech". Filters are named in full or not at all; where not all
 * fit, the longest ones, usually dates and long lists, are left out. One that is too long alone is cut off.
 */
export function suggestSearchName({ screen, body, search }: Omit<SearchDefinition, 'name'>): string {
  const catalogue = catalogues[screen];
  const names = collectNames(readQuery(catalogue, parseRawSearch(search)));
  const clauses = listClauses(catalogue, pickFilters(screen, body), names);
  const named = new Set<string>();
  for (const clause of clauses.toSorted((one, other) => one.length - other.length)) {
    if ([...named, clause].join(', ').length <= longestName) named.add(clause);
  }
  if (named.size > 0) return capitalize(clauses.filter((clause) => named.has(clause)).join(', '));
  const [first] = clauses;
  return first === undefined ? `All ${catalogue.many}` : capitalize(`${first.slice(0, longestName).trimEnd()}…`);
}

/** The id in a path and the values of its query, as names where this device knows them. */
function describeParameters(path: string): string {
  const [pathname = '', query = ''] = path.split('?');
  const ids = /[\da-f]{8}-[\da-f-]{27}/i.exec(pathname) ?? [];
  return [...ids, ...new URLSearchParams(query).values()]
    .filter((value) => !/^\d+$/.test(value))
    .flatMap(formatValue)
    .join(', ');
}

function formatValue(value: string): string | string[] {
  if (!/^[\da-f]{8}-[\da-f-]{27}$/i.test(value)) return value;
  const company = unlockedDeals.read(value)?.company_id ?? value;
  return readKnownName('company', company) ?? readKnownName('investor', value) ?? [];
}
