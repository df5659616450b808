import type { WorkspacePart } from '#contract/workspace/versions.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { bumpVersions } from './versions.ts';

/**
 * Deletes unlocked records with the searches, or everything but members, budget and the purchases that count against
 * it: those of the UTC day and of the session, and those in progress. Returns how many rows were deleted.
 */
export async function emptyWorkspace(
  db: Pool,
  accountId: string,
  what: 'records' | 'everything',
  now: Date,
): Promise<number> {
  return db.begin(async (tx) => {
    const work = what === 'everything' ? await deleteWork(tx, accountId) : 0;
    const records = await deleteRecords(tx, accountId);
    const purchases = what === 'everything' ? await deletePurchases(tx, accountId, now) : 0;
    await empty(tx, accountId, ['purchases', 'records', 'searches']);
    return work + records + purchases;
  });
}

/** Counts a deletion of parts: who knows an earlier version of them reads everything again. */
async function empty(tx: Sql, accountId: string, [first, ...others]: [WorkspacePart, ...WorkspacePart[]]) {
  await bumpVersions(tx, accountId, first, ...others);
  await tx`
    UPDATE versions SET emptied_version = version
    WHERE account_id = ${accountId} AND part = ANY(${[first, ...others]}::text[])`;
}

/** Locks each part before its rows, as every change of work does. */
async function deleteWork(tx: Sql, accountId: string): Promise<number> {
  await empty(tx, accountId, ['lists', 'reviews', 'saved_searches', 'stages', 'statuses', 'us']);
  return deleteFrom(
    tx,
    accountId,
    'statuses',
    'stages',
    'us',
    'company_lists',
    'saved_searches',
    'reviews',
    'reviewed',
  );
}

/**
 * In the order in which a purchase stores what it bought: records by kind and id, then searches, then the versions. In
 * another order the two could wait for each other.
 */
async function deleteRecords(tx: Sql, accountId: string): Promise<number> {
  await tx`
    SELECT count(*) FROM (
      SELECT FROM unlocked_records WHERE account_id = ${accountId} ORDER BY kind, id FOR UPDATE
    ) AS locked`;
  return deleteFrom(tx, accountId, 'unlocked_records', 'searches', 'stored_responses');
}

async function deletePurchases(tx: Sql, accountId: string, now: Date): Promise<number> {
  const day = new Date(Math.floor(now.getTime() / 86_400_000) * 86_400_000);
  const { count } = await tx`
    DELETE FROM purchases p WHERE account_id = ${accountId} AND state <> 'running'
      AND started_at < least(${day}, (SELECT session_started_at FROM budgets b WHERE b.account_id = p.account_id))`;
  return count;
}

async function deleteFrom(tx: Sql, accountId: string, ...tables: readonly string[]): Promise<number> {
  let deleted = 0;
  for (const table of tables) {
    deleted += (await tx`DELETE FROM ${tx.identifier(table)} WHERE account_id = ${accountId}`).count;
  }
  return deleted;
}
