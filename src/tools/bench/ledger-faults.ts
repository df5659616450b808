import type { Pool } from '../../service/db/pool.ts';

/** One request of a trial: what its caller was told, if anything. */
export interface Call {
  requestId: string;
  outcome: 'answered' | 'refused' | 'lost';
  tenths: number;
}

/** Credits given beside the calls: granted under a reason of their own, or set; lost ones may have been given or not. */
export interface Gift {
  outcome: 'given' | 'lost' | 'wrong';
  reason?: string;
  tenths?: number;
}

/**
 * Holds the ledger of an account against what its callers were told: who was answered paid exactly that, once; who was
 * refused paid nothing; for who heard nothing either is right. The balance is grants minus ledger.
 */
export async function findFaults(
  sql: Pool,
  accountId: string,
  { calls, gifts }: { calls: readonly Call[]; gifts: readonly Gift[] },
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
    if (outcome === 'answered' && paid !== tenths) faults.push(`told ${tenths} tenths, charged ${paid}`);
    if (outcome === 'refused' && paid !== 0) faults.push(`refused, but charged ${paid} tenths`);
  }
  const spent = charges.reduce((sum, { tenths }) => sum + tenths, 0);
  if (!books || books.balance < 0 || books.balance !== books.granted - spent) {
    faults.push(`granted ${books?.granted}, spent ${spent}, but the balance is ${books?.balance}`);
  }
  faults.push(...(await findWrongGifts(sql, accountId, gifts)));
  const known = new Set(calls.map(({ requestId }) => requestId));
  if (charges.some(({ request_id }) => !known.has(request_id))) faults.push('a charge belongs to no request');
  const lostButCharged = calls.filter(({ outcome, requestId }) => outcome === 'lost' && charged.has(requestId)).length;
  return { faults, lostButCharged };
}

/** A grant that was confirmed stands in the history once, with its amount; what was set had the value that was wanted. */
async function findWrongGifts(sql: Pool, accountId: string, gifts: readonly Gift[]): Promise<string[]> {
  const grants = await sql<{ reason: string; tenths: number }[]>`
    SELECT reason, tenths FROM grants WHERE account_id = ${accountId}`;
  return gifts.flatMap(({ outcome, reason, tenths }) => {
    if (outcome === 'wrong') return ['credits were set to another value'];
    if (outcome === 'lost' || reason === undefined) return [];
    const found = grants.filter((grant) => grant.reason === reason);
    return found.length === 1 && found[0]?.tenths === tenths
      ? []
      : [`the grant "${reason}" stands ${found.length} times`];
  });
}
