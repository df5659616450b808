import type { Sql } from '../db/sql.ts';
import { parseKey } from '../http/auth.ts';

/** The account that a working key belongs to; undefined for a key that is unknown here, disabled or no key at all; its account may be. */
export async function readKeyOwner(sql: Sql, key: string): Promise<string | undefined> {
  const presented = parseKey(key);
  if (!presented) return undefined;
  const [row] = await sql<{ account_id: string }[]>`
    SELECT account_id FROM api_keys
    WHERE prefix = ${presented.prefix} AND sha256(secret_hash || ${presented.salt}) = ${presented.proof}
      AND disabled_at IS NULL`;
  return row?.account_id;
}
