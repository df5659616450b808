import { randomUUID } from 'node:crypto';
import type { CreditSource } from '#contract/enums.ts';
import { isRenewalDue, monthlyAfterRenewal } from '../accounts/renewal.ts';
import type { Pool, Transaction } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { isDatabaseUnavailable, retryWhileUnavailable } from '../db/unavailable.ts';
import { runInGroups } from './groups.ts';
import { HttpError, UnconfirmedChargeError } from './http-error.ts';
import { type IdempotentRequest, type StoredResponse, storeResponses } from './idempotency.ts';

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

/** Whether the key may see its balances (API-tier keys may not), and where the account can buy credits. */
type BalanceDisplay = { readonly seesBalance: boolean; readonly purchaseUrl: string };

/** A charge to be made, under its id in the ledger. */
type ChargeRequest = {
  readonly due: Charge;
  readonly display: BalanceDisplay;
  readonly id: string;
  /** The response to store in the transaction of the charge; it depends on what was charged. */
  readonly response?: ResponseToStore | undefined;
};

type ResponseToStore = {
  readonly idempotent: IdempotentRequest;
  readonly build: (charged: ChargeResult) => StoredResponse;
};

/** A charge with what is stored in its transaction. */
type ChargeWithRecords = ChargeRequest & {
  readonly store: (tx: Transaction, charged: ChargeResult) => Promise<void>;
};

/** What was charged and what is left, in tenths, and the source of the last credit; null if nothing was charged. */
export type ChargeResult = {
  readonly tenths: number;
  readonly monthly: number;
  readonly purchased: number;
  readonly source: CreditSource | null;
};

/**
 * Makes charges, those that arrive together in one transaction: a charge is made at once if none is in progress,
 * otherwise together with all others that wait. Each resolves after its commit and fails by itself; a 402 charges
 * nothing. A charge whose confirmation is lost is looked up in the ledger, not repeated.
 */
export type Charges = {
  /** Of identical requests at the same time, all but the first are rejected by their Idempotency-Key. */
  readonly make: (request: ChargeRequest) => Promise<ChargeResult>;
  /** Makes a charge and stores what was bought, in one transaction of its own. */
  readonly makeWithRecords: (request: ChargeWithRecords) => Promise<ChargeResult>;
};

/** Creates the charges of a gateway. */
export function createCharges(db: Pool): Charges {
  const makePlain = runInGroups((requests: readonly ChargeRequest[]) => chargeTogether(db, requests));
  const makeAndStore = runInGroups(async (requests: readonly ChargeRequest[]) => {
    try {
      return await storeTogether(db, requests);
    } catch (error) {
      if (requests.length === 1 || isDatabaseUnavailable(error)) throw error;
      // One of them failed, such as the second of two identical requests; the others must not.
      return Promise.allSettled(requests.map(async (request) => unwrap(await storeTogether(db, [request]))));
    }
  });
  const makeWithRecords = ({ due, display, id, store }: ChargeWithRecords) =>
    db.begin(async (tx) => {
      const charged = await charge(tx, due, display, id);
      await store(tx, charged);
      return charged;
    });
  const withRecovery =
    <R extends ChargeRequest>(run: (request: R) => Promise<ChargeResult>) =>
    (request: R): Promise<ChargeResult> =>
      run(request).catch((error: unknown) => recoverCharge(db, error, request));
  return {
    make: withRecovery((request: ChargeRequest) => (request.response ? makeAndStore : makePlain)(request)),
    makeWithRecords: withRecovery(makeWithRecords),
  };
}

/** Charges, and stores the responses of those that were charged, in one transaction. */
const storeTogether = (db: Pool, requests: readonly ChargeRequest[]): Promise<PromiseSettledResult<ChargeResult>[]> =>
  db.begin(async (tx) => {
    const outcomes = await chargeTogether(tx, requests);
    const responses = requests.flatMap(({ response }, at) => {
      const outcome = outcomes[at];
      if (!response || outcome?.status !== 'fulfilled') return [];
      return [{ idempotent: response.idempotent, response: response.build(outcome.value) }];
    });
    await storeResponses(tx, responses);
    return outcomes;
  });

