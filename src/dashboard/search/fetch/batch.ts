import type { QueryClient } from '@tanstack/react-query';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { createState } from '../../platform/state.ts';
import { fetchPages, readAnswer, formatQueryKey } from './fetch-results.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { planPages } from './page-requests.ts';

/** How a batch ended; what came until then is owned whatever it was. */
export type BatchEnd = 'complete' | 'moved' | 'failed' | 'stopped';

/** Rows that one act buys in several requests: under way, or as it ended. */
export type Batch = {
  /** Requests that it takes, and how many of them were answered. */
  readonly pages: number;
  readonly done: number;
  /** Rows of the result that are there when it is complete, those before it included. */
  readonly readRows: number;
  readonly end: BatchEnd | undefined;
  /** The person took the rest back; the request under way is waited for. */
  readonly isStopping: boolean;
  readonly onStop: () => void;
};

/** The last batch of each query. It goes on while the person looks elsewhere, and stands here when they are back. */
const batches = createState<ReadonlyMap<string, Batch>>(new Map());

const toKey = (asked: ResourceQuery): string => `${asked.resource.name} ${formatQueryKey(asked)}`;

/** The batch of a query that is under way or ended last; undefined when there was none since the page was loaded. */
export const useBatch = (asked: ResourceQuery): Batch | undefined => batches.use().get(toKey(asked));

/**
 * Buys so many rows after those that are owned, page by page: each is charged as it comes, and stays owned after a
 * stop, a failure or a reload. The same purchase then goes on with what is left, because pages count from the start.
 */
export async function runBatch(
  authorization: SpendAuthorization,
  client: QueryClient,
  asked: ResourceQuery,
  rows: number,
): Promise<BatchEnd> {
  const from = readAnswer(client, asked)?.bought ?? 0;
  const requests = planPages(from, rows);
  const key = toKey(asked);
  const write = (batch: Batch) => batches.write(new Map(batches.read()).set(key, batch));
  const change = (part: Partial<Batch>) => {
    const batch = batches.read().get(key);
    if (batch) write({ ...batch, ...part });
  };
  const onStop = () => {
    authorization.cancel();
    change({ isStopping: true });
  };
  write({ pages: requests.length, done: 0, readRows: from + rows, end: undefined, isStopping: false, onStop });
  let done = 0;
  const end = await fetchPages(authorization, client, asked, requests, () => {
    done += 1;
    change({ done });
  });
  change({ end });
  return end;
}
