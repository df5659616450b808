import type { Pool } from '../db/pool.ts';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/unavailable.ts';
import type { ChargeResult } from './charge.ts';
import { UnconfirmedChargeError } from './http-error.ts';

/** How long to wait for the database to return, or for another server to take over. */
const recoveryMs = 20_000;

/**
 * The result of a charge that ended in `error`; undefined if it was not made. A lost connection leaves that open, so
 * the ledger decides: errors are never charged, and responses always are (contract 3). Throws an UnconfirmedChargeError
 * if the ledger cannot be read within `waitMs`.
 */
export async function recoverCharge(
  db: Pool,
  error: unknown,
  accountId: string,
  chargeId: string,
  waitMs = recoveryMs,
): Promise<ChargeResult | undefined> {
  if (!isDatabaseUnavailable(error)) return undefined;
  try {
    return await retryWhileUnavailable(waitMs, () => findCharge(db, accountId, chargeId));
  } catch (cause) {
    throw isDatabaseUnavailable(cause) ? new UnconfirmedChargeError('The ledger was unavailable.', { cause }) : cause;
  }
}

async function findCharge(db: Pool, accountId: string, chargeId: string): Promise<ChargeResult | undefined> {
  return db.begin(async (tx) => {
    // Waits for a transaction that may still be running on the lost connection, and writes to the log: its commit waits
    // until a synchronous standby has this charge too.
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const [row] = await tx<ChargeResult[]>`
      SELECT l.monthly_tenths + l.purchased_tenths AS tenths, a.monthly_tenths AS monthly, a.purchased_tenths AS purchased,
        CASE WHEN l.purchased_tenths > 0 THEN 'purchased' ELSE 'monthly' END AS source
      FROM ledger l JOIN accounts a ON a.id = l.account_id WHERE l.charge_id = ${chargeId}::uuid`;
    return row;
  });
}
