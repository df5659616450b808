import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { largestPage } from '#contract/quote.ts';
import type { StoredSearch } from '#contract/workspace/searches.ts';
import { buyMoreRows, buySearch } from '../../../../spending/buy.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import type { Resource, ResourceQuery } from '../resource/resource.ts';
import { loadExtras } from './extras.ts';
import {
  buildIdsOnly,
  buildSearchRequest,
  formatQueryKey,
  readStoredRows,
  showStoredSearch,
  storedSearchQuery,
} from './stored-results.ts';
import { type BatchEnd, startBatch } from './batch.ts';
import { priceOf } from '../../../../spending/price.ts';

/** The highest price of a number of rows, in tenths. */
export const pricePage = ({ cost }: Resource, rows: number): number => priceOf(cost, rows);

/** The most that a number of rows costs with what the query loads for them, in tenths. */
export const priceRows = ({ resource, query }: ResourceQuery, rows: number): number =>
  pricePage(resource, rows) + (resource.extras?.price(query, rows) ?? 0);

/** The highest price of the first rows of a query, in tenths; of pasted ids only those that are locked. */
export function priceFirstPage(search: ResourceQuery, refresh: boolean, rows = search.query.rows): number {
  const { resource, query } = search;
  const ids = buildIdsOnly(search);
  if (!ids) return priceRows(search, rows);
  const locked = refresh ? ids : resource.unlocked.missing(ids);
  return pricePage(resource, locked.length) + (resource.extras?.price(query, ids.length) ?? 0);
}

/** A press that loads rows: the first ones, the first ones again, or those after the loaded ones. */
type RowsPress = {
  readonly search: ResourceQuery;
  readonly authorization: SpendAuthorization;
  readonly rows: number;
  readonly mode: 'start' | 'refresh' | 'more';
};

const mutationKey = ['search'];

/** Loads rows of searches, and says how the last press on this one went, on whichever screen it was. */
export function useRowsPurchase(search: ResourceQuery) {
  const client = useQueryClient();
  const { mutate, mutateAsync } = useMutation({
    mutationKey,
    mutationFn: (press: RowsPress) => buyRows(client, press),
  });
  const key = formatQueryKey(search);
  const presses = useMutationState({
    filters: { mutationKey },
    select: ({ state: { status, error, variables } }) => ({
      key: formatQueryKey((variables as RowsPress).search),
      mode: (variables as RowsPress).mode,
      status,
      error,
    }),
  });
  const last = presses.findLast((one) => one.key === key);
  return {
    buy: mutate,
    buyAsync: mutateAsync,
    pending: last?.status === 'pending',
    failure: last?.error ?? null,
    last,
  };
}

/** Loads rows, and what belongs to them; resolves with how it ended. Throws the first failure. */
export async function buyRows(
  client: QueryClient,
  { search, authorization, rows, mode }: RowsPress,
): Promise<BatchEnd> {
  if (mode === 'more') return buyMore(client, { search, authorization, rows });
  const request = buildSearchRequest(search);
  const stored = await buySearch(authorization, { ...request, rows, refresh: mode === 'refresh' });
  showStoredSearch(client, request, stored);
  await buyExtras(authorization, search, stored, { from: 0, to: Math.min(rows, stored.rows) });
  return 'complete';
}

/** Loads what belongs to rows that were just bought. */
async function buyExtras(
  authorization: SpendAuthorization,
  search: ResourceQuery,
  stored: StoredSearch,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { extras } = search.resource;
  if (!extras || to <= from || extras.price(search.query, to - from) === 0) return;
  const { ids } = await readStoredRows(stored, { from, count: to - from });
  await loadExtras(authorization, search, ids);
}

/**
 * Loads rows after the loaded ones, page by page. Each page is charged on arrival and stays unlocked after a stop, a
 * failure or a reload. Stops when the total changes, because the following pages would overlap or leave gaps.
 */
async function buyMore(
  client: QueryClient,
  { search, authorization, rows }: Omit<RowsPress, 'mode'>,
): Promise<BatchEnd> {
  const { queryKey } = storedSearchQuery(buildSearchRequest(search));
  const before = client.getQueryData(queryKey);
  if (!before) return 'failed';
  const batch = startBatch(search, authorization, { from: before.loaded, rows });
  let now: StoredSearch = before;
  try {
    while (now.loaded < before.loaded + rows) {
      if (authorization.cancelled.aborted) return batch.onEnd('stopped');
      const size = Math.min(largestPage, before.loaded + rows - now.loaded);
      const next = await buyMoreRows(authorization, before.id, size);
      client.setQueryData(queryKey, next);
      batch.onPage();
      await buyExtras(authorization, search, next, { from: now.rows, to: next.rows });
      if (next.total !== before.total || next.first_at !== before.first_at) return batch.onEnd('moved');
      if (next.ended || next.loaded === now.loaded) break;
      now = next;
    }
    return batch.onEnd('complete');
  } catch (error) {
    if (authorization.cancelled.aborted) return batch.onEnd('stopped');
    batch.onEnd('failed');
    throw error;
  }
}
