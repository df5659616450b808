import type { CreditSource } from '#contract/enums.ts';
import type { Pool, Transaction } from '../db/pool.ts';
import { isRenewalDue } from './renewal.ts';

/** Balances and allowance of an account, in tenths. */
export type Balances = { readonly allowance: number; readonly monthly: number; readonly purchased: number };

/** Tenths of a credit added to an account (negative: removed), with the reason. */
export type Grant = { readonly source: CreditSource; readonly tenths: number; readonly reason: string };

/** Adds a grant to an account's balance and to its history, in one transaction. */
export async function grantCredits(sql: Pool, accountId: string, grant: Grant): Promise<Balances> {
  const now = new Date();
  return sql.begin(async (tx) => {
    await renew(tx, accountId, now);
    return give(tx, accountId, grant, now);
  });
}

/** New values of balances and allowance, in tenths; omitted members stay unchanged. */
type TargetBalances = { readonly [Member in keyof Balances]?: number | undefined };

/** Sets balances and allowance; the difference is recorded in the history, so that it still adds up. */
export async function setCredits(sql: Pool, accountId: string, target: TargetBalances): Promise<Balances> {
  const now = new Date();
  return sql.begin(async (tx) => {
    let balances = await renew(tx, accountId, now);
    for (const source of ['monthly', 'purchased'] as const) {
      const wanted = target[source];
      if (wanted === undefined) continue;
      balances = await give(tx, accountId, { source, tenths: wanted - balances[source], reason: 'set by hand' }, now);
    }
    if (target.allowance === undefined) return balances;
    await tx`UPDATE accounts SET monthly_allowance = ${target.allowance} WHERE id = ${accountId}`;
    return { ...balances, allowance: target.allowance };
  });
}

/** What the owner of this machine may change: add purchased credits, or set the monthly allowance, in whole credits. */
type OwnChange = { readonly add?: number | undefined; readonly monthly?: number | undefined };

/** Makes the owner's change. A higher allowance adds the difference at once, a lower one applies from next month. */
export async function changeOwnCredits(
  sql: Pool,
  accountId: string,
  { add, monthly }: OwnChange,
  now: Date,
): Promise<void> {
  await sql.begin(async (tx) => {
    const { allowance } = await renew(tx, accountId, now);
    const raised = monthly === undefined ? 0 : Math.max(0, monthly * 10 - allowance);
    const reason = 'added by the owner';
    await give(tx, accountId, { source: 'monthly', tenths: raised, reason }, now);
    await give(tx, accountId, { source: 'purchased', tenths: (add ?? 0) * 10, reason }, now);
    if (monthly === undefined) return;
    await tx`UPDATE accounts SET monthly_allowance = ${monthly * 10} WHERE id = ${accountId}`;
  });
}

const balancesOf = (tx: Transaction) =>
  tx`monthly_allowance AS allowance, monthly_tenths AS monthly, purchased_tenths AS purchased`;

/** Locks the account and, like a charge, first renews the allowance if a new month has begun. */
async function renew(tx: Transaction, accountId: string, now: Date): Promise<Balances> {
  const [due] = await tx<{ left_over: number; starts: string; is_due: boolean }[]>`
    SELECT monthly_tenths AS left_over, starts::text, ${isRenewalDue(tx)} AS is_due
    FROM accounts, (SELECT date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC')::date) AS this_month (starts)
    WHERE id = ${accountId} FOR UPDATE OF accounts`;
  if (!due) throw new Error('the account does not exist');
  if (due.is_due) {
    await tx`
      UPDATE accounts SET monthly_tenths = monthly_allowance, monthly_since = ${due.starts}::date WHERE id = ${accountId}`;
    await tx`
      INSERT INTO grants (account_id, source, tenths, reason, granted_at)
      SELECT id, 'monthly', monthly_tenths - ${due.left_over}, 'monthly renewal', ${now}
      FROM accounts WHERE id = ${accountId} AND monthly_tenths <> ${due.left_over}`;
  }
  const [row] = await tx<Balances[]>`SELECT ${balancesOf(tx)} FROM accounts WHERE id = ${accountId}`;
  return pickOne(row);
}

async function give(tx: Transaction, accountId: string, grant: Grant, now: Date): Promise<Balances> {
  const { source, tenths, reason } = grant;
  const column = tx.identifier(source === 'monthly' ? 'monthly_tenths' : 'purchased_tenths');
  const [row] = await tx<Balances[]>`
    UPDATE accounts SET ${column} = ${column} + ${tenths} WHERE id = ${accountId} RETURNING ${balancesOf(tx)}`;
  if (tenths !== 0) {
    await tx`
      INSERT INTO grants (account_id, source, tenths, reason, granted_at)
      VALUES (${accountId}, ${source}, ${tenths}, ${reason}, ${now})`;
  }
  return pickOne(row);
}

function pickOne(row: Balances | undefined): Balances {
  if (!row) throw new Error('the account does not exist');
  return row;
}
