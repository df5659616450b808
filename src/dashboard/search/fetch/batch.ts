import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { createState } from '../../platform/state.ts';
import { fetchPages, formatQueryKey, readResults } from './fetch-results.ts';
import { countRemaining } from './search-results.ts';
import { planPages } from '../../purchase/price.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { useRef, useState } from 'react';

/** How a batch ended. The rows loaded until then stay unlocked in every case. */
type BatchEnd = 'complete' | 'moved' | 'failed' | 'stopped';

/** A purchase of rows in several requests, running or ended. */
export type Batch = {
  /** Number of requests, and how many are done. */
  readonly pages: number;
  readonly done: number;
  /** Loaded rows when it is complete, including those before it. */
  readonly readRows: number;
  readonly end: BatchEnd | undefined;
  /** The user stopped it; the running request is still awaited. */
  readonly isStopping: boolean;
  readonly onStop: () => void;
};

/** The last batch of each query. It continues while the user is on another screen. */
const batches = createState<ReadonlyMap<string, Batch>>(new Map());

const toKey = (search: ResourceQuery): string => `${search.resource.name} ${formatQueryKey(search)}`;

/** The running or last batch of a query since the page was loaded. */
export const useBatch = (search: ResourceQuery): Batch | undefined => batches.use().get(toKey(search));

/** Forgets how the last batch of a query ended, because its rows are replaced. */
export function forgetBatch(search: ResourceQuery): void {
  batches.write(new Map([...batches.read()].filter(([key]) => key !== toKey(search))));
}

/**
 * Loads rows after the loaded ones, page by page. Each page is charged on arrival and stays unlocked after a stop, a
 * failure or a reload, so the same purchase can continue later.
 */
export async function runBatch(
  authorization: SpendAuthorization,
  client: QueryClient,
  search: ResourceQuery,
  rows: number,
): Promise<BatchEnd> {
  const from = readResults(client, search)?.bought ?? 0;
  const requests = planPages(from, rows);
  const key = toKey(search);
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
  const end = await fetchPages(authorization, client, search, requests, () => {
    done += 1;
    change({ done });
  });
  change({ end });
  return end;
}

/** Rows to load each time the end of the table is reached. */
const stepRows = 25;

type Armed = { readonly authorization: SpendAuthorization; readonly key: string; readonly leftRows: number };

/** An allowance of rows to load while scrolling. */
type Allowance = {
  /** Rows that may still be loaded; undefined without an allowance. */
  readonly leftRows: number | undefined;
  readonly onArm: (authorization: SpendAuthorization, rows: number) => void;
  readonly onStop: () => void;
  /** Call when the end of the table is reached by scrolling: loads the next rows within the allowance. */
  readonly onEnd: () => void;
};

/**
 * Loads rows while scrolling, on one authorization. It ends with the query, the screen, a failure, or a changed total.
 */
export function useAllowance(search: ResourceQuery, shared?: string): Allowance {
  const client = useQueryClient();
  const [armed, setArmed] = useState<Armed>();
  const busy = useRef(false);
  const key = `${formatQueryKey(search)} ${shared}`;
  if (armed && armed.key !== key) setArmed(undefined);

  const draw = async ({ authorization, leftRows }: Armed) => {
    const before = readResults(client, search);
    const rows = before ? Math.min(stepRows, leftRows, countRemaining(before) ?? stepRows) : 0;
    if (!before || rows === 0) return setArmed(undefined);
    await fetchPages(authorization, client, search, planPages(before.bought, rows));
    const after = readResults(client, search);
    const left = leftRows - rows;
    const mayContinue = after?.bought === before.bought + rows && after.total === before.total && left > 0;
    setArmed((now) => (now?.authorization === authorization && mayContinue ? { ...now, leftRows: left } : undefined));
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
