import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../db/pool.ts';
import { loadLock } from './load-connections.ts';
import { dropNextSchema } from './next-schema.ts';

/** The server notices within a second that a load's process was killed, and lets its lock go. */
const timeoutMs = 1_500;

/** Drops what a load that was killed left behind; never while a load is at work, which then cleans up by itself. */
export async function dropStaleSchemas(sql: Pool): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (await hasStaleSchema(sql)) {
    const dropped = await sql.begin(async (tx) => {
      const [lock] = await tx<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${loadLock}) AS taken`;
      if (lock?.taken) await tx.unsafe(dropNextSchema);
      return lock?.taken ?? false;
    });
    if (dropped || Date.now() > end) return;
    await sleep(100);
  }
}

async function hasStaleSchema(sql: Pool): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`SELECT to_regnamespace('data_next') IS NOT NULL AS there`;
  return row?.there ?? false;
}
