import { openReader } from '../db/open.ts';
import type { Pool } from '../db/pool.ts';
import type { Replica } from '../db/replicas.ts';
import { cancelOnAbort } from '../db/run-cancellable.ts';
import type { Sql } from '../db/sql.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { createFairQueue, type QueueLimits, type QueueState } from './fair-queue.ts';

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
  /** The maximum of concurrent requests, those running and those queued, of all lanes. */
  readonly readState: () => QueueState;
  readonly close: () => Promise<void>;
};

/**
 * Pools of connections for searches and lookups. Each connection is used by one request at a time, so that canceling a
 * query never affects another request. A query over its time limit fails with PostgreSQL's 57014 (504), a request too
 * long in the queue with 503. Keys, rate limits, charges and health checks use another pool, so these never block them.
 *
 * Requests that read only records run on the usable replica with the fewest requests. All others, and those that a
 * replica lost or canceled, run on the primary.
 */
export function createQueryPool(db: Pool, limits: QueryPoolLimits, replicas: readonly Replica[] = []): QueryPool {
  const primary = createLanes(db, limits);
  const copies = replicas.map((replica) => ({ replica, lanes: createLanes(replica.sql, limits) }));
  const all = [primary, ...copies.map(({ lanes }) => lanes)];
  const findCopy = () =>
    copies
      .filter(({ replica }) => replica.isUsable())
      .map((copy) => ({ ...copy, load: countRequests(copy.lanes) }))
      .toSorted((a, b) => a.load - b.load)[0];
  return {
    async run(request, query) {
      const copy = request.readsRecords ? findCopy() : undefined;
      if (!copy) return primary[request.lane].run(request, query);
      try {
        const result = await copy.lanes[request.lane].run(request, query);
        copy.replica.countAnswer();
        return result;
      } catch (error) {
        if (request.closed.aborted || !isReplicaFailure(error)) throw error;
        return primary[request.lane].run(request, query);
      }
    },
    readState: () => sumStates(all),
    async close() {
      await Promise.all(all.flatMap(({ search, lookup }) => [search.close(), lookup.close()]));
    },
  };
}

type Lanes = ReturnType<typeof createLanes>;

const createLanes = (db: Pool, { queryTimeoutMs, search, lookup }: QueryPoolLimits) => ({
  search: createLane(db, queryTimeoutMs, search),
  lookup: createLane(db, queryTimeoutMs, lookup),
});

function createLane(db: Pool, queryTimeoutMs: number, limits: QueueLimits) {
  const queue = createFairQueue(limits);
  const readers = Array.from({ length: limits.maxConcurrent }, () => openReader(db, queryTimeoutMs));
  // Last in, first out: the connection used last has its statements prepared and its pages cached.
  const free = [...readers];
  return {
    run: <T>({ account, closed }: QueryRequest, query: (db: Sql) => Promise<T>): Promise<T> =>
      queue.run(account, closed, async () => {
        const reader = free.pop();
        if (!reader) throw new Error('a place in the pool without a connection');
        try {
          return await cancelOnAbort(closed, reader.stop, () => query(reader.sql));
        } finally {
          free.push(reader);
        }
      }),
    readState: queue.readState,
    close: async () => void (await Promise.all(readers.map((reader) => reader.close()))),
  };
}

const sumStates = (all: readonly Lanes[]): QueueState =>
  all
    .flatMap(({ search, lookup }) => [search.readState(), lookup.readState()])
    .reduce((a, b) => ({ max: a.max + b.max, busy: a.busy + b.busy, waiting: a.waiting + b.waiting }));

function countRequests(lanes: Lanes): number {
  const { busy, waiting } = sumStates([lanes]);
  return busy + waiting;
}

/** PostgreSQL's code for a query that conflicted with what a replica had to replay. */
const recoveryConflict = '40001';

const isReplicaFailure = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error as { code?: unknown } | undefined)?.code === recoveryConflict;
