import type { Account } from '#contract/account.ts';
import type { Sql } from '../db/sql.ts';
import type { KeyOwner } from '../http/rate-limit.ts';

type Row = Omit<Account, 'key'> & { key_name: string; key_created_at: Date };

/** The account of a key at a moment; the new month's credits show before the first charge of the month takes them. */
export async function readSummary(sql: Sql, { prefix, accountId, plan }: KeyOwner, now: Date): Promise<Account> {
  const [row] = await sql<Row[]>`
    SELECT a.name, a.plan, a.monthly_allowance / 10.0::float8 AS monthly_allowance,
      CASE WHEN monthly_since < starts THEN monthly_allowance ELSE monthly_tenths END / 10.0::float8 AS monthly_credits,
      a.purchased_tenths / 10.0::float8 AS purchased_credits,
      CASE WHEN monthly_allowance > 0
        THEN to_char(greatest(monthly_since, starts) + interval '1 month', 'YYYY-MM-DD') END AS renews_on,
      k.name AS key_name, k.created_at AS key_created_at
    FROM accounts a JOIN api_keys k ON k.account_id = a.id AND k.prefix = ${prefix},
      (SELECT date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC')::date) AS this_month (starts)
    WHERE a.id = ${accountId}`;
  if (!row) throw new Error('the account of a valid key is gone');
  const { key_name, key_created_at, ...shown } = row;
  const seesBalance = plan !== 'API';
  return {
    ...shown,
    monthly_credits: seesBalance ? shown.monthly_credits : null,
    purchased_credits: seesBalance ? shown.purchased_credits : null,
    key: { prefix, name: key_name, created_at: key_created_at.toISOString() },
  };
}
