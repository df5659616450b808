import type { Plan } from '#contract/enums.ts';
import type { Sql } from '../db/sql.ts';
import { generateKey } from './keys.ts';
import { monthlyAfterRenewal } from './renewal.ts';

/** Monthly credits of each plan, and the credits every new account gets once (contract 3). */
const planAllowance: Record<Plan, number> = { FREE: 0, PRO: 2000, PRO_PLUS: 10_000, API: 0 };
const welcomeCredits = 200;

/** The name of the account that the dashboard on this machine uses. */
export const localAccountName = 'local';

/** A new account; credits default to those of the plan. */
export type NewAccount = {
  readonly name: string;
  readonly plan: Plan;
  readonly monthly?: number | undefined;
  readonly purchased?: number | undefined;
  readonly unmetered?: boolean | undefined;
};

/** Creates an account with its first credits and a key, which is shown only once. */
export async function createAccount(
  sql: Sql,
  { name, plan, monthly = planAllowance[plan], purchased = welcomeCredits, unmetered = false }: NewAccount,
  now = new Date(),
): Promise<{ account_id: string; key: string }> {
  const { prefix, key, hash } = generateKey();
  const [monthlyTenths, purchasedTenths] = [Math.round(monthly * 10), Math.round(purchased * 10)];
  const [made] = await sql<{ account_id: string }[]>`
    WITH account AS (
      INSERT INTO accounts (name, plan, monthly_allowance, monthly_tenths, monthly_since, purchased_tenths, unmetered, created_at)
      VALUES (${name}, ${plan}::text::plan, ${monthlyTenths}, ${monthlyTenths},
        date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC')::date, ${purchasedTenths}, ${unmetered}, ${now})
      RETURNING id
    ), granted AS (
      INSERT INTO grants (account_id, source, tenths, reason, granted_at)
      SELECT account.id, source::credit_source, tenths, reason, ${now}
      FROM account, (VALUES ('monthly', ${monthlyTenths}::bigint, 'monthly allowance'),
        ('purchased', ${purchasedTenths}::bigint, 'first credits')) AS given (source, tenths, reason)
      WHERE tenths > 0
    )
    INSERT INTO api_keys (prefix, secret_hash, account_id, name, created_at)
    SELECT ${prefix}, ${hash}, id, 'first', ${now} FROM account
    RETURNING account_id`;
  if (!made) throw new Error('the account was not created');
  return { account_id: made.account_id, key };
}

/** An account as the command line lists it; credits with one decimal. */
type AccountSummary = {
  readonly account_id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly monthly_credits: number;
  readonly purchased_credits: number;
  readonly keys: number;
  readonly unmetered: boolean;
  readonly disabled_at: Date | null;
};

/** All accounts, oldest first. */
export async function listAccounts(sql: Sql, now = new Date()): Promise<AccountSummary[]> {
  return sql<AccountSummary[]>`
    SELECT a.id AS account_id, a.name, a.plan, a.purchased_tenths / 10.0::float8 AS purchased_credits,
      ${monthlyAfterRenewal(sql)} / 10.0::float8 AS monthly_credits,
      (SELECT count(*)::int FROM api_keys k WHERE k.account_id = a.id AND k.disabled_at IS NULL) AS keys,
      a.unmetered, a.disabled_at
    FROM accounts a, (SELECT date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC')::date) AS this_month (starts)
    ORDER BY a.created_at, a.id`;
}

/** Disables an account with all its keys, or enables it again; false when there is no such account. */
export async function setAccountDisabled(sql: Sql, accountId: string, disabled: boolean): Promise<boolean> {
  const found = await sql`
    UPDATE accounts SET disabled_at = CASE WHEN ${disabled} THEN coalesce(disabled_at, ${new Date()}) END
    WHERE id = ${accountId} RETURNING 1`;
  return found.length > 0;
}

/** Makes an account's calls cost 0 credits, or charges them again; false if there is no such account. */
export async function setAccountUnmetered(sql: Sql, accountId: string, unmetered: boolean): Promise<boolean> {
  const found = await sql`UPDATE accounts SET unmetered = ${unmetered} WHERE id = ${accountId} RETURNING 1`;
  return found.length > 0;
}

/** Whether an account's calls are charged. */
export async function isMetered(sql: Sql, accountId: string): Promise<boolean> {
  const [row] = await sql<{ unmetered: boolean }[]>`SELECT unmetered FROM accounts WHERE id = ${accountId}`;
  return row?.unmetered !== true;
}

/** The account with that id, or the accounts with that name. */
export async function findAccountsByIdOrName(
  sql: Sql,
  idOrName: string,
): Promise<{ account_id: string; name: string }[]> {
  return sql<{ account_id: string; name: string }[]>`
    SELECT id AS account_id, name FROM accounts WHERE id::text = lower(${idOrName}) OR name = ${idOrName}
    ORDER BY created_at, id`;
}
