import type { Replica } from '../db/replicas.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { QueryPool } from './query-pool.ts';

/** A replica and the pool of its connections. */
type ReplicaLane = { readonly replica: Pick<Replica, 'isUsable' | 'countAnswer'>; readonly pool: QueryPool };

/**
 * Runs requests that read only records on the usable replica with the fewest requests. All others, and those that a
 * replica lost or canceled, run on the primary.
 */
export function createReplicaPool(primary: QueryPool, replicas: readonly ReplicaLane[]): QueryPool {
  const choose = (): ReplicaLane | undefined =>
    replicas
      .filter(({ replica }) => replica.isUsable())
      .map((lane) => ({ lane, load: countRequests(lane.pool) }))
      .toSorted((a, b) => a.load - b.load)[0]?.lane;
  return {
    async run(request, query) {
      const lane = request.readsRecords ? choose() : undefined;
      if (!lane) return primary.run(request, query);
      try {
        const result = await lane.pool.run(request, query);
        lane.replica.countAnswer();
        return result;
      } catch (error) {
        if (request.closed.aborted || !isReplicaFailure(error)) throw error;
        return primary.run(request, query);
      }
    },
    readState() {
      const states = [primary, ...replicas.map(({ pool }) => pool)].map((pool) => pool.readState());
      const sum = (name: 'max' | 'busy' | 'waiting') => states.reduce((total, state) => total + state[name], 0);
      return { max: sum('max'), busy: sum('busy'), waiting: sum('waiting') };
    },
    async close() {
      await Promise.all([primary, ...replicas.map(({ pool }) => pool)].map((pool) => pool.close()));
    },
  };
}

function countRequests(pool: QueryPool): number {
  const { busy, waiting } = pool.readState();
  return busy + waiting;
}

/** PostgreSQL's code for a query that conflicted with what a replica had to replay. */
const recoveryConflict = '40001';

const isReplicaFailure = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (error as { code?: unknown } | undefined)?.code === recoveryConflict;
