import { openReader, type Reader } from '../db/open.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { createFairQueue, type FairQueue, type QueueLimits } from './fair-queue.ts';

/** The queue of a request: a search reads much of the data, a lookup one record or a few names. */
type Lane = 'search' | 'lookup';

/** Limits of the query pool: time per query, and those of each lane's queue. */
export type QueryPoolLimits = Readonly<Record<Lane, QueueLimits>> & { readonly queryTimeoutMs: number };

/** A request that runs queries; `closed` cancels them when the client disconnects. */
type QueryRequest = {
  readonly lane: Lane;
  readonly account: string;
  readonly closed: AbortSignal;
  /** Whether it reads only records, so that a replica may answer it. */
  readonly readsRecords: boolean;
};

/** Runs the queries of a request on a dedicated connection. */
export type QueryPool = {
  readonly run: <T>(request: QueryRequest, query: (db: Sql) => Promise<T>) => Promise<T>;
  /** The maximum of concurrent requests, those running and those queued, of both lanes. */
  readonly readState: FairQueue['readState'];
  readonly close: () => Promise<void>;
};

/**
 * Pools of connections for searches and lookups. Each connection is used by one request at a time, so that canceling a
 * query never affects another request. A query over its time limit fails with PostgreSQL's 57014 (504), a request too
 * long in the queue with 503. Keys, rate limits, charges and health checks use another pool, so these never block them.
 */
export function createQueryPool(db: Pool, { queryTimeoutMs, ...limits }: QueryPoolLimits): QueryPool {
  const lanes = {
    search: createLane(db, queryTimeoutMs, limits.search),
    lookup: createLane(db, queryTimeoutMs, limits.lookup),
  };
  return {
    run: async (request, query) => lanes[request.lane].run(request, query),
    readState() {
      const [a, b] = [lanes.search.readState(), lanes.lookup.readState()];
      return { max: a.max + b.max, busy: a.busy + b.busy, waiting: a.waiting + b.waiting };
    },
    async close() {
      await Promise.all([lanes.search.close(), lanes.lookup.close()]);
    },
  };
}

function createLane(db: Pool, queryTimeoutMs: number, limits: QueueLimits): QueryPool {
  const queue = createFairQueue(limits);
  const readers = Array.from({ length: limits.maxConcurrent }, () => openReader(db, queryTimeoutMs));
  // Last in, first out: the connection used last has its statements prepared and its pages cached.
  const free = [...readers];
  return {
    async run({ account, closed }, query) {
      await queue.enter(account, closed);
      const reader = free.pop();
      if (!reader) throw new Error('a place in the pool without a connection');
      try {
        return await runCancelable(reader, closed, query);
      } finally {
        free.push(reader);
        queue.leave(account);
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
    // Until the cancel request has been sent, it could hit the next request on this connection.
    await canceling;
  }
}
