import { isDatabaseUnavailable } from '../db/unavailable.ts';
import type { Pool } from '../db/pool.ts';
import { HttpError } from './http-error.ts';

/**
 * Remembers for a while that the database's disk is full, which PostgreSQL reports only to the statement that fails.
 */
export type DiskWatch = {
  /** The error to respond with: a full disk, even if it stopped the database server; otherwise the error itself. */
  readonly explain: (error: unknown) => Promise<unknown>;
  /** Throws if the database does not respond, or recently could not write and still cannot. */
  readonly check: () => Promise<void>;
};

const memoryMs = 60_000;
const hasNoSpace = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === '53100';

/**
 * Watches the disk of a database. `isDiskFull` examines the disk itself, because a server that stopped when another
 * program filled the disk reports no reason.
 */
export function createDiskWatch(db: Pool, isDiskFull: () => Promise<boolean>): DiskWatch {
  let fullUntil = -Infinity;
  async function explain(error: unknown): Promise<unknown> {
    const isStopped = isDatabaseUnavailable(error) && (performance.now() < fullUntil || (await isDiskFull()));
    if (!isStopped && !hasNoSpace(error)) return error;
    fullUntil = performance.now() + memoryMs;
    return new HttpError('databaseDiskFull');
  }
  return {
    explain,
    async check() {
      try {
        await db`SELECT 1`;
        if (performance.now() >= fullUntil) return;
        await writeTemporaryFile(db);
        fullUntil = -Infinity;
      } catch (error) {
        throw await explain(error);
      }
    },
  };
}

/** Writes a temporary file of two megabytes, by a sort that exceeds its memory; nothing remains of it. */
export const writeTemporaryFile = (db: Pool): Promise<void> =>
  db.begin(async (tx) => {
    await tx`SET LOCAL work_mem = '64kB'`;
    await tx`SELECT count(*) FROM (SELECT repeat(md5(i::text), 32) AS filler FROM generate_series(1, 2000) AS i ORDER BY 1 OFFSET 1) AS sorted`;
  });
