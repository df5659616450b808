import { randomUUID } from 'node:crypto';
import type { CreditSource } from '#contract/enums.ts';
import { isRenewalDue, monthlyAfterRenewal } from '../accounts/renewal.ts';
import type { Sql } from '../db/sql.ts';
import { HttpError } from './http-error.ts';

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
export type ChargeRequest = { readonly due: Charge; readonly display: BalanceDisplay; readonly id: string };

/** What was charged and what is left, in tenths, and the source of the last credit; null if nothing was charged. */
export type ChargeResult = {
  readonly tenths: number;
  readonly monthly: number;
  readonly purchased: number;
  readonly source: CreditSource | null;
};

/** Makes one charge. If the balance is too low, throws 402 and charges nothing (contract 3). */
export async function charge(
  sql: Sql,
  due: Charge,
  display: BalanceDisplay,
  id: string = randomUUID(),
): Promise<ChargeResult> {
  const [outcome] = await chargeTogether(sql, [{ due, display, id }]);
  if (outcome?.status !== 'fulfilled') throw outcome?.reason;
  return outcome.value;
}

/**
 * Makes charges of any accounts in one atomic statement, with the same outcomes as one after the other. If an account's
 * balance is too low for all its charges, those are made one by one. The outcome of a charge over the balance is 402.
 */
export async function chargeTogether(
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
