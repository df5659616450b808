import { skipToken, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { whenRecorded } from '../../purchase/record-bill.ts';
import { readStoredRecords } from './device.ts';
import { getStore, type Kind, storedResults } from './records.ts';
import { hasArrived, receiveRecords } from './sync-state.ts';

/** The id of a query; equal queries have equal ids. */
const formatQueryId = (queryKey: readonly unknown[]): string => JSON.stringify(queryKey);

/**
 * Query options of a paid response: observing it never sends a request. What the device has stored is its initial data,
 * and `dataUpdatedAt` is when it arrived. The schema guards against what an older version of the screen stored.
 */
export function storedQuery<T>(queryKey: string[], schema: z.ZodType<T>) {
  const id = formatQueryId(queryKey);
  return {
    queryKey,
    queryFn: skipToken as typeof skipToken | (() => Promise<T>),
    initialData: (): T | undefined => schema.safeParse(storedResults.read(id)?.data).data,
    initialDataUpdatedAt: () => storedResults.readTime(id),
    meta: { stored: schema },
  };
}

/**
 * The `staleTime` of a request that the user started: it is sent whatever is stored. Zero would not send it after the
 * clock was set back, because stored data would then seem to be from the future.
 */
export const alwaysStale = -Infinity;

/**
 * Sends a request that the user started, whatever is stored. The response is shown only once it is stored and its
 * charge is recorded, so that neither is lost if the page is left then.
 */
export function buyStored<T>(
  client: QueryClient,
  options: ReturnType<typeof storedQuery<T>>,
  buy: () => Promise<T>,
): Promise<T> {
  const queryFn = async () => {
    const data = await buy();
    storedResults.add([{ id: formatQueryId(options.queryKey), data }]);
    await whenRecorded();
    return data;
  };
  return client.query({ ...options, queryFn, staleTime: alwaysStale });
}

/** Shows results that another tab stored, if this one shows the same query. */
export function showStoredResults(client: QueryClient, id: string): void {
  const query = client.getQueryCache().find({ queryKey: JSON.parse(id) as unknown[] });
  const updatedAt = storedResults.readTime(id);
  if (!query?.meta?.['stored'] || updatedAt === undefined || updatedAt <= query.state.dataUpdatedAt) return;
  const read = (query.meta['stored'] as z.ZodType).safeParse(storedResults.read(id)?.data);
  if (read.success) client.setQueryData(query.queryKey, read.data, { updatedAt });
}

/** The results of a query that another tab has just stored, with their rows; undefined if there are none. */
export async function receiveStoredResults<T extends { readonly ids: readonly string[] }>(
  queryKey: readonly string[],
  schema: z.ZodType<T>,
  kind: Kind,
): Promise<T | undefined> {
  const id = formatQueryId(queryKey);
  const receive = async (of: Kind, ids: readonly string[]) =>
    getStore(of).receive({ rows: await readStoredRecords(of, ids), unknown: [] });
  await receive('answers', [id]);
  const { data } = schema.safeParse(storedResults.read(id)?.data);
  if (data) await receive(kind, data.ids);
  return data;
}

/**
 * The response that came from the workspace when this browser was about to buy it, with its rows; otherwise undefined.
 */
export async function readArrivedResponse<T extends readonly string[] | { readonly ids: readonly string[] }>(
  { queryKey, initialData }: Pick<ReturnType<typeof storedQuery<T>>, 'queryKey' | 'initialData'>,
  kind: Kind,
): Promise<T | undefined> {
  if (!(await hasArrived('answers', formatQueryId(queryKey)))) return undefined;
  const data = initialData();
  if (data) await receiveRecords(kind, 'ids' in data ? data.ids : data);
  return data;
}

/** Removes all stored results from the screens, when the account changes or its store is cleared. */
export function deleteStoredResults(client: QueryClient): void {
  client.removeQueries({ predicate: ({ meta }) => meta?.['stored'] !== undefined });
}
