import type { ParsedBodyOf } from '#contract/endpoint.ts';
import {
  type changeBudget,
  defaultSessionTenths,
  sessionIdleMs,
  type WorkspaceBudget,
} from '#contract/workspace-budget.ts';
import type { Pool } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';

/** Whether a session has ended because nothing was bought for the idle time. */
const isIdle = (sql: Sql, now: Date): Fragment =>
  sql`last_purchase_at < ${now}::timestamptz - ${sessionIdleMs} * interval '1 millisecond'`;

/**
 * Locks the budget of an account for the rest of a transaction, so that its leases are granted one after the other;
 * creates it if there is none. Returns whether somebody has set it. A transaction may change the row only once: a
 * second change would lock the account, on which a charge may wait that this transaction waits for.
 */
export async function lockBudget(tx: Sql, accountId: string, now: Date): Promise<{ isChosen: boolean }> {
  for (;;) {
    const [row] = await tx<{ chosen: boolean }[]>`
      SELECT chosen FROM workspace_budgets WHERE account_id = ${accountId} FOR NO KEY UPDATE`;
    if (row) return { isChosen: row.chosen };
    await tx`
      INSERT INTO workspace_budgets (account_id, session_tenths, session_started_at, last_purchase_at)
      VALUES (${accountId}, ${defaultSessionTenths}, ${now}, ${now}) ON CONFLICT DO NOTHING`;
  }
}

/** Records a purchase, which begins a new session if the last one was idle. */
export async function recordPurchase(tx: Sql, accountId: string, now: Date): Promise<void> {
  await tx`
    UPDATE workspace_budgets SET last_purchase_at = ${now}, changes = changes + 1,
      session_started_at = CASE WHEN ${isIdle(tx, now)} THEN ${now} ELSE session_started_at END
    WHERE account_id = ${accountId}`;
}

type BudgetRow = {
  readonly changes: number;
  readonly date: string;
  readonly started: Date;
  readonly session_limit: number | null;
  readonly day_limit: number | null;
  readonly reserved: number;
  readonly session_used: number;
  readonly session_unconfirmed: number;
  readonly day_used: number;
  readonly day_unconfirmed: number;
};

/**
 * The budget of an account with everything that counts against it, from one snapshot. Our own charges of the day come
 * from the ledger, which includes those of other programs; charges of a hosted service come from the purchases.
 */
export async function readWorkspaceBudget(sql: Sql, accountId: string, now: Date): Promise<WorkspaceBudget> {
  const date = now.toISOString().slice(0, 10);
  const [row] = await sql<BudgetRow[]>`
    WITH budget AS (
      SELECT *, CASE WHEN ${isIdle(sql, now)} THEN ${now}::timestamptz ELSE session_started_at END AS started
      FROM workspace_budgets WHERE account_id = ${accountId}
    ), day AS (SELECT ${date}::date::timestamp AT TIME ZONE 'UTC' AS begins)
    SELECT changes, started, session_tenths AS session_limit, day_tenths AS day_limit, spent.*,
      (day_relayed + (SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0) FROM ledger
        WHERE account_id = ${accountId} AND charged_at >= begins))::bigint AS day_used
    FROM budget, day, LATERAL (
      SELECT coalesce(sum(tenths) FILTER (WHERE state IN ('reserved', 'running')), 0)::bigint AS reserved,
        coalesce(sum(tenths) FILTER (WHERE state = 'billed' AND holder <> '' AND settled_at >= started), 0)::bigint AS session_used,
        coalesce(sum(tenths) FILTER (WHERE state = 'unconfirmed' AND settled_at >= started), 0)::bigint AS session_unconfirmed,
        coalesce(sum(tenths) FILTER (WHERE state = 'billed' AND relayed AND settled_at >= begins), 0)::bigint AS day_relayed,
        coalesce(sum(tenths) FILTER (WHERE state = 'unconfirmed' AND settled_at >= begins), 0)::bigint AS day_unconfirmed
      FROM workspace_purchases WHERE account_id = ${accountId}
    ) AS spent`;
  if (!row) throw new Error('the account has no budget');
  return {
    changes: row.changes,
    date,
    session_started_at: row.started.getTime(),
    reserved: row.reserved,
    session: { limit: row.session_limit, used: row.session_used, unconfirmed: row.session_unconfirmed },
    day: { limit: row.day_limit, used: row.day_used, unconfirmed: row.day_unconfirmed },
  };
}

/** Whether the budget covers this many more tenths. */
export const coversPurchase = ({ session, day, reserved }: WorkspaceBudget, tenths: number): boolean =>
  [session, day].every(
    ({ limit, used, unconfirmed }) => limit === null || used + unconfirmed + reserved + tenths <= limit,
  );

/** Reads a budget; creates it if there is none. */
export const openBudget = async (db: Pool, accountId: string, now: Date): Promise<WorkspaceBudget> =>
  db.begin(async (tx) => {
    await lockBudget(tx, accountId, now);
    return readWorkspaceBudget(tx, accountId, now);
  });

/** Changes the budget, and raises the version of the workspace, so that its browsers read it again. */
export async function changeWorkspaceBudget(
  db: Pool,
  accountId: string,
  { session_tenths, day_tenths, new_session, initial }: ParsedBodyOf<typeof changeBudget>,
  now: Date,
): Promise<WorkspaceBudget> {
  return db.begin(async (tx) => {
    const { isChosen } = await lockBudget(tx, accountId, now);
    if (!isChosen || initial !== true) {
      await tx`
        UPDATE workspace_budgets SET changes = changes + 1, chosen = true,
          session_tenths = ${session_tenths === undefined ? tx`session_tenths` : tx`${session_tenths}::bigint`},
          day_tenths = ${day_tenths === undefined ? tx`day_tenths` : tx`${day_tenths}::bigint`},
          session_started_at = ${new_session === true ? tx`${now}` : tx`session_started_at`}
        WHERE account_id = ${accountId}`;
      await raiseVersion(tx, accountId);
    }
    return readWorkspaceBudget(tx, accountId, now);
  });
}

/** Raises the version of a workspace without storing an entry. */
export async function raiseVersion(tx: Sql, accountId: string): Promise<void> {
  await tx`UPDATE workspaces SET version = version + 1 WHERE account_id = ${accountId}`;
}
