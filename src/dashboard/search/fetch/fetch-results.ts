import { skipToken, type QueryClient } from '@tanstack/react-query';
import { perRow, calculatePrice } from '#contract/credits.ts';
import {
  alwaysStale,
  buyStored,
  storedQuery,
  readArrivedResponse,
  receiveStoredResults,
} from '../../library/records/stored-query.ts';
import { receiveRecords } from '../../library/records/sync-state.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { checkBudget } from '../../purchase/reserve-budget.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { recordReuse } from '../../purchase/journal.ts';
import { buildSearchResults, isComplete, type SearchResultPages, searchResults } from './search-results.ts';
import { type PageRequest } from '../../purchase/price.ts';
import { type AnyResource, findSort, type ResourceQuery, sortIds } from '../resource/resource.ts';
import { loadExtras } from './extras.ts';
import { buildBody, isFilterSet, type SearchQuery } from '../query/search-query.ts';

/** The highest price of a number of rows, in tenths. */
export const pricePage = ({ cost }: AnyResource, rows: number): number => calculatePrice(cost, rows);

/** The most that a number of rows costs with what the query loads for them, in tenths. */
export const priceRows = ({ resource, query }: ResourceQuery, rows: number): number =>
  pricePage(resource, rows) + (resource.extras?.price(query, rows) ?? 0);

/** The request for a page: its body, and what sends it. */
export function buildRequest({ resource, query }: ResourceQuery, page = 0, rows = query.rows) {
  const body = buildBody(resource.filters, query, page, rows);
  const { cheaper, find } = resource;
  const converted = query.rounds === 'newest' ? cheaper?.convert(body) : undefined;
  return cheaper && converted ? { body: converted, find: cheaper.find } : { body, find };
}

/** Two queries with the same key get the same rows; names of permalinks do not matter. */
export const formatQueryKey = (search: ResourceQuery): string => JSON.stringify(buildRequest(search).body);

/** The loaded results of a query. Reading them never sends a request. */
export const resultsQuery = (search: ResourceQuery) =>
  storedQuery<SearchResultPages>([search.resource.name, formatQueryKey(search)], searchResults);

/**
 * Results that a link shares, under a name of their own, so that no later search changes them. Reading them is free.
 */
export const sharedQuery = ({ name }: AnyResource, shared: string) =>
  storedQuery<SearchResultPages>([`${name} shared`, shared], searchResults);

/** The total from a one-row request. Reading it never sends a request. */
export const totalQuery = ({ resource, query }: ResourceQuery) => {
  const usual = resource.sorts[0]?.value ?? '';
  return {
    queryKey: [`${resource.name} total`, formatQueryKey({ resource, query: { ...query, rows: 1, sort: usual } })],
    queryFn: skipToken as typeof skipToken | (() => Promise<number | null>),
  };
};

/**
 * Loads the first page of a query, or as many rows as there are. A second call while the first is running joins it.
 * Pasted ids that are unlocked are left out, unless it is a refresh.
 */
export async function fetchFirstPage(
  authorization: SpendAuthorization,
  client: QueryClient,
  search: ResourceQuery,
  refresh: boolean,
  rows = search.query.rows,
): Promise<void> {
  const ids = buildIdsOnly(search);
  const results = await buyResults(client, search, refresh, async () => {
    if (ids && !refresh) await receiveRecords(search.resource.name, ids);
    await checkBudget(priceFirstPage(search, refresh, rows));
    return ids
      ? fetchByIds(authorization, search, ids, refresh)
      : fetchPage(authorization, search, { page: 0, size: rows });
  });
  if (results && !results.isTaken) await loadExtras(authorization, search, results.data.ids);
}

/** The results of a query that are loaded now; undefined when there are none. */
export const readResults = (client: QueryClient, search: ResourceQuery): SearchResultPages | undefined =>
  client.getQueryData<SearchResultPages>(resultsQuery(search).queryKey);

/**
 * Loads pages that follow the loaded results and adds each when it arrives. It stops when the total changes, because
 * the following pages would overlap or leave gaps; the rest is not spent. Resolves with how it ended.
 */
