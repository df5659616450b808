import { skipToken, type QueryClient } from '@tanstack/react-query';
import { perRow, calculatePrice } from '#contract/credits.ts';
import { storedQuery } from '../../library/records/stored-query.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { coverBudget } from '../../purchase/reserve-budget.ts';
import { noteReuse } from '../../purchase/journal.ts';
import {
  buildSearchResults,
  isComplete,
  type PageRequest,
  type SearchResultPages,
  searchResults,
} from './search-results.ts';
import { type AnyResource, findSort, type ResourceQuery, sortIds } from '../resource/resource.ts';
import { buildBody, isFilterSet, type SearchQuery } from '../query/search-query.ts';

/** What so many rows of a search cost at most, in tenths. */
export const pricePage = ({ cost }: AnyResource, rows: number): number => calculatePrice(cost, rows);

/** Two queries with the same key get the same rows; names of permalinks do not matter. */
export const formatQueryKey = ({ resource, query }: ResourceQuery): string =>
  JSON.stringify(buildBody(resource.filters, query));

/** The answer to a query as far as it was bought: watching it never asks. */
export const answered = (asked: ResourceQuery) =>
  storedQuery<SearchResultPages>([asked.resource.name, formatQueryKey(asked)], searchResults);

/** The total that a one-row probe brought: watching it never asks. */
export const counted = ({ resource, query }: ResourceQuery) => {
  const usual = resource.sorts[0]?.value ?? '';
  return {
    queryKey: [`${resource.name} total`, formatQueryKey({ resource, query: { ...query, rows: 1, sort: usual } })],
    queryFn: skipToken as typeof skipToken | (() => Promise<number | null>),
  };
};

/**
 * Buys the first page of a query; a second act on a query under way joins the first. Pasted ids that are owned
 * are left out, unless it is a refresh.
 */
export async function fetchFirstPage(
  authorization: SpendAuthorization,
  client: QueryClient,
  asked: ResourceQuery,
  refresh: boolean,
): Promise<void> {
  const ids = buildIdsOnly(asked);
  await ask(client, {
    ...answered(asked),
    queryFn: () =>
      ids
        ? fetchByIds(authorization, asked, ids, refresh)
        : buyPage(authorization, asked, { page: 0, size: asked.query.rows }),
  });
}

/** The answer to a query as this page holds it now; undefined when nothing was bought. */
export const readAnswer = (client: QueryClient, asked: ResourceQuery): SearchResultPages | undefined =>
  client.getQueryData<SearchResultPages>(answered(asked).queryKey);

/**
 * Buys the rows of some pages that follow on what an answer holds, and adds each as it comes. It stops where the total
 * moved: what follows would rest on shifted ground, and the rest of the act is not spent. Answers with how it ended.
 */
export async function fetchPages(
  authorization: SpendAuthorization,
  client: QueryClient,
  asked: ResourceQuery,
  requests: readonly PageRequest[],
  onPage?: () => void,
): Promise<'complete' | 'moved' | 'failed' | 'stopped'> {
  const options = answered(asked);
  for (const [at, request] of requests.entries()) {
    if (authorization.cancelled.aborted) return 'stopped';
    const before = readAnswer(client, asked);
    if (before?.bought !== request.page * request.size) return 'moved';
    const buyNext = async () => {
      // ResourceQuery about as a whole, so that no page in the middle waits for a word.
      if (at === 0 && requests.length > 1) await coverBudget(priceRequests(asked.resource, requests));
      return buyPage(authorization, asked, request, before);
    };
    const after = await ask(client, { ...options, queryFn: buyNext });
    if (after === undefined) return authorization.cancelled.aborted ? 'stopped' : 'failed';
    onPage?.();
    if (after.total !== before.total) return 'moved';
    if (after.ended) return 'complete';
  }
  return 'complete';
}

/** What some requests cost at most, in tenths. */
export const priceRequests = (resource: AnyResource, requests: readonly PageRequest[]): number =>
  requests.reduce((sum, { size }) => sum + pricePage(resource, size), 0);

/** Buys one row for the sake of the total that comes with it. */
export async function fetchTotal(
  authorization: SpendAuthorization,
  client: QueryClient,
  asked: ResourceQuery,
): Promise<void> {
  await ask(client, { ...counted(asked), queryFn: () => requestTotal(authorization, asked) });
}

/** The total of a query, asked with a page of one row; null where the service says none. */
export const requestTotal = async (
  authorization: SpendAuthorization,
  { resource, query }: ResourceQuery,
): Promise<number | null> => (await resource.find(authorization, buildBody(resource.filters, query, 0, 1))).total;

/** Counts what showing an answer again would have cost: its rows, and the names that are owned. */
export const reportReuse = (resource: AnyResource, { ids }: SearchResultPages): Promise<void> =>
  noteReuse(pricePage(resource, ids.length) + calculatePrice(perRow, resource.countNames?.(ids) ?? 0));

