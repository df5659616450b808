import type { Sql } from '../service/db/open.ts';

/** One request of a trial: what its caller was told, if anything. */
export interface Call {
  requestId: string;
  outcome: 'answered' | 'refused' | 'lost';
  tenths: number;
}

/**
 * Holds the ledger of an account against what its callers were told: who was answered paid exactly that, once; who was
 * refused paid nothing; for who heard nothing either is right. The balance is grants minus ledger.
 */
export async function findFaults(
  sql: Sql,
  accountId: string,
  calls: readonly Call[],
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
  const known = new Set(calls.map(({ requestId }) => requestId));
  if (charges.some(({ request_id }) => !known.has(request_id))) faults.push('a charge belongs to no request');
  const lostButCharged = calls.filter(({ outcome, requestId }) => outcome === 'lost' && charged.has(requestId)).length;
  return { faults, lostButCharged };
}