/** How long to wait for the database to return, or for another server to take over. */
const recoveryMs = 20_000;

/**
 * The result of a charge that ended in `error`, or that error if it was not made. A lost connection leaves that open,
 * so the ledger decides: errors are never charged, and responses always are (contract 3). Throws an
 * UnconfirmedChargeError if the ledger cannot be read within `waitMs`.
 */
export async function recoverCharge(
  db: Pool,
  error: unknown,
  { due, id }: ChargeRequest,
  waitMs = recoveryMs,
): Promise<ChargeResult> {
  if (!isDatabaseUnavailable(error)) throw error;
  const made = await retryWhileUnavailable(waitMs, () => findCharge(db, due.accountId, id)).catch((cause: unknown) => {
    throw isDatabaseUnavailable(cause) ? new UnconfirmedChargeError('The ledger was unavailable.', { cause }) : cause;
  });
  if (!made) throw error;
  return made;
}

const findCharge = (db: Pool, accountId: string, chargeId: string): Promise<ChargeResult | undefined> =>
  db.begin(async (tx) => {
    // Waits for a transaction that may still be running on the lost connection, and writes to the log: its commit waits
    // until a synchronous standby has this charge too.
    await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
    const [row] = await tx<ChargeResult[]>`
      SELECT l.monthly_tenths + l.purchased_tenths AS tenths, a.monthly_tenths AS monthly, a.purchased_tenths AS purchased,
        CASE WHEN l.purchased_tenths > 0 THEN 'purchased' ELSE 'monthly' END AS source
      FROM ledger l JOIN accounts a ON a.id = l.account_id WHERE l.charge_id = ${chargeId}::uuid`;
    return row;
  });

/** Makes one charge. If the balance is too low, throws 402 and charges nothing (contract 3). */
export const charge = async (
  sql: Sql,
  due: Charge,
  display: BalanceDisplay,
  id: string = randomUUID(),
): Promise<ChargeResult> => unwrap(await chargeTogether(sql, [{ due, display, id }]));

function unwrap([outcome]: readonly PromiseSettledResult<ChargeResult>[]): ChargeResult {
  if (outcome?.status !== 'fulfilled') throw outcome?.reason;
  return outcome.value;
}

/**
 * Makes charges of any accounts in one atomic statement, with the same outcomes as one after the other. If an account's
 * balance is too low for all its charges, those are made one by one. The outcome of a charge over the balance is 402.
 */
async function chargeTogether(
  sql: Sql,
  requests: readonly ChargeRequest[],
): Promise<PromiseSettledResult<ChargeResult>[]> {
  const rows = await takeCredits(sql, requests);
  const outcomes: PromiseSettledResult<ChargeResult>[] = [];
  for (const [at, request] of requests.entries()) {
    const row = rows[at];
    if (row?.paid) outcomes.push({ status: 'fulfilled', value: buildResult(row) });
    else if (row && row.charges > 1)
      outcomes.push(...(await Promise.allSettled([charge(sql, request.due, request.display, request.id)])));
    else outcomes.push({ status: 'rejected', reason: createChargeError(request, row) });
  }
  return outcomes;
}

/**
 * Deducts the credits and writes the ledger in one atomic statement: monthly credits before purchased ones, after the
 * monthly renewal if it is due; nothing from an unmetered account, nor from one that cannot pay for all its charges.
 * Accounts are locked in the order of their ids, so that statements cannot deadlock.
 */
