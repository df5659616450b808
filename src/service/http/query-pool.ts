import { openReader, type Reader } from '../db/open.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { ApiError } from './api-error.ts';

/** Limits of the query pool: time per query, time in the queue, and requests that query at once. */
export type QueryPoolLimits = {
  readonly queryTimeoutMs: number;
  readonly queueTimeoutMs: number;
  readonly maxConcurrent: number;
};

/** Runs the queries of a request on a connection of its own; `closed` cancels them when the client is gone. */
export type QueryPool = {
  readonly run: <T>(closed: AbortSignal, query: (db: Sql) => Promise<T>) => Promise<T>;
  /** The most requests at once, those that query, and those in the queue. */
  readonly readState: () => { readonly max: number; readonly busy: number; readonly waiting: number };
  readonly close: () => Promise<void>;
};

/**
 * A pool of connections for searches, each used by one request at a time, so that canceling a query never hits another
 * request. A query over its time limit fails with PostgreSQL's 57014 (504), a request too long in the queue with 503.
 * Keys, rate limits, charges and health checks use another pool, which searches never block.
 */
export function createQueryPool(
  db: Pool,
  { queryTimeoutMs, queueTimeoutMs, maxConcurrent }: QueryPoolLimits,
): QueryPool {
  const queue = createQueue(maxConcurrent, queueTimeoutMs);
  const readers = Array.from({ length: maxConcurrent }, () => openReader(db, queryTimeoutMs));
  // Last in, first out: the connection used last has its statements prepared and its pages cached.
  const free = [...readers];
  return {
    async run(closed, query) {
      await queue.enter(closed);
      const reader = free.pop();
      if (!reader) throw new Error('a place in the pool without a connection');
      try {
        return await runCancelable(reader, closed, query);
      } finally {
        free.push(reader);
        queue.leave();
      }
    },
    readState: queue.readState,
    async close() {
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
}

async function runCancelable<T>(reader: Reader, closed: AbortSignal, query: (db: Sql) => Promise<T>): Promise<T> {
  let canceling: Promise<unknown> = Promise.resolve();
  const cancel = () => {
    canceling = reader.stop().catch(() => undefined);
  };
  closed.addEventListener('abort', cancel, { once: true });
  try {
    closed.throwIfAborted();
    const result = await query(reader.sql);
    closed.throwIfAborted();
    return result;
  } finally {
    closed.removeEventListener('abort', cancel);
    // Until the cancel request has been sent, the next request on this connection could be hit by it.
    await canceling;
  }
}

type Waiter = { readonly enter: () => void };

function createQueue(max: number, timeoutMs: number) {
  let free = max;
  const waiting: Waiter[] = [];
  return {
    /** Resolves when there is room; throws 503 when there is none in time, and the signal's reason when it aborts. */
    enter(closed: AbortSignal): Promise<void> {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const settle = (settlePromise: () => void) => () => {
          clearTimeout(timer);
          closed.removeEventListener('abort', giveUp);
          const position = waiting.indexOf(waiter);
          if (position >= 0) waiting.splice(position, 1);
          settlePromise();
        };
        const waiter: Waiter = { enter: settle(resolve) };
        const giveUp = settle(() => reject(closed.reason as Error));
        const timer = setTimeout(
          settle(() => reject(new ApiError('serviceBusy'))),
          timeoutMs,
        );
        closed.addEventListener('abort', giveUp, { once: true });
        waiting.push(waiter);
      });
    },
    readState: () => ({ max, busy: max - free, waiting: waiting.length }),
    leave(): void {
      const next = waiting[0];
      if (next) next.enter();
      else free += 1;
    },
  };
}
