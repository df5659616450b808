import { skipToken, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { storedResults } from './records.ts';

/** The name of a question: two with the same name get the same rows. */
const hashQueryId = (queryKey: readonly unknown[]): string => JSON.stringify(queryKey);

/**
 * Query options of an answer that is paid for: watching it never asks. What the device holds of it stands there at
 * once, with the time at which it was bought as `dataUpdatedAt`; the schema guards against what an older version of
 * the screen wrote.
 */
export function storedQuery<T>(queryKey: string[], schema: z.ZodType<T>) {
  const id = hashQueryId(queryKey);
  return {
    queryKey,
    queryFn: skipToken as typeof skipToken | (() => Promise<T>),
    initialData: (): T | undefined => schema.safeParse(storedResults.read(id)?.data).data,
    initialDataUpdatedAt: () => storedResults.readTime(id),
    meta: { kept: schema },
  };
}

/** Keeps every answer that is bought under `storedQuery` from now on. */
export function storeQueries(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return;
    const { queryKey, meta, state } = event.query;
    if (meta?.['kept'] === undefined) return;
    storedResults.keep([{ id: hashQueryId(queryKey), data: state.data }], state.dataUpdatedAt);
  });
}

/** Shows an answer that another tab bought, where this one has its question on the screen. */
export function showStoredResults(client: QueryClient, id: string): void {
  const query = client.getQueryCache().find({ queryKey: JSON.parse(id) as unknown[] });
  const updatedAt = storedResults.readTime(id);
  if (!query?.meta?.['kept'] || updatedAt === undefined || updatedAt <= query.state.dataUpdatedAt) return;
  const read = (query.meta['kept'] as z.ZodType).safeParse(storedResults.read(id)?.data);
  if (read.success) client.setQueryData(query.queryKey, read.data, { updatedAt });
}

/** Takes all kept answers off the screens, when another account comes into use or its store is cleared. */
export function deleteStoredResults(client: QueryClient): void {
  client.removeQueries({ predicate: ({ meta }) => meta?.['kept'] !== undefined });
}
