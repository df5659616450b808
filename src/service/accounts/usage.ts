import type { Usage } from '#contract/account.ts';
import type { Sql } from '../db/sql.ts';
import { createValidationError } from '../http/http-error.ts';

const usualDays = 30;
const maxPeriodDays = 366;
const dayMs = 86_400_000;
/** The first day that the API and the database have. */
const firstDay = '0001-01-01';

/** UTC days, inclusive. */
export type UsageDays = { readonly start: string; readonly end: string };

type RequestedDays = { readonly start_date?: string | undefined; readonly end_date?: string | undefined };

/** The day that is `days` before `day`. */
export const subtractDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/** The requested days; the end defaults to today, the start to 29 days before it. */
export function resolveUsageDays({ start_date, end_date }: RequestedDays, now: Date): UsageDays {
  const end = end_date ?? now.toISOString().slice(0, 10);
  const usualStart = subtractDays(end, usualDays - 1);
  const start = start_date ?? (usualStart < firstDay ? firstDay : usualStart);
  const days = (Date.parse(end) - Date.parse(start)) / dayMs + 1;
  if (days >= 1 && days <= maxPeriodDays) return { start, end };
  const message =
    days < 1
      ? 'start_date must not be after end_date.'
      : `start_date must be at most ${maxPeriodDays - 1} days before end_date.`;
  throw createValidationError(
    [{ field: 'start_date', value: start, message, code: 'INVALID_RANGE', validOptions: [] }],
    'Ask for a shorter period.',
  );
}

/** The spend of an account by UTC day and endpoint, oldest first; its ledger is the source. */
export async function readUsageByDay(sql: Sql, accountId: string, { start, end }: UsageDays): Promise<Usage[]> {
  return sql<Usage[]>`
    SELECT to_char(charged_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, endpoint, count(*)::int AS answers,
      sum(row_count)::int AS rows, sum(monthly_tenths)::float8 / 10 AS monthly_credits,
      sum(purchased_tenths)::float8 / 10 AS purchased_credits
    FROM ledger
    WHERE account_id = ${accountId} AND charged_at >= ${start}::date::timestamp AT TIME ZONE 'UTC'
      AND charged_at < (${end}::date + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY day, endpoint ORDER BY day, endpoint COLLATE "C"`;
}
