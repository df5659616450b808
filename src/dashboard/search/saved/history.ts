import type { LoggedCall } from '#contract/calls.ts';
import { parseRawSearch, formatSearchParams } from '../../platform/url/raw-search.ts';
import { searchScreens, type SearchCatalogue, type SearchScreen } from '#contract/filters.ts';
import type { SearchDefinition } from './searches.tsx';
import { z } from 'zod';
import { storedResults, unlockedDeals } from '../../library/records/records.ts';
import { companyCatalogue } from '#contract/company-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { readKnownName } from '../lookups/known-names.ts';
import { capitalize } from '../../platform/format.ts';
import { collectNames, describeSearch, listClauses } from '../query/sentence.ts';
import { readQuery } from '../query/search-query.ts';

/** A search that was sent from a screen, with its total cost. */
export type PastSearch = {
  readonly id: string;
  readonly screen: SearchDefinition['screen'];
  /** The query string of its URL. */
  readonly search: string;
  /** The latest request that sent it. */
  readonly call: LoggedCall;
  /** When it was last sent, in milliseconds. */
  readonly at: number;
  readonly billedTenths: number;
  /** The members who sent it. */
  readonly authors: ReadonlySet<string | undefined>;
  /** Its results stored on this device; undefined if there are none. */
  readonly results: StoredSearchResult | undefined;
};

/** The searches among the logged requests, newest first. */
export function buildHistory(calls: readonly LoggedCall[]): PastSearch[] {
  const results = readStoredSearchResults();
  const queries = new Map<string, PastSearch>();
  for (const call of calls) {
    const [path = ''] = call.place.split('?');
    const screen = searchScreens.find((name) => path === `/${name}` && call.path === path);
    if (!screen) continue;
    const id = formatQueryText(call.path, call.body);
    const before = queries.get(id);
    const search = formatSearchUrl(call.place);
    queries.set(id, {
      id,
      screen,
      search,
      call,
      at: call.at,
      billedTenths: (before?.billedTenths ?? 0) + (call.otherKey === true ? 0 : call.billedTenths),
      authors: new Set(before?.authors).add(call.by),
      results: results.get(id),
    });
  }
  return [...queries.values()].toSorted((a, b) => b.at - a.at);
}

/** The URL of the search itself, without parameters that only arrange its results. */
export function formatSearchUrl(place: string): string {
  const {
    open: _1,
    saved: _2,
    mark: _3,
    hide: _4,
    who: _5,
    ...raw
  } = parseRawSearch(place.slice(`${place}?`.indexOf('?')));
  return formatSearchParams({ ...raw, asked: ['1'] });
}

/** The number of stored rows: "25 of 1,547". */
export function formatStoredRows(results: StoredSearchResult | undefined): string {
  if (!results) return 'none';
  const rows = results.ids.length.toLocaleString('en-US');
  return results.total === null ? rows : `${rows} of ${results.total.toLocaleString('en-US')}`;
}

const storedSearchResult = z.object({
  ids: z.array(z.string()),
  total: z.number().nullable(),
  /** How many rows were loaded, from the first one. */
  bought: z.number(),
});
/** The stored results of a search, and when they arrived, in milliseconds. */
type StoredSearchResult = z.infer<typeof storedSearchResult> & { readonly at: number };

type Members = Readonly<Record<string, unknown>>;

/** A text that identifies a search, the same for all pages of its results. */
export function formatQueryText(path: string, body: Members | undefined): string {
  const { page: _page, page_size: _size, ...query } = body ?? {};
  return JSON.stringify([path, query]);
}

/** The stored results by search; of two page sizes the one with more rows. */
export function readStoredSearchResults(): ReadonlyMap<string, StoredSearchResult> {
  const results = new Map<string, StoredSearchResult>();
  for (const { at, row } of storedResults.rows()) {
    const stored = parseStoredId(row.id);
    const { data } = storedSearchResult.safeParse(row.data);
    if (!stored || !data) continue;
    const query = formatQueryText(`/${stored.screen}`, stored.body);
    if ((results.get(query)?.bought ?? -1) < data.bought) results.set(query, { ...data, at });
  }
  return results;
}

/** The id of stored results contains the screen and the body of the first page (records/stored-query.ts). */
function parseStoredId(id: string): { readonly screen: string; readonly body: Members } | undefined {
  try {
    const [screen, text, ...rest] = JSON.parse(id) as unknown[];
    if (typeof screen !== 'string' || typeof text !== 'string' || rest.length > 0) return undefined;
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { screen, body: { ...body } } : undefined;
  } catch {
    return undefined;
  }
}

const catalogues: Readonly<Record<SearchScreen, SearchCatalogue>> = {
  deals: dealCatalogue,
  companies: companyCatalogue,
  investors: investorCatalogue,
  people: personCatalogue,
};

type LoggedRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly summary: string;
};

/**
 * A request in one sentence, for the history, the ledger and saved searches. Names come from the URL of the screen that
 * sent it (`search`, with its question mark) and from the names known on this device.
 */
export function describeRequest({ method, path, body, summary }: LoggedRequest, search = ''): string {
  const screen = searchScreens.find((name) => path === `/${name}`);
  if (method !== 'POST' || !body || !screen) {
    return [summary, describeParameters(path)].filter((part) => part !== '').join(': ');
  }
  const catalogue = catalogues[screen];
  return describeSearch(catalogue, body, collectNames(readQuery(catalogue, parseRawSearch(search))));
}

const longestName = 60;

/**
 * A short name for a search: "Series A, in Europe, in Fintech". Filters are named in full or not at all; where not all
 * fit, the longest ones, usually dates and long lists, are left out. One that is too long alone is cut off.
 */
export function suggestSearchName({ screen, body, search }: Omit<SearchDefinition, 'name'>): string {
  const catalogue = catalogues[screen];
  const clauses = listClauses(catalogue, body, collectNames(readQuery(catalogue, parseRawSearch(search))));
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