/** The answer to the same query in another order, when it holds every match and the new order is known here. */
export function readComplete(client: QueryClient, { resource, query }: ResourceQuery): SearchResultPages | undefined {
  if (!findSort(resource, query.sort).figure) return undefined;
  for (const { value } of resource.sorts) {
    const { queryKey, initialData } = answered({ resource, query: { ...query, sort: value } });
    const answer = client.getQueryData<SearchResultPages>(queryKey) ?? initialData();
    if (answer && isComplete(answer)) return answer;
  }
  return undefined;
}

/** Puts a complete answer into the order of a query; nothing is asked. */
export async function reorder(client: QueryClient, asked: ResourceQuery, answer: SearchResultPages): Promise<void> {
  const ids = sortIds(answer.ids, findSort(asked.resource, asked.query.sort), answer.figures);
  await ask(client, { ...answered(asked), queryFn: async () => ({ ...answer, ids, ownedBefore: 0 }) });
}

type Purchase<T> = { readonly queryKey: string[]; readonly queryFn: () => Promise<T> };

/** Asks now, whatever is cached; the outcome, a failure too, is read from the cache by whoever watches. */
function ask<T>(client: QueryClient, purchase: Purchase<T>): Promise<T | undefined> {
  return client.query({ ...purchase, staleTime: 0 }).catch(() => undefined);
}

async function buyPage(
  authorization: SpendAuthorization,
  { resource, query }: ResourceQuery,
  { page, size }: { readonly page: number; readonly size: number },
  before?: SearchResultPages,
): Promise<SearchResultPages> {
  const found = await resource.find(authorization, buildBody(resource.filters, query, page, size));
  const next = buildSearchResults(found, size, before);
  const countNames = (ids: readonly string[]) => resource.countNames?.(ids) ?? 0;
  const named = countNames(next.ids) - countNames(before?.ids ?? []);
  if (named > 0) void noteReuse(calculatePrice(perRow, named));
  return next;
}

/** The ids of a query that asks for nothing but pasted records, in an order that is known here; else undefined. */
export function buildIdsOnly({ resource, query }: ResourceQuery): readonly string[] | undefined {
  const [filter, ...others] = resource.filters.filter((one) => isFilterSet(one, query));
  if (filter?.kind !== 'ids' || others.length > 0 || !findSort(resource, query.sort).figure) return undefined;
  return query[filter.keys[0]] as readonly string[];
}

/** The ids that have to be bought: a refresh buys all of them again, otherwise what is owned is left out. */
const readWantedIds = ({ owned }: AnyResource, ids: readonly string[], refresh: boolean): readonly string[] =>
  refresh ? ids : owned.missing(ids);

/** What the first page of a query costs at most, in tenths; of pasted ids only what the request itself names. */
export function priceFirstPage(asked: ResourceQuery, refresh: boolean): number {
  const { resource, query } = asked;
  const ids = buildIdsOnly(asked);
  return calculatePrice(resource.cost, ids ? readWantedIds(resource, ids, refresh).length : query.rows);
}

/** Brings records by id: one request for those that are not owned, none when all are. */
export async function fetchByIds(
  authorization: SpendAuthorization,
  { resource, query }: ResourceQuery,
  ids: readonly string[],
  refresh: boolean,
): Promise<SearchResultPages> {
  const { owned, cost } = resource;
  const wanted = readWantedIds(resource, ids, refresh);
  const reused = ids.filter((id) => !wanted.includes(id) && owned.read(id));
  if (reused.length > 0) void noteReuse(calculatePrice(cost, reused.length));
  const brought =
    wanted.length > 0 ? await buyWanted(authorization, resource, query, wanted) : { surprises: 0, paidTenths: 0 };
  const found = sortIds(
    [...new Set(ids)].filter((id) => owned.read(id)),
    findSort(resource, query.sort),
  );
  return {
    ids: found,
    total: found.length,
    bought: found.length,
    duplicates: 0,
    ownedBefore: 0,
    movedFrom: null,
    ended: true,
    ignored: [],
    moreIgnored: 0,
    ...brought,
  };
}

async function buyWanted(
  authorization: SpendAuthorization,
  { filters, find, owned }: AnyResource,
  query: SearchQuery,
  wanted: readonly string[],
) {
  const byId = filters.filter((filter) => filter.kind === 'ids');
  const only = { ...query, ...Object.fromEntries(byId.map(({ keys }) => [keys[0], wanted])) };
  const page = await find(authorization, buildBody(byId, only, 0, wanted.length));
  // Rows that could not be read at all say nothing about which ids the service knows.
  if (page.isRead) owned.keepUnknown(owned.missing(wanted));
  return { surprises: page.surprises, paidTenths: page.paidTenths };
}
