import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { createPoolLike, type Pool } from '../db/pool.ts';
import type { Place } from '../lookups/gazetteer.ts';
import { buildNext, type LoadCounts } from './build-next.ts';
import { loadLanes } from './copy-rows.ts';
import { ImportError } from './import-error.ts';
import type { MergeReport } from './matching/merge-report.ts';
import { checkLoadLock, dropNextSchema, loadLock, makeNextSchema, swapSchemas } from './next-schema.ts';
import type { SourceRecord } from './records.ts';

/** Where records come from, as it is stored beside them. */
export type Source = {
  key: string;
  title: string;
  licence: string;
  address: string | null;
  /**
   * The day that its records describe, its edition: of two sources that contradict each other the newer one is right,
   * and an older edition does not replace a newer one. Without it the day on which the newest deal was added.
   */
  snapshot?: string | null;
};

/** One load: a source with its records, in which whatever is named by key comes first. */
export type Feed = {
  source: Source;
  records: Iterable<SourceRecord> | AsyncIterable<SourceRecord>;
  /** Asked for when all records were given; stored with the source. */
  report?: () => unknown;
};

export type LoadStep = 'records' | 'matching' | 'figures' | 'indexes' | 'swap';

export type LoadOptions = {
  onStep?: (step: LoadStep) => void;
  signal?: AbortSignal;
  /** Does everything but the swap. */
  dryRun?: boolean;
  /** Lets an older edition of the source replace a newer one. */
  replaceNewer?: boolean;
  /** False keeps the source's records apart from those of all others. */
  merge?: boolean;
  /** All pairs of records that are not one, by id, domain or slug; those of the load before when not given. */
  keepApart?: [string, string][] | undefined;
  /** Is told what became one, with so many of each reason by name; not called where there is only one source. */
  onMerges?: (merges: MergeReport) => void;
  listedMerges?: number;
  /** The places to write; those that we ship when not given. */
  gazetteer?: Place[];
};

/**
 * Loads a source: builds all records anew in a schema beside the live one, and swaps when all of it is ready. A failure,
 * an abort or a kill at any moment changes nothing. The source's own records are replaced, those of others stay; real
 * records drive out the demo's. Without a feed only our places and industries are written.
 */
export async function load(sql: Pool, feed: Feed | undefined, options: LoadOptions = {}): Promise<LoadCounts> {
  const { signal } = options;
  signal?.throwIfAborted();
  const lock = await takeLoadLock(sql);
  const pool = openLoadPool(sql);
  const stop = () => void pool.end({ timeout: 0 });
  signal?.addEventListener('abort', stop, { once: true });
  const letHeapGrow = keepHeapSmall();
  try {
    signal?.throwIfAborted();
    await makeNextSchema(lock.connection);
    const counts = await buildNext(sql, pool, feed, options);
    signal?.throwIfAborted();
    options.onStep?.('swap');
    if (!options.dryRun) await swapSchemas(lock.connection);
    return counts;
  } catch (error) {
    signal?.throwIfAborted();
    throw createLoadError(error);
  } finally {
    letHeapGrow();
    signal?.removeEventListener('abort', stop);
    await pool.end({ timeout: 0 });
    // After a swap there is nothing to drop; where the database or the lock is gone the next load does it.
    await lock.connection.unsafe(`${checkLoadLock}; ${dropNextSchema}`).catch(() => undefined);
    await lock.release();
  }
}

type PostgresProblem = { code?: string; constraint?: string; detail?: string };

/** Writes our places and industries into a database without records, so that look-ups answer. */
export async function loadReference(sql: Pool): Promise<void> {
  await load(sql, undefined);
}

function createLoadError(error: unknown): unknown {
  const { code, constraint = '', detail } = error as PostgresProblem;
  if (code === '23505' && constraint.endsWith('_uuid_key')) {
    return new ImportError(
      `Another source has a record with the same id (${detail ?? constraint}). Nothing changed.`,
      'Import it under the same --source, so that it replaces the one before.',
      { cause: error },
    );
  }
  if ((error as { code?: string }).code !== '53100') return error;
  return new ImportError(
    'The disk of the database is full. Nothing changed.',
    'Free some space there: while an import runs, the old and the new records both exist.',
    { cause: error },
  );
}

/**
 * Lets the heap grow by a fifth at most before garbage is looked for, instead of doubling, until the returned function is called. A
 * load makes many gigabytes that live for a moment; what it remembers of a million deals is a quarter of one.
 */
function keepHeapSmall(): () => void {
  setFlagsFromString('--heap-growing-percent=20');
  return () => setFlagsFromString('--heap-growing-percent=0');
}

/** What a load that was killed still does on the server ends within this time. */
const lockTimeoutMs = 3_000;

/** Connections of the load's own, to which the plain names of tables mean the new ones. */
function openLoadPool(sql: Pool): Pool {
  return connectLike(sql, loadLanes, {
    search_path: 'data_next, public',
    // Only the swap must reach the disk at once, and it takes everything before it along.
    synchronous_commit: 'off',
    maintenance_work_mem: '256MB',
    work_mem: '64MB',
  });
}

type LoadLock = {
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
