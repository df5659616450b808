import { useRef, useState } from 'react';
import { planPages } from '#contract/quote.ts';
import { createState } from '../../../../platform/state.ts';
import { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { useIsFree } from '../../../../spending/use-free-load.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { countRemaining, formatQueryKey, type SearchResults } from './stored-results.ts';

/** How a batch ended. The rows loaded until then stay unlocked in every case. */
export type BatchEnd = 'complete' | 'moved' | 'failed' | 'stopped';

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

/** The running or last batch of a query since the page was loaded. */
export const useBatch = (search: ResourceQuery): Batch | undefined => batches.use().get(formatQueryKey(search));

/** Forgets how the last batch of a query ended, because its rows are replaced. */
export function forgetBatch(search: ResourceQuery): void {
  batches.write(new Map([...batches.read()].filter(([key]) => key !== formatQueryKey(search))));
}

/** Shows a batch of so many rows after the first `from`; the callbacks report its pages and its end. */
export function startBatch(
  search: ResourceQuery,
  authorization: SpendAuthorization,
  { from, rows }: { readonly from: number; readonly rows: number },
) {
  const key = formatQueryKey(search);
  const write = (batch: Batch) => batches.write(new Map(batches.read()).set(key, batch));
  const change = (part: (batch: Batch) => Partial<Batch>) => {
    const batch = batches.read().get(key);
    if (batch) write({ ...batch, ...part(batch) });
  };
  const onStop = () => {
    authorization.cancel();
    change(() => ({ isStopping: true }));
  };
  const pages = planPages(from, rows).length;
  write({ pages, done: 0, readRows: from + rows, end: undefined, isStopping: false, onStop });
  return {
    onPage: () => change(({ done }) => ({ done: done + 1 })),
    onEnd(end: BatchEnd): BatchEnd {
      change(() => ({ end }));
      return end;
    },
  };
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
 * Loads rows while scrolling, on one authorization; `buy` loads so many more. It ends with the query, the screen, a
 * failure, or a changed total. Where rows are free it needs no authorization.
 */
export function useAllowance(
  search: ResourceQuery,
  results: SearchResults | undefined,
  buy: (authorization: SpendAuthorization, rows: number) => Promise<BatchEnd>,
): Allowance {
  const [armed, setArmed] = useState<Armed>();
  const busy = useRef(false);
  const isFree = useIsFree();
  const key = formatQueryKey(search);
  const isOver = armed && (armed.key !== key || results?.moved_from !== null);
  if (isOver) setArmed(undefined);

  const draw = async ({ authorization, leftRows }: Armed, before: SearchResults) => {
    const rows = Math.min(stepRows, leftRows, countRemaining(before) ?? stepRows);
    if (rows === 0) return setArmed(undefined);
    const end = await buy(authorization, rows);
    const left = leftRows - rows;
    setArmed((now) =>
      now?.authorization === authorization && end === 'complete' && left > 0 ? { ...now, leftRows: left } : undefined,
    );
  };

  return {
    leftRows: armed?.leftRows,
    onArm: (authorization, rows) => setArmed({ authorization, key, leftRows: rows }),
    onStop: () => setArmed(undefined),
    onEnd: () => {
      const drawn =
        armed ?? (isFree ? { authorization: SpendAuthorization.issueFree(), key, leftRows: stepRows } : undefined);
      if (!drawn || !results || busy.current) return;
      busy.current = true;
      void draw(drawn, results).finally(() => {
        busy.current = false;
      });
    },
  };
}
