import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../db/sql.ts';
import { ImportError } from './import-error.ts';
import { checkLoadLock } from './load-connections.ts';

/** Readers wait behind the swap no longer than this; then it steps back and lets them go first. */
const lockTimeoutMs = 400;
const defaultTimeoutMs = 60_000;

/** Lock not got in time, deadlock: another query was in the way. */
const inTheWay = new Set(['55P03', '40P01']);

/** Puts the new records in the place of the old ones in one short transaction; nothing changes when it throws. */
export async function swapSchemas(connection: Sql, timeoutMs = defaultTimeoutMs): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      // One text is one transaction: all of it or nothing.
      await connection.unsafe(`
        ${checkLoadLock};
        SET LOCAL lock_timeout = ${lockTimeoutMs};
        DROP SCHEMA data CASCADE;
        ALTER SCHEMA data_next RENAME TO data;`);
      return;
    } catch (error) {
      if (!inTheWay.has((error as { code?: string }).code ?? '')) throw error;
      if (Date.now() > end) {
        throw new ImportError(
          'The new records were ready, but other queries kept the old ones in use. Nothing changed.',
          'Import again when long queries on this database have ended.',
          { cause: error },
        );
      }
      await sleep(200);
    }
  }
}
