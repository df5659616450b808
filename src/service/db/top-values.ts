import type { Fragment } from './filters.ts';
import type { Sql } from './open.ts';

/** The five most frequent industries, places and round types over some deals, as JSON arrays (contract 2). */
export const topColumns = (sql: Sql, dealIds: Fragment): Fragment => sql`
  ${topOf(
    sql,
    dealIds,
    sql`n.name, n.permalink`,
    sql`n.id`,
    sql`JOIN company_industries ci ON ci.company_id = a.company_id JOIN industries n ON n.id = ci.industry_id`,
  )} AS top_industries,
  ${topOf(
    sql,
    dealIds,
    sql`n.name, n.full_name, n.permalink, n.location_type AS type`,
    sql`n.id`,
    sql`JOIN companies c ON c.id = a.company_id
      JOIN locations n ON n.id = coalesce(c.city_id, c.state_id, c.country_id, c.region_id)`,
  )} AS top_locations,
  ${topOf(sql, dealIds, sql`a.round_type AS type`, sql`a.round_type`, sql``)} AS top_round_types`;

const topOf = (sql: Sql, dealIds: Fragment, values: Fragment, group: Fragment, joins: Fragment): Fragment => sql`
  (SELECT coalesce(json_agg(top), '[]') FROM (
    SELECT ${values}, count(*)::int AS count FROM deals a ${joins}
    WHERE a.id IN (${dealIds}) GROUP BY ${group} ORDER BY count DESC, ${group} LIMIT 5
  ) AS top)`;

/** Whether a deal `a` was announced in the last 12 months: (today - 12 months, today], in UTC days (contract 2). */
export const inLastYear = (sql: Sql, now: Date): Fragment => sql`
  a.date >= (date_trunc('day', ${now}::timestamptz AT TIME ZONE 'UTC') - interval '12 months' + interval '1 day')
    AT TIME ZONE 'UTC'
  AND a.date < (date_trunc('day', ${now}::timestamptz AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`;
