import { setTimeout as sleep } from 'node:timers/promises';
import { connectReplica } from './open.ts';
import type { Pool } from './pool.ts';
import { formatServers } from './servers.ts';
import type { Sql } from './sql.ts';

/** A copy of the database that answers searches. */
export interface Replica {
  /** Its servers and database, without user and password. */
  readonly name: string;
  readonly sql: Pool;
  /** How many seconds it is behind the primary; undefined while it does not respond or is the primary. */
  readonly readLag: () => number | undefined;
  /** Whether it responds, is at most 5 seconds behind, and has not itself become the primary, which has enough load. */
  readonly isUsable: () => boolean;
  readonly countAnswer: () => void;
  /** How many requests it has answered. */
  readonly readAnswers: () => number;
}

/** The replicas of a database, checked every second until they are closed. */
export interface Replicas {
  readonly list: readonly Replica[];
  close(): Promise<void>;
}

const intervalMs = 1_000;
/** A replica that is further behind answers no request. */
export const maxLagSeconds = 5;
/** How many positions of the primary are remembered, one per second; a replica behind all of them is far behind. */
const maxPositions = 60;

/** The end of the primary's log at a time; positions only grow. */
type LogPosition = { readonly position: number; readonly atMs: number };

/** Starts to watch replicas; their slow statements go to the primary's log. None is usable before its first check. */
export function watchReplicas(primary: Pool, addresses: readonly string[]): Replicas {
  const positions: LogPosition[] = [];
  const stopping = new AbortController();
  const list = addresses.map((address) => createReplica(connectReplica(address, primary.options.slowLog), positions));
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await rememberPosition(primary, positions);
      await Promise.all(list.map((replica) => replica.check()));
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    list,
    async close() {
      stopping.abort();
      await Promise.all(list.map(({ sql }) => sql.end({ timeout: 1 })));
      await watching;
    },
  };
}

/** While the primary is unavailable there is no new position, and the lag of the replicas stays as it was. */
async function rememberPosition(primary: Sql, positions: LogPosition[]): Promise<void> {
  const atMs = performance.now();
  try {
    const [row] = await primary<{ position: number }[]>`
      SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS position`;
    if (!row) return;
    // A new primary may lack the end of the previous one's log.
    if (row.position < (positions.at(-1)?.position ?? 0)) positions.length = 0;
    positions.push({ position: row.position, atMs });
    if (positions.length > maxPositions) positions.shift();
  } catch {
    return;
  }
}

function createReplica(sql: Pool, positions: readonly LogPosition[]): Replica & { check(): Promise<void> } {
  let lag: number | undefined;
  let answers = 0;
  return {
    name: formatServers(sql.options.address),
    sql,
    readLag: () => lag,
    isUsable: () => lag !== undefined && lag <= maxLagSeconds,
    countAnswer: () => void (answers += 1),
    readAnswers: () => answers,
    async check() {
      try {
        const [row] = await sql<{ position: number | null }[]>`
          SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') END::bigint AS position`;
        const position = row?.position ?? undefined;
        lag = position === undefined ? undefined : calculateLag(position, positions, performance.now());
      } catch {
        lag = undefined;
      }
    },
  };
}

/** The seconds since the primary's log first went past `replayed`; 0 when the replica has everything that is known. */
function calculateLag(replayed: number, positions: readonly LogPosition[], nowMs: number): number {
  const missing = positions.find(({ position }) => position > replayed);
  return missing ? Math.max(0, nowMs - missing.atMs) / 1000 : 0;
}