export async function fetchPages(
  authorization: SpendAuthorization,
  client: QueryClient,
  search: ResourceQuery,
  requests: readonly PageRequest[],
  onPage?: () => void,
): Promise<'complete' | 'moved' | 'failed' | 'stopped'> {
  await readArrivedResponse(resultsQuery(search), search.resource.name);
  for (const [at, request] of requests.entries()) {
    if (authorization.cancelled.aborted) return 'stopped';
    const before = readResults(client, search);
    // A colleague has loaded it.
    const { page, size } = request;
    if (before && before.bought >= (page + 1) * size) continue;
    if (before?.bought !== page * size) return 'moved';
    const buyNext = async () => {
      // The budgets are checked once for all requests, so that none in the middle is over them.
      if (at === 0) await checkBudget(priceRequests(search, requests));
      return fetchPage(authorization, search, request, before);
    };
    const bought = await buyResults(client, search, true, buyNext);
    if (bought === undefined) return authorization.cancelled.aborted ? 'stopped' : 'failed';
    onPage?.();
    const { data: after, isTaken } = bought;
    const known = new Set(before.ids);
    const added = after.ids.filter((id) => !known.has(id));
    if (!isTaken) await loadExtras(authorization, search, added);
    if (after.total !== before.total) return 'moved';
    if (after.ended) return 'complete';
  }
  return 'complete';
}

/** The highest price of some requests, in tenths. */
export const priceRequests = (search: ResourceQuery, requests: readonly PageRequest[]): number =>
  requests.reduce((sum, { size }) => sum + priceRows(search, size), 0);

/** Loads one row for the total in its response. */
export async function fetchTotal(
  authorization: SpendAuthorization,
  client: QueryClient,
  search: ResourceQuery,
): Promise<void> {
  const queryFn = () => requestTotal(authorization, search);
  await client.query({ ...totalQuery(search), queryFn, staleTime: alwaysStale }).catch(() => undefined);
}

/** The total of a query, from a page of one row; null when the service reports none. */
export const requestTotal = async (
  authorization: SpendAuthorization,
  search: ResourceQuery,
): Promise<number | null> => {
  const { find, body } = buildRequest(search, 0, 1);
  return (await find(authorization, body)).total;
};

/** Counts as saved what these results would have cost again: rows and unlocked names. */
export const reportReuse = (resource: AnyResource, { ids }: SearchResultPages): Promise<void> =>
  recordReuse(pricePage(resource, ids.length) + calculatePrice(perRow, resource.countNames?.(ids) ?? 0));

/** Results of the same query in another order, if they are complete and can be sorted locally. */
export function readComplete(client: QueryClient, { resource, query }: ResourceQuery): SearchResultPages | undefined {
  if (!findSort(resource, query.sort).figure) return undefined;
  for (const { value } of resource.sorts) {
    const { queryKey, initialData } = resultsQuery({ resource, query: { ...query, sort: value } });
    const results = client.getQueryData<SearchResultPages>(queryKey) ?? initialData();
    if (results && isComplete(results)) return results;
  }
  return undefined;
}

/** Sorts complete results locally in the order of a query. */
export async function reorder(client: QueryClient, search: ResourceQuery, results: SearchResultPages): Promise<void> {
  const ids = sortIds(results.ids, findSort(search.resource, search.query.sort), results.figures);
  await buyStored(client, resultsQuery(search), async () => ({ ...results, ids }));
}

/**
 * Buys results, or takes over those of another tab that was buying the same: it then loads what belongs to them too.
 * Where older ones are no refresh of what is shown, they can come from the workspace as well. Undefined after a
 * failure.
 */
