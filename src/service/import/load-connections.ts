import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, createPoolLike } from '../db/pool.ts';
import { ImportError } from './import-error.ts';

/** Connections that a load writes through. */
export const loadLanes = 3;
/** Any fixed number, the same in every Fundscope: the session that holds it may load. */
export const loadLock = 4311;
/** What a load that was killed still does on the server ends within this time. */
const lockTimeoutMs = 3_000;

/** Connections of the load's own, to which the plain names of tables mean the new ones. */
export function openLoadPool(sql: Pool): Pool {
  return connectLike(sql, loadLanes, {
    search_path: 'data_next, public',
    // Only the swap must reach the disk at once, and it takes everything before it along.
    synchronous_commit: 'off',
    maintenance_work_mem: '256MB',
    work_mem: '64MB',
  });
}

export type LoadLock = {
  /** One connection: the lock is its own, and ends with it. */
  connection: Pool;
  release: () => Promise<void>;
};

/** Keeps other loads out of this database until it is released, or this process ends. */
export async function takeLoadLock(sql: Pool): Promise<LoadLock> {
  const connection = connectLike(sql, 1, { search_path: 'data, public' });
  const end = Date.now() + lockTimeoutMs;
  for (;;) {
    const [row] = await connection<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${loadLock}) AS taken`;
    if (row?.taken) return { connection, release: () => connection.end({ timeout: 0 }) };
    if (Date.now() > end) break;
    await sleep(100);
  }
  await connection.end();
  throw new ImportError('Another import is at work on this database.', 'Wait until it has ended, then import again.');
}

/** The statement that fails when its connection does not hold the lock: it broke and was made anew. */
export const checkLoadLock = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${loadLock} AND pid = pg_backend_pid())
    THEN RAISE EXCEPTION 'the connection that kept other imports out broke'; END IF;
  END $$`;

const connectLike = (sql: Pool, max: number, settings: Record<string, string>): Pool =>
  createPoolLike(sql, {
    max,
    // The lock is a connection's own.
    maxLifetimeSeconds: 0,
    settings: {
      application_name: 'fundscope import',
      statement_timeout: 0,
      // The server notices within a second that this process is gone, and stops a long index build for nobody.
      client_connection_check_interval: 1000,
      ...settings,
    },
  });
