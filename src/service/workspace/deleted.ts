import type { Sql } from '../db/sql.ts';

/** How long a deleted list or saved search can come back. */
const undoDays = 30;
/** The most deleted ones that an account keeps until then, and their size. */
const maxDeleted = 200;
const maxDeletedBytes = 100_000_000;

/** Removes what was deleted too long ago to come back, and the oldest of too many. */
export async function dropDeleted(
  tx: Sql,
  table: 'company_lists' | 'saved_searches',
  accountId: string,
  now: Date,
): Promise<void> {
  const size =
    table === 'company_lists'
      ? tx`octet_length(text) + octet_length(matches) + octet_length(choices) + octet_length(incomplete)`
      : tx`octet_length(definition)`;
  await tx`
    DELETE FROM ${tx.identifier(table)} WHERE account_id = ${accountId} AND id IN (
      SELECT id FROM (
        SELECT id, deleted_at, row_number() OVER latest AS place, sum(${size}) OVER latest AS bytes
        FROM ${tx.identifier(table)} WHERE account_id = ${accountId} AND deleted_at IS NOT NULL
        WINDOW latest AS (ORDER BY deleted_at DESC, id ROWS UNBOUNDED PRECEDING)
      ) AS deleted
      WHERE deleted_at <= ${now}::timestamptz - ${undoDays} * interval '1 day' OR place > ${maxDeleted} OR bytes > ${maxDeletedBytes})`;
}
