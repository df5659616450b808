import type { Pool } from '../../service/db/pool.ts';

/** One paid request and the outcome that its caller saw. */
export interface Call {
  requestId: string;
  outcome: 'answered' | 'rejected' | 'lost';
  tenths: number;
}

/** Credits granted (with a unique reason) or set during the calls. A lost attempt may or may not have taken effect. */
export interface GrantAttempt {
  outcome: 'given' | 'lost' | 'wrong';
  reason?: string;
  tenths?: number;
}

/**
 * Compares an account's ledger with what its callers saw. A request with a response was charged once, exactly as
 * stated; a rejected one was not charged; a lost one may have been. The balance is grants minus ledger.
 */
export async function findFaults(
  sql: Pool,
  accountId: string,
  { calls, grants }: { calls: readonly Call[]; grants: readonly GrantAttempt[] },
): Promise<{ faults: string[]; lostButCharged: number }> {
  const charges = await sql<{ request_id: string; tenths: number }[]>`
    SELECT request_id, monthly_tenths + purchased_tenths AS tenths FROM ledger WHERE account_id = ${accountId}`;
  const [books] = await sql<{ balance: number; granted: number }[]>`
    SELECT monthly_tenths + purchased_tenths AS balance,
      (SELECT coalesce(sum(tenths), 0)::bigint FROM grants WHERE account_id = a.id) AS granted
    FROM accounts a WHERE id = ${accountId}`;
  const charged = new Map(charges.map(({ request_id, tenths }) => [request_id, tenths]));
  const faults: string[] = [];
  if (charged.size !== charges.length) faults.push('a request was charged twice');
  for (const { requestId, outcome, tenths } of calls) {
    const paid = charged.get(requestId) ?? 0;
    if (outcome === 'answered' && paid !== tenths) faults.push(`billed ${tenths} tenths, charged ${paid}`);
    if (outcome === 'rejected' && paid !== 0) faults.push(`rejected, but charged ${paid} tenths`);
  }
  const spent = charges.reduce((sum, { tenths }) => sum + tenths, 0);
  if (!books || books.balance < 0 || books.balance !== books.granted - spent) {
    faults.push(`granted ${books?.granted}, spent ${spent}, but the balance is ${books?.balance}`);
  }
  faults.push(...(await findWrongGrants(sql, accountId, grants)));
  const known = new Set(calls.map(({ requestId }) => requestId));
  if (charges.some(({ request_id }) => !known.has(request_id))) faults.push('a charge belongs to no request');
  const lostButCharged = calls.filter(({ outcome, requestId }) => outcome === 'lost' && charged.has(requestId)).length;
  return { faults, lostButCharged };
}

/** A confirmed grant is recorded once, with its amount; a balance that was set had the requested value. */
async function findWrongGrants(sql: Pool, accountId: string, attempts: readonly GrantAttempt[]): Promise<string[]> {
  const grants = await sql<{ reason: string; tenths: number }[]>`
    SELECT reason, tenths FROM grants WHERE account_id = ${accountId}`;
  return attempts.flatMap(({ outcome, reason, tenths }) => {
    if (outcome === 'wrong') return ['credits were set to another value'];
    if (outcome === 'lost' || reason === undefined) return [];
    const found = grants.filter((grant) => grant.reason === reason);
    return found.length === 1 && found[0]?.tenths === tenths
      ? []
      : [`the grant "${reason}" is recorded ${found.length} times`];
  });
}
