import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { createPoolLike, type Pool } from '../db/pool.ts';
import { type BuildOptions, buildNext, type LoadCounts } from './build-next.ts';
import { loadLanes } from './copy-rows.ts';
import { ImportError } from './import-error.ts';
import {
  checkLoadLock,
  dropNextSchema,
  loadLock,
  createNextSchema,
  meterByRecords,
  swapSchemas,
} from './next-schema.ts';
import type { ImportFeed } from './records.ts';
import { rejectOnAbort } from './stop.ts';

export type LoadOptions = BuildOptions & {
  /** Does everything but the swap. */
  dryRun?: boolean;
  /** Keeps the records before, so that `restoreSchemaBefore` can undo the load. */
  keepBefore?: boolean;
};

/**
 * Loads a source: builds all records in a new schema next to the live one, and swaps the two when it is complete. A
 * failure, an abort or a kill at any moment changes nothing. The source's own records are replaced, those of others
 * stay. Real records replace the demo data. Without a feed only our places and industries are written.
 */
export async function load(sql: Pool, feed: ImportFeed | undefined, options: LoadOptions = {}): Promise<LoadCounts> {
  const { signal } = options;
  signal?.throwIfAborted();
  const lock = await acquireLoadLock(sql, signal);
  const pool = openLoadPool(sql);
  const stop = () => void pool.end({ timeout: 0 });
  signal?.addEventListener('abort', stop, { once: true });
  const letHeapGrow = keepHeapSmall();
  try {
    signal?.throwIfAborted();
    await createNextSchema(lock.connection);
    const counts = await rejectOnAbort(buildNext(sql, pool, feed, options), signal);
    signal?.throwIfAborted();
    options.onStep?.('swap');
    if (!options.dryRun) await swapSchemas(lock.connection, signal, { keepBefore: options.keepBefore ?? false });
    return counts;
  } catch (error) {
    signal?.throwIfAborted();
    throw explainLoadError(error);
  } finally {
    letHeapGrow();
    signal?.removeEventListener('abort', stop);
    await pool.end({ timeout: 0 });
    // After a swap there is nothing to drop; if the database or the lock is lost, the next load drops the schema.
    await lock.connection.unsafe(`${checkLoadLock}; ${dropNextSchema}`).catch(() => undefined);
    await lock.release();
  }
}

/** Whether the records before the last load are still here. */
export async function hasSchemaBefore(sql: Pool): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`SELECT to_regnamespace('data_before') IS NOT NULL AS there`;
  return row?.there ?? false;
}

/** Undoes a load that kept the records before; false if there are none. */
export async function restoreSchemaBefore(sql: Pool): Promise<boolean> {
  const lock = await acquireLoadLock(sql);
  try {
    if (!(await hasSchemaBefore(sql))) return false;
    await lock.connection
      .unsafe(`${meterByRecords('data_before')}; ${dropNextSchema}; ALTER SCHEMA data RENAME TO data_next;
      ALTER SCHEMA data_before RENAME TO data; ${dropNextSchema}`);
    return true;
  } finally {
    await lock.release();
  }
}

type PostgresProblem = { code?: string; constraint?: string; detail?: string };

/** Explains a duplicate id and a full disk; any other error is returned as it is. */
function explainLoadError(error: unknown): unknown {
  const { code, constraint = '', detail } = error as PostgresProblem;
  if (code === '23505' && constraint.endsWith('_uuid_key')) {
    return new ImportError(
      `Another source has a record with the same id (${detail ?? constraint}). Nothing changed.`,
      'Import it under the same --source, so that it replaces the one before.',
      { cause: error },
    );
  }
  if (code !== '53100') return error;
  return new ImportError(
    'The disk of the database is full. Nothing changed.',
    'Free some space there: while an import runs, the old and the new records both exist.',
    { cause: error, isTransient: true },
  );
}

/**
 * Limits the growth of the heap between garbage collections to a fifth, instead of doubling, until the returned
 * function is called. A load allocates many gigabytes of short-lived objects; a million deals keep a quarter of one.
 */
function keepHeapSmall(): () => void {
  setFlagsFromString('--heap-growing-percent=20');
  return () => setFlagsFromString('--heap-growing-percent=0');
}

/** The server ends the statements of a killed load within this time. */
const lockTimeoutMs = 3_000;

/** Opens the load's own connections, on which unqualified table names mean the new tables. */
function openLoadPool(sql: Pool): Pool {
  return connectLike(sql, loadLanes, {
    search_path: 'data_next, public',
    // Only the swap must be flushed at once, and that flushes everything before it.
    synchronous_commit: 'off',
    maintenance_work_mem: '256MB',
    work_mem: '64MB',
  });
}

type LoadLock = {
  /** The one connection that holds the lock; closing it releases the lock. */
  connection: Pool;
  release: () => Promise<void>;
};

/** Keeps other loads out of this database until the lock is released or this process ends. */
export async function acquireLoadLock(sql: Pool, signal?: AbortSignal): Promise<LoadLock> {
  const connection = connectLike(sql, 1, { search_path: 'data, public' });
  const end = Date.now() + lockTimeoutMs;
  try {
    for (;;) {
      const [row] = await connection<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${loadLock}) AS taken`;
      if (row?.taken) return { connection, release: keepAlive(connection) };
      if (Date.now() > end) break;
      await sleep(100);
      signal?.throwIfAborted();
    }
    throw new ImportError(
      'Another import is running on this database.',
      'Wait until it has ended, then import again.',
      {
        isTransient: true,
      },
    );
  } catch (error) {
    await connection.end({ timeout: 0 });
    throw error;
  }
}

/** Proxies close a connection that is idle for a minute. */
const keepAliveMs = 20_000;

/** Keeps a connection active until the returned function ends this. */
function keepAlive(connection: Pool): () => Promise<void> {
  const timer = setInterval(() => void connection`SELECT 1`.catch(() => undefined), keepAliveMs);
  return () => {
    clearInterval(timer);
    return connection.end({ timeout: 0 });
  };
}

const connectLike = (sql: Pool, max: number, settings: Record<string, string>): Pool =>
  createPoolLike(sql, {
    max,
    // The lock belongs to one connection.
    maxLifetimeSeconds: 0,
    settings: {
      application_name: 'fundscope import',
      statement_timeout: 0,
      // The server notices within a second that this process has ended, and stops a long index build.
      client_connection_check_interval: 1000,
      ...settings,
    },
  });
