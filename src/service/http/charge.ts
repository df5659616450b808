import { randomUUID } from 'node:crypto';
import type { CreditSource } from '#contract/enums.ts';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/unavailable.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError, UnconfirmedChargeError } from './http-error.ts';

/** A charge, in tenths of a credit. */
export type Charge = {
  readonly accountId: string;
  readonly keyPrefix: string;
  readonly requestId: string;
  readonly endpoint: string;
  readonly rows: number;
  readonly tenths: number;
  readonly now: Date;
};

/** Whether the key sees its balances (API-tier keys do not), and where the account can buy credits. */
export type BalanceDisplay = { readonly seesBalance: boolean; readonly purchaseUrl: string };

/** What was taken and what is left, in tenths, and the source of the last credit taken; null when nothing was taken. */
export type ChargeResult = {
  readonly tenths: number;
  readonly monthly: number;
  readonly purchased: number;
  readonly source: CreditSource | null;
};

/**
 * Takes the credits and writes the ledger in one atomic statement: monthly credits before purchased ones, after the
 * monthly renewal where it is due; nothing from an unmetered account. Throws 402 and takes nothing when the balance is too low (contract 3).
 */
export async function charge(
  sql: Sql,
  due: Charge,
  display: BalanceDisplay,
  chargeId: string = randomUUID(),
): Promise<ChargeResult> {
  const [row] = await sql<ChargeRow[]>`
    WITH before AS (
      SELECT id, purchased_tenths AS purchased, monthly_tenths AS left_over, this_month.starts,
        monthly_since < this_month.starts AS renewed,
        CASE WHEN monthly_since < this_month.starts THEN monthly_allowance ELSE monthly_tenths END AS monthly,
        CASE WHEN unmetered THEN 0 ELSE ${due.tenths}::bigint END AS tenths
      FROM accounts, (SELECT date_trunc('month', ${due.now}::timestamptz AT TIME ZONE 'UTC')::date) AS this_month (starts)
      WHERE id = ${due.accountId}
      FOR UPDATE OF accounts
    ), share AS (
      SELECT *, least(monthly, tenths) AS from_monthly, tenths - least(monthly, tenths) AS from_purchased
      FROM before
    ), paid AS (
      UPDATE accounts a
      SET monthly_tenths = share.monthly - from_monthly, purchased_tenths = share.purchased - from_purchased,
        monthly_since = greatest(a.monthly_since, share.starts)
      FROM share WHERE a.id = share.id AND share.purchased >= from_purchased
      RETURNING share.*
    ), renewal AS (
      INSERT INTO grants (account_id, source, tenths, reason, granted_at)
      SELECT id, 'monthly', monthly - left_over, 'monthly renewal', ${due.now}
      FROM paid WHERE renewed AND monthly <> left_over
    ), entry AS (
      INSERT INTO ledger (charge_id, account_id, key_prefix, request_id, endpoint, row_count, monthly_tenths,
        purchased_tenths, charged_at)
      SELECT ${chargeId}::uuid, id, ${due.keyPrefix}, ${due.requestId}, ${due.endpoint}, ${due.rows},
        from_monthly, from_purchased, ${due.now}
      FROM paid WHERE tenths > 0
    )
    SELECT monthly, purchased, from_monthly, from_purchased, EXISTS (SELECT FROM paid) AS paid FROM share`;
  if (!row) throw new Error('the account of a valid key does not exist');
  if (!row.paid) throw createCreditError(due.tenths, row, display);
  return {
    tenths: row.from_monthly + row.from_purchased,
    monthly: row.monthly - row.from_monthly,
    purchased: row.purchased - row.from_purchased,
    source: row.from_purchased > 0 ? 'purchased' : row.from_monthly > 0 ? 'monthly' : null,
  };
}

/** `charge` outside a transaction, with recovery: a charge whose confirmation is lost is looked up, not repeated. */
export async function chargeWithRecovery(db: Pool, due: Charge, display: BalanceDisplay): Promise<ChargeResult> {
  const chargeId = randomUUID();
  try {
    return await charge(db, due, display, chargeId);
  } catch (error) {
    const recovered = await recoverCharge(db, error, due.accountId, chargeId);
    if (!recovered) throw error;
    return recovered;
  }
}

/** How long to wait for the database to come back, or for another server to take its place. */
const recoveryMs = 20_000;

/**
 * The result of a charge that ended in `error`; undefined when it was not made. A lost connection leaves that open, so
 * the ledger decides: errors are never charged, and responses always are (contract 3). Throws an UnconfirmedChargeError when
 * the ledger cannot be read within `waitMs`.
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
    // Waits for a transaction that may still be running behind the lost connection, and writes to the log: its commit
    // waits until a synchronous standby has this charge too.
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const [row] = await tx<ChargeResult[]>`
      SELECT l.monthly_tenths + l.purchased_tenths AS tenths, a.monthly_tenths AS monthly, a.purchased_tenths AS purchased,
        CASE WHEN l.purchased_tenths > 0 THEN 'purchased' ELSE 'monthly' END AS source
      FROM ledger l JOIN accounts a ON a.id = l.account_id WHERE l.charge_id = ${chargeId}::uuid`;
    return row;
  });
}

type ChargeRow = { monthly: number; purchased: number; from_monthly: number; from_purchased: number; paid: boolean };

function createCreditError(
  tenths: number,
  balance: ChargeRow,
  { seesBalance, purchaseUrl }: BalanceDisplay,
): HttpError {
  const needed = Math.ceil(tenths / 10);
  const price = `${needed} ${needed === 1 ? 'credit' : 'credits'}`;
  return new HttpError('insufficientCredits', {
    price,
    credits_needed: needed,
    monthly_credits_remaining: seesBalance ? Math.floor(balance.monthly / 10) : null,
    purchased_credits_remaining: seesBalance ? Math.floor(balance.purchased / 10) : null,
    help: purchaseUrl,
  });
}