async function buyResults(
  client: QueryClient,
  search: ResourceQuery,
  refresh: boolean,
  buy: () => Promise<SearchResultPages>,
): Promise<{ readonly data: SearchResultPages; readonly isTaken: boolean } | undefined> {
  const options = resultsQuery(search);
  let isTaken = false;
  const receive = async (error: unknown) => {
    const isElsewhere = error instanceof ApiError && error.kind === 'elsewhere';
    const taken = isElsewhere && (await receiveStoredResults(options.queryKey, searchResults, search.resource.name));
    if (!taken) throw error;
    isTaken = true;
    return taken;
  };
  const queryFn = async () =>
    (refresh ? undefined : await readArrivedResponse(options, search.resource.name)) ?? buy().catch(receive);
  // Outcome and failure are read from the cache.
  const data = await buyStored(client, options, queryFn).catch(() => undefined);
  return data && { data, isTaken };
}

async function fetchPage(
  authorization: SpendAuthorization,
  search: ResourceQuery,
  { page, size }: { readonly page: number; readonly size: number },
  before?: SearchResultPages,
): Promise<SearchResultPages> {
  const { resource } = search;
  const { find, body } = buildRequest(search, page, size);
  const next = buildSearchResults(await find(authorization, body), size, before);
  const countNames = (ids: readonly string[]) => resource.countNames?.(ids) ?? 0;
  const named = countNames(next.ids) - countNames(before?.ids ?? []);
  // With the newest rounds come their companies, which were paid for just now.
  if (named > 0 && search.query.rounds !== 'newest') void recordReuse(calculatePrice(perRow, named));
  return next;
}

/** The ids of a query whose only filter is pasted ids and whose order is known locally; else undefined. */
export function buildIdsOnly({ resource, query }: ResourceQuery): readonly string[] | undefined {
  const [filter, ...others] = resource.filters.filter((one) => isFilterSet(one, query));
  if (filter?.kind !== 'ids' || others.length > 0 || !findSort(resource, query.sort).figure) return undefined;
  return query[filter.keys[0]] as readonly string[];
}

/** The ids to load: all for a refresh, else those that are not unlocked. */
const findIdsToFetch = ({ unlocked }: AnyResource, ids: readonly string[], refresh: boolean): readonly string[] =>
  refresh ? ids : unlocked.missing(ids);

/** The highest price of the first page of a query, in tenths; of pasted ids only those that are sent. */
export function priceFirstPage(search: ResourceQuery, refresh: boolean, rows = search.query.rows): number {
  const { resource, query } = search;
  const ids = buildIdsOnly(search);
  return ids
    ? pricePage(resource, findIdsToFetch(resource, ids, refresh).length) +
        (resource.extras?.price(query, ids.length) ?? 0)
    : priceRows(search, rows);
}

/** Loads records by id: one request for those that are not unlocked, none when all are. */
async function fetchByIds(
  authorization: SpendAuthorization,
  { resource, query }: ResourceQuery,
  ids: readonly string[],
  refresh: boolean,
): Promise<SearchResultPages> {
  const { unlocked, cost } = resource;
  const wanted = findIdsToFetch(resource, ids, refresh);
  const reused = ids.filter((id) => !wanted.includes(id) && unlocked.read(id));
  if (reused.length > 0) void recordReuse(calculatePrice(cost, reused.length));
  const loaded =
    wanted.length > 0 ? await fetchMissing(authorization, resource, query, wanted) : { surprises: 0, paidTenths: 0 };
  const found = sortIds(
    [...new Set(ids)].filter((id) => unlocked.read(id)),
    findSort(resource, query.sort),
  );
  return {
    ids: found,
    total: found.length,
    bought: found.length,
    duplicates: 0,
    movedFrom: null,
    ended: true,
    ignored: [],
    moreIgnored: 0,
    ...loaded,
  };
}

async function fetchMissing(
  authorization: SpendAuthorization,
  { filters, find, unlocked }: AnyResource,
  query: SearchQuery,
  wanted: readonly string[],
) {
  const byId = filters.filter((filter) => filter.kind === 'ids');
  const only = { ...query, ...Object.fromEntries(byId.map(({ keys }) => [keys[0], wanted])) };
  const page = await find(authorization, buildBody(byId, only, 0, wanted.length));
  // Unreadable rows do not tell which ids the service knows.
  if (page.isRead) unlocked.storeUnknown(unlocked.missing(wanted));
  return { surprises: page.surprises, paidTenths: page.paidTenths };
}
