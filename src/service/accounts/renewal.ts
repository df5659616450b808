import type { Fragment, Sql } from '../db/sql.ts';

/**
 * Whether the monthly credits of a row of `accounts` are due in the month that starts on `this_month.starts`. A month
 * after the next one was written under a wrong clock; without this check there would be no renewal until then. Clocks
 * of gateways that differ by seconds at the end of a month do not renew twice.
 */
export const isRenewalDue = (sql: Sql): Fragment =>
  sql`(monthly_since < this_month.starts OR monthly_since > this_month.starts + interval '1 month')`;

/** The monthly credits of such a row in tenths, after the renewal that may be due. */
export const monthlyAfterRenewal = (sql: Sql): Fragment =>
  sql`CASE WHEN ${isRenewalDue(sql)} THEN monthly_allowance ELSE monthly_tenths END`;
