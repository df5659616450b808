import type { Sql } from '../db/sql.ts';
import type { KeyOwner } from '../http/rate-limit.ts';

/**
 * The member who sends a request: that of the key, or the first owner for the account's own keys; null before there are
 * members.
 */
export async function findSendingMember(
  sql: Sql,
  { accountId, memberId }: Pick<KeyOwner, 'accountId' | 'memberId'>,
): Promise<string | null> {
  if (memberId !== null) return memberId;
  const [owner] = await sql<{ id: string }[]>`SELECT id FROM members WHERE account_id = ${accountId} AND first`;
  return owner?.id ?? null;
}