async function takeCredits(sql: Sql, requests: readonly ChargeRequest[]): Promise<(ChargeRow | undefined)[]> {
  const column = <T>(read: (due: Charge) => T): T[] => requests.map(({ due }) => read(due));
  const found = await sql<(ChargeRow & { place: number })[]>`
    WITH due AS (
      SELECT * FROM unnest(${requests.map(({ id }) => id)}::uuid[], ${column((due) => due.accountId)}::uuid[],
        ${column((due) => due.keyPrefix)}::text[], ${column((due) => due.requestId)}::text[],
        ${column((due) => due.endpoint)}::text[], ${column((due) => due.rows)}::int[],
        ${column((due) => due.tenths)}::bigint[], ${column((due) => due.now.toISOString())}::timestamptz[]
      ) WITH ORDINALITY AS due (charge_id, account_id, key_prefix, request_id, endpoint, row_count, tenths, moment, place)
    ), before AS (
      SELECT id, purchased_tenths AS purchased, monthly_tenths AS left_over, this_month.starts, now.moment, now.charges,
        ${isRenewalDue(sql)} AS renewed, ${monthlyAfterRenewal(sql)} AS monthly,
        CASE WHEN unmetered THEN 0 ELSE now.tenths END AS tenths, unmetered
      FROM accounts
        JOIN (SELECT account_id, max(moment) AS moment, count(*)::int AS charges, sum(tenths)::bigint AS tenths
          FROM due GROUP BY account_id) AS now ON now.account_id = id,
        LATERAL (SELECT date_trunc('month', now.moment AT TIME ZONE 'UTC')::date) AS this_month (starts)
      ORDER BY id
      FOR UPDATE OF accounts
    ), share AS (
      SELECT *, least(monthly, tenths) AS from_monthly, tenths - least(monthly, tenths) AS from_purchased
      FROM before
    ), paid AS (
      UPDATE accounts a
      SET monthly_tenths = share.monthly - from_monthly, purchased_tenths = share.purchased - from_purchased,
        monthly_since = CASE WHEN renewed THEN share.starts ELSE a.monthly_since END
      FROM share WHERE a.id = share.id AND share.purchased >= from_purchased
      RETURNING share.*
    ), renewal AS (
      INSERT INTO grants (account_id, source, tenths, reason, granted_at)
      SELECT id, 'monthly', monthly - left_over, 'monthly renewal', moment
      FROM paid WHERE renewed AND monthly <> left_over
    ), running AS (
      SELECT due.*, share.monthly, share.purchased, share.charges, price,
        sum(price) OVER (PARTITION BY due.account_id ORDER BY place)::bigint - price AS earlier
      FROM due JOIN share ON share.id = due.account_id,
        LATERAL (SELECT CASE WHEN unmetered THEN 0 ELSE due.tenths END) AS priced (price)
    ), taken AS (
      SELECT *, least(monthly, earlier + price) - least(monthly, earlier) AS from_monthly FROM running
    ), entry AS (
      INSERT INTO ledger (charge_id, account_id, key_prefix, request_id, endpoint, row_count, monthly_tenths,
        purchased_tenths, charged_at)
      SELECT charge_id, account_id, key_prefix, request_id, endpoint, row_count, from_monthly, price - from_monthly, moment
      FROM taken WHERE price > 0 AND account_id IN (SELECT id FROM paid)
    )
    SELECT place, charges, from_monthly, price - from_monthly AS from_purchased, monthly - least(monthly, earlier) AS monthly,
      purchased - (earlier - least(monthly, earlier)) AS purchased, account_id IN (SELECT id FROM paid) AS paid
    FROM taken`;
  const rows = requests.map((): ChargeRow | undefined => undefined);
  for (const row of found) rows[row.place - 1] = row;
  return rows;
}

/**
 * Balances before a charge and what it deducts from them, in tenths; `charges` counts its account's in the statement.
 */
type ChargeRow = {
  monthly: number;
  purchased: number;
  from_monthly: number;
  from_purchased: number;
  charges: number;
  paid: boolean;
};

const buildResult = (row: ChargeRow): ChargeResult => ({
  tenths: row.from_monthly + row.from_purchased,
  monthly: row.monthly - row.from_monthly,
  purchased: row.purchased - row.from_purchased,
  source: row.from_purchased > 0 ? 'purchased' : row.from_monthly > 0 ? 'monthly' : null,
});

function createChargeError({ due: { tenths }, display }: ChargeRequest, balance: ChargeRow | undefined): Error {
  if (!balance) return new Error('the account of a valid key does not exist');
  const { seesBalance, purchaseUrl } = display;
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
