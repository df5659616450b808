import type { OwnStage } from '#contract/workspace/statuses.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { bumpVersions, lockPart } from './versions.ts';

/** The account's own stages of the shortlist, in order. */
export async function listOwnStages(sql: Sql, accountId: string): Promise<OwnStage[]> {
  return sql<OwnStage[]>`SELECT id, name FROM stages WHERE account_id = ${accountId} ORDER BY place`;
}

/** Replaces the account's own stages. */
export async function replaceOwnStages(db: Pool, accountId: string, stages: readonly OwnStage[]): Promise<OwnStage[]> {
  return db.begin(async (tx) => {
    await lockPart(tx, accountId, 'stages');
    const before = await listOwnStages(tx, accountId);
    if (JSON.stringify(before) !== JSON.stringify(stages)) await storeStages(tx, accountId, stages);
    return [...stages];
  });
}

/** Stores these stages instead of those before. The part must be locked. */
export async function storeStages(tx: Sql, accountId: string, stages: readonly OwnStage[]): Promise<void> {
  await bumpVersions(tx, accountId, 'stages');
  await tx`DELETE FROM stages WHERE account_id = ${accountId}`;
  await tx`
    INSERT INTO stages (account_id, id, name, place)
    SELECT ${accountId}, id, name, place
    FROM unnest(${stages.map(({ id }) => id)}::text[], ${stages.map(({ name }) => name)}::text[])
      WITH ORDINALITY AS stage (id, name, place)`;
}
