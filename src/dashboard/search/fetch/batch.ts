import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { createState } from '../../platform/state.ts';
import { fetchPages, formatQueryKey, readAnswer } from './fetch-results.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { countRemaining, planPages } from './search-results.ts';
import { useRef, useState } from 'react';

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

/** Rows that one reaching of the end loads. */
const stepRows = 25;

type Armed = { readonly authorization: SpendAuthorization; readonly key: string; readonly leftRows: number };

/** What was allowed to be loaded while scrolling, and the ways to arm, use and end it. */
export type Allowance = {
  /** Rows that may still be loaded; undefined while nothing is armed. */
  readonly leftRows: number | undefined;
  readonly onArm: (authorization: SpendAuthorization, rows: number) => void;
  readonly onStop: () => void;
  /** The end of the table came in sight by scrolling: loads the next rows where that is allowed, else nothing. */
  readonly onEnd: () => void;
};

/**
 * An allowance to load while scrolling. Every use draws on the one act that armed it; it ends with the query, with
 * the screen, with a failure, and where the result moved.
 */
export function useAllowance(asked: ResourceQuery): Allowance {
  const client = useQueryClient();
  const [armed, setArmed] = useState<Armed>();
  const busy = useRef(false);
  const key = formatQueryKey(asked);
  if (armed && armed.key !== key) setArmed(undefined);

  const draw = async ({ authorization, leftRows }: Armed) => {
    const before = readAnswer(client, asked);
    const rows = before ? Math.min(stepRows, leftRows, countRemaining(before) ?? stepRows) : 0;
    if (!before || rows === 0) return setArmed(undefined);
    await fetchPages(authorization, client, asked, planPages(before.bought, rows));
    const after = readAnswer(client, asked);
    const left = leftRows - rows;
    const goesOn = after?.bought === before.bought + rows && after.total === before.total && left > 0;
    setArmed((now) => (now?.authorization === authorization && goesOn ? { ...now, leftRows: left } : undefined));
  };

  return {
    leftRows: armed?.leftRows,
    onArm: (authorization, rows) => setArmed({ authorization, key, leftRows: rows }),
    onStop: () => setArmed(undefined),
    onEnd: () => {
      if (!armed || busy.current) return;
      busy.current = true;
      void draw(armed).finally(() => {
        busy.current = false;
      });
    },
  };
}
