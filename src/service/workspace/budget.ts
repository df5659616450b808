import type { Budget, changeBudget } from '#contract/workspace/budget.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { Pool } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { bumpVersions } from './versions.ts';

/** The default budget of a session in tenths of a credit: one page of 500 rows. */
const defaultSessionTenths = 5000;
/** A session ends when nothing was bought for this long. */
const sessionIdleMs = 8 * 3600_000;

/** Whether a session has ended because nothing was bought for the idle time. */
const isIdle = (sql: Sql, now: Date): Fragment =>
  sql`last_purchase_at < ${now}::timestamptz - ${sessionIdleMs} * interval '1 millisecond'`;

/**
 * Locks the budget of an account for the rest of a transaction, so that purchases are reserved one after the other;
 * creates it if there is none. A transaction may change the row only once: a second change would lock the account, on
 * which a charge may wait that this transaction waits for.
 */
export async function lockBudget(tx: Sql, accountId: string, now: Date): Promise<void> {
  for (;;) {
    const [row] = await tx`SELECT FROM budgets WHERE account_id = ${accountId} FOR NO KEY UPDATE`;
    if (row) return;
    await tx`
      INSERT INTO budgets (account_id, session_tenths, session_started_at, last_purchase_at)
      VALUES (${accountId}, ${defaultSessionTenths}, ${now}, ${now}) ON CONFLICT DO NOTHING`;
  }
}

/** Records a purchase, which begins a new session if the last one was idle. */
export async function recordLastPurchase(tx: Sql, accountId: string, now: Date): Promise<void> {
  await tx`
    UPDATE budgets SET last_purchase_at = greatest(last_purchase_at, ${now}),
      session_started_at = CASE WHEN ${isIdle(tx, now)} THEN ${now} ELSE session_started_at END
    WHERE account_id = ${accountId}`;
}

type BudgetRow = {
  readonly started: Date;
  readonly session_limit: number | null;
  readonly day_limit: number | null;
  readonly running: number;
  readonly session_used: number;
  readonly session_unconfirmed: number;
  readonly day_used: number;
  readonly day_unconfirmed: number;
  readonly monthly: number | null;
  readonly purchased: number | null;
  readonly balance_at: Date | null;
};

/**
 * The budget of an account with everything that counts against it, from one snapshot. Our own charges of the day come
 * from the ledger, which includes those of other programs; charges of a hosted service come from the purchases.
 */
export async function readBudgetOf(sql: Sql, accountId: string, now: Date): Promise<Budget> {
  const date = now.toISOString().slice(0, 10);
  const [row] = await sql<BudgetRow[]>`
    WITH budget AS (
      SELECT *, CASE WHEN ${isIdle(sql, now)} THEN ${now}::timestamptz ELSE session_started_at END AS started
      FROM budgets WHERE account_id = ${accountId}
    ), day AS (SELECT ${date}::date::timestamp AT TIME ZONE 'UTC' AS begins)
    SELECT started, session_tenths AS session_limit, day_tenths AS day_limit, spent.*, balance.*,
      (day_relayed + (SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0) FROM ledger
        WHERE account_id = ${accountId} AND charged_at >= begins))::bigint AS day_used
    FROM budget, day, LATERAL (
      SELECT coalesce(sum(quoted_tenths) FILTER (WHERE state = 'running'), 0)::bigint AS running,
        coalesce(sum(billed_tenths) FILTER (WHERE screen <> '' AND ended_at >= started), 0)::bigint AS session_used,
        coalesce(sum(quoted_tenths) FILTER (WHERE state = 'unconfirmed' AND ended_at >= started), 0)::bigint AS session_unconfirmed,
        coalesce(sum(billed_tenths) FILTER (WHERE relayed AND ended_at >= begins), 0)::bigint AS day_relayed,
        coalesce(sum(quoted_tenths) FILTER (WHERE state = 'unconfirmed' AND ended_at >= begins), 0)::bigint AS day_unconfirmed
      FROM purchases WHERE account_id = ${accountId} AND (state = 'running' OR started_at >= least(started, begins) - interval '1 day')
    ) AS spent LEFT JOIN LATERAL (
      SELECT monthly_credits AS monthly, purchased_credits AS purchased, ended_at AS balance_at FROM purchases
      WHERE account_id = ${accountId} AND (monthly_credits IS NOT NULL OR purchased_credits IS NOT NULL)
      ORDER BY started_at DESC, id DESC LIMIT 1
    ) AS balance ON true`;
  if (!row) throw new Error('the account has no budget');
  const { monthly, purchased, balance_at: at } = row;
  return {
    date,
    session_started_at: row.started.toISOString(),
    running: row.running,
    session: { limit: row.session_limit, used: row.session_used, unconfirmed: row.session_unconfirmed },
    day: { limit: row.day_limit, used: row.day_used, unconfirmed: row.day_unconfirmed },
    balance: at === null ? null : { monthly, purchased, at: at.toISOString() },
  };
}

/** The budget that does not cover this many more tenths, with what is left of it; undefined if both do. */
export function findShortBudget(
  { session, day, running }: Budget,
  tenths: number,
): { readonly of: 'session' | 'day'; readonly left: number } | undefined {
  const parts = [
    { of: 'session', part: session },
    { of: 'day', part: day },
  ] as const;
  const left = parts.flatMap(({ of, part: { limit, used, unconfirmed } }) =>
    limit === null ? [] : [{ of, left: limit - used - unconfirmed - running }],
  );
  const [least] = left.toSorted((one, other) => one.left - other.left);
  return least && least.left < tenths ? { of: least.of, left: Math.max(0, least.left) } : undefined;
}

/** Reads a budget; creates it if there is none. */
export const openBudget = async (db: Pool, accountId: string, now: Date): Promise<Budget> =>
  db.begin(async (tx) => {
    await lockBudget(tx, accountId, now);
    return readBudgetOf(tx, accountId, now);
  });

/** Changes the limits of a budget, or starts another session. */
export async function changeBudgetOf(
  db: Pool,
  accountId: string,
  { session_tenths, day_tenths, new_session }: ParsedBodyOf<typeof changeBudget>,
  now: Date,
): Promise<Budget> {
  return db.begin(async (tx) => {
    await lockBudget(tx, accountId, now);
    await tx`
      UPDATE budgets SET
        session_tenths = ${session_tenths === undefined ? tx`session_tenths` : tx`${session_tenths}::bigint`},
        day_tenths = ${day_tenths === undefined ? tx`day_tenths` : tx`${day_tenths}::bigint`},
        session_started_at = ${new_session === true ? tx`${now}` : tx`session_started_at`}
      WHERE account_id = ${accountId}`;
    await bumpVersions(tx, accountId, 'budget');
    return readBudgetOf(tx, accountId, now);
  });
}
