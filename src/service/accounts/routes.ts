import type { FastifyInstance } from 'fastify';
import { type Account, changeCredits, readAccount, readUsage } from '#contract/account.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { readNames, type RecordNameEntry } from '#contract/names.ts';
import type { Sql } from '../db/sql.ts';
import type { ServiceOptions } from '../http/options.ts';
import type { KeyOwner } from '../http/rate-limit.ts';
import { route } from '../http/route.ts';
import { setAccountUnmetered } from './accounts.ts';
import { changeOwnCredits } from './credits.ts';
import { isRenewalDue, monthlyAfterRenewal } from './renewal.ts';
import { readUsageByDay, resolveUsageDays } from './usage.ts';

/** Registers the account endpoints of the Account API: free, for every plan. */
export function registerAccount(account: FastifyInstance, options: ServiceOptions): void {
  route(account, options, readAccount, async ({ caller, now, db }) => ({
    data: { account: await readSummary(db, caller, now) },
    rows: 1,
  }));
  route(account, options, readUsage, async ({ query, caller, now, db }) => {
    const usage = await readUsageByDay(db, caller.accountId, resolveUsageDays(query, now));
    return { data: { usage }, rows: usage.length };
  });
  route(account, options, readNames, async ({ body, db }) => {
    const names = await findNames(db, body);
    return { data: { names }, rows: names.length };
  });
  route(account, options, changeCredits, async ({ body, caller, now }) => {
    if (body.metered === undefined) await changeOwnCredits(options.db, caller.accountId, body, now);
    else await setAccountUnmetered(options.db, caller.accountId, !body.metered);
    return { data: { account: await readSummary(options.db, caller, now) }, rows: 1 };
  });
}

/** The names of these records, by current or former id; ids without a record are left out. */
const findNames = (
  sql: Sql,
  { company_ids = [], investor_ids = [], person_ids = [] }: ParsedBodyOf<typeof readNames>,
): Promise<RecordNameEntry[]> => sql<RecordNameEntry[]>`
  WITH requested AS (
    SELECT given.kind, given.id, coalesce((
      SELECT now.uuid FROM merges was JOIN merges now ON now.entity = was.entity AND now.own_id = was.id
      WHERE was.uuid = given.id AND was.entity = given.kind LIMIT 1), given.id) AS uuid
    FROM (
      SELECT 'company' AS kind, id FROM unnest(${company_ids}::uuid[]) AS id
      UNION SELECT 'investor', id FROM unnest(${investor_ids}::uuid[]) AS id
      UNION SELECT 'person', id FROM unnest(${person_ids}::uuid[]) AS id
    ) AS given
  )
  SELECT requested.id, kind, c.name, domain, country.name AS country
  FROM requested JOIN companies c USING (uuid) LEFT JOIN locations country ON country.id = c.country_id
  WHERE kind = 'company'
  UNION ALL SELECT requested.id, kind, name, domain, NULL FROM requested JOIN investors USING (uuid) WHERE kind = 'investor'
  UNION ALL SELECT requested.id, kind, name, NULL, NULL FROM requested JOIN people USING (uuid) WHERE kind = 'person'`;

type AccountRow = Omit<Account, 'key'> & { key_name: string; key_created_at: Date };

/** The account of a key; a new month's credits are shown even before its first charge renews them. */
async function readSummary(sql: Sql, { prefix, accountId, plan }: KeyOwner, now: Date): Promise<Account> {
  const [row] = await sql<AccountRow[]>`
    SELECT a.name, a.plan, a.monthly_allowance / 10.0::float8 AS monthly_allowance,
      ${monthlyAfterRenewal(sql)} / 10.0::float8 AS monthly_credits,
      a.purchased_tenths / 10.0::float8 AS purchased_credits,
      CASE WHEN monthly_allowance > 0 THEN to_char(
        CASE WHEN ${isRenewalDue(sql)} THEN starts ELSE monthly_since END + interval '1 month', 'YYYY-MM-DD') END AS renews_on,
      a.unmetered, k.name AS key_name, k.created_at AS key_created_at
    FROM accounts a JOIN api_keys k ON k.account_id = a.id AND k.prefix = ${prefix},
      (SELECT date_trunc('month', ${now}::timestamptz AT TIME ZONE 'UTC')::date) AS this_month (starts)
    WHERE a.id = ${accountId}`;
  if (!row) throw new Error('the account of a valid key does not exist');
  const { key_name, key_created_at, ...shown } = row;
  const seesBalance = plan !== 'API';
  return {
    ...shown,
    monthly_credits: seesBalance ? shown.monthly_credits : null,
    purchased_credits: seesBalance ? shown.purchased_credits : null,
    key: { prefix, name: key_name, created_at: key_created_at.toISOString() },
  };
}
