import type { OurRecord } from '#contract/workspace/us.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { bumpVersions, lockPart } from './versions.ts';

/** The account's own fund, partners and portfolio, in order. */
export async function listUs(sql: Sql, accountId: string): Promise<OurRecord[]> {
  return sql<OurRecord[]>`SELECT kind, id, name FROM us WHERE account_id = ${accountId} ORDER BY place`;
}

/** Replaces the account's own records. */
export async function replaceUs(db: Pool, accountId: string, us: readonly OurRecord[]): Promise<OurRecord[]> {
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'us');
    const before = await listUs(tx, accountId);
    if (JSON.stringify(before) !== JSON.stringify(us)) await storeUs(tx, accountId, us);
    return [...us];
  });
}

/** Stores these records instead of those before. The part must be locked. */
export async function storeUs(tx: Sql, accountId: string, us: readonly OurRecord[]): Promise<void> {
  await bumpVersions(tx, accountId, 'us');
  await tx`DELETE FROM us WHERE account_id = ${accountId}`;
  await tx`
    INSERT INTO us (account_id, kind, id, name, place)
    SELECT ${accountId}, kind, id, name, place
    FROM unnest(${us.map(({ kind }) => kind)}::text[], ${us.map(({ id }) => id)}::uuid[],
      ${us.map(({ name }) => name)}::text[]) WITH ORDINALITY AS ours (kind, id, name, place)`;
}
