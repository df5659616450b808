import { randomBytes } from 'node:crypto';
import type { Sql } from '../db/sql.ts';
import { hashKey, parseKey } from '../http/presented-key.ts';

/** A new key: its prefix, the whole key, which is shown only once, and the stored hash. */
type NewKey = { readonly prefix: string; readonly key: string; readonly hash: Buffer };

/** Generates a key (contract 5): `start`, a prefix of 48 random bits and a secret of 192. */
export function generateKey(start = 'vg'): NewKey {
  const prefix = randomBytes(6).toString('hex');
  const key = `${start}_${prefix}_${randomBytes(24).toString('base64url')}`;
  return { prefix, key, hash: hashKey(key) };
}

/** A key as the command line lists it; the key itself is not stored. */
type KeySummary = {
  readonly prefix: string;
  readonly name: string;
  readonly account_id: string;
  readonly account_name: string;
  readonly created_at: Date;
  readonly disabled_at: Date | null;
};

const summary = (sql: Sql) => sql`k.prefix, k.name, k.account_id, a.name AS account_name, k.created_at, k.disabled_at`;

/** The keys of one account or of all, oldest first. */
export async function listKeys(sql: Sql, accountId?: string): Promise<KeySummary[]> {
  return sql<KeySummary[]>`
    SELECT ${summary(sql)} FROM api_keys k JOIN accounts a ON a.id = k.account_id
    ${accountId === undefined ? sql`` : sql`WHERE a.id = ${accountId}`} ORDER BY k.created_at, k.prefix`;
}

/** Adds a key to an account; it is shown only once. */
export async function createKey(sql: Sql, accountId: string, name: string): Promise<{ prefix: string; key: string }> {
  const { prefix, key, hash } = generateKey();
  await sql`
    INSERT INTO api_keys (prefix, secret_hash, account_id, name, created_at)
    VALUES (${prefix}, ${hash}, ${accountId}, ${name}, ${new Date()})`;
  return { prefix, key };
}

/** Disables a key, or enables it again; undefined when there is none with that prefix. */
export async function setKeyDisabled(sql: Sql, prefix: string, disabled: boolean): Promise<KeySummary | undefined> {
  const [row] = await sql<KeySummary[]>`
    UPDATE api_keys k SET disabled_at = CASE WHEN ${disabled} THEN coalesce(k.disabled_at, ${new Date()}) END
    FROM accounts a WHERE a.id = k.account_id AND k.prefix = ${prefix} RETURNING ${summary(sql)}`;
  return row;
}

/** Replaces an enabled key with a new one of the same name, account and member; undefined when there is none. */
export async function rotateKey(sql: Sql, oldPrefix: string): Promise<{ prefix: string; key: string } | undefined> {
  const { prefix, key, hash } = generateKey();
  const now = new Date();
  const [row] = await sql`
    WITH old AS (
      UPDATE api_keys SET disabled_at = ${now} WHERE prefix = ${oldPrefix} AND disabled_at IS NULL
      RETURNING account_id, name, member_id
    )
    INSERT INTO api_keys (prefix, secret_hash, account_id, name, member_id, created_at)
    SELECT ${prefix}, ${hash}, account_id, name, member_id, ${now} FROM old RETURNING prefix`;
  return row && { prefix, key };
}

/** Replaces all keys of an account by a given one. */
export async function replaceKeys(tx: Sql, accountId: string, key: string): Promise<void> {
  const presented = parseKey(key);
  if (!presented) throw new Error('this is no key');
  await tx`DELETE FROM api_keys WHERE account_id = ${accountId}`;
  await tx`
    INSERT INTO api_keys (prefix, secret_hash, account_id, name, created_at)
    VALUES (${presented.prefix}, ${hashKey(key)}, ${accountId}, 'browser', ${new Date()})`;
}

/** The id of a key's account; undefined if the key is unknown, disabled or malformed. The account may be disabled. */
export async function readKeyOwner(sql: Sql, key: string): Promise<string | undefined> {
  const presented = parseKey(key);
  if (!presented) return undefined;
  const [row] = await sql<{ account_id: string }[]>`
    SELECT account_id FROM api_keys
    WHERE prefix = ${presented.prefix} AND sha256(secret_hash || ${presented.salt}) = ${presented.proof}
      AND disabled_at IS NULL`;
  return row?.account_id;
}
