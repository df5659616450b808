import type { UnlockedResponse } from '#contract/workspace/records.ts';
import type { Sql } from '../db/sql.ts';

type Row = { readonly data: string; readonly meta: string; readonly stored_at: Date };

/** The stored responses to single requests, by their hashes; undefined where there is none. */
export async function findUnlockedResponses(
  sql: Sql,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<(UnlockedResponse | undefined)[]> {
  const rows = await sql<(Row & { readonly request_hash: Buffer })[]>`
    SELECT request_hash, data, meta, stored_at FROM stored_responses
    WHERE account_id = ${accountId} AND request_hash = ANY(${[...hashes]}::bytea[])`;
  const byHash = new Map(rows.map((row) => [row.request_hash.toString('hex'), row]));
  return hashes.map((hash) => {
    const row = byHash.get(hash.toString('hex'));
    return (
      row && {
        data: JSON.parse(row.data) as UnlockedResponse['data'],
        meta: JSON.parse(row.meta) as UnlockedResponse['meta'],
        at: row.stored_at.toISOString(),
      }
    );
  });
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
