import type { UnlockedResponse } from '#contract/workspace/records.ts';
import type { Sql } from '../db/sql.ts';

type Row = { readonly data: string; readonly meta: string; readonly stored_at: Date };

/** The stored response to a single request; undefined if there is none. */
export async function findUnlockedResponse(
  sql: Sql,
  accountId: string,
  hash: Buffer,
): Promise<UnlockedResponse | undefined> {
  const [row] = await sql<Row[]>`
    SELECT data, meta, stored_at FROM stored_responses WHERE account_id = ${accountId} AND request_hash = ${hash}`;
  return (
    row && {
      data: JSON.parse(row.data) as UnlockedResponse['data'],
      meta: JSON.parse(row.meta) as UnlockedResponse['meta'],
      at: row.stored_at.toISOString(),
    }
  );
}

/** Stores the response to a single request in the place of an earlier one. */
export async function storeResponse(
  tx: Sql,
  accountId: string,
  { hash, endpoint, data, meta, now }: { hash: Buffer; endpoint: string; data: object; meta: object; now: Date },
): Promise<void> {
  await tx`
    INSERT INTO stored_responses (account_id, request_hash, endpoint, data, meta, stored_at)
    VALUES (${accountId}, ${hash}, ${endpoint}, ${JSON.stringify(data)}, ${JSON.stringify(meta)}, ${now})
    ON CONFLICT (account_id, request_hash) DO UPDATE SET data = excluded.data, meta = excluded.meta, stored_at = excluded.stored_at`;
}
