import { raw } from 'sql-template-tag';
import type { PagePlan } from './page.ts';
import { buildPredicateCondition } from './predicate-sql.ts';
import { all } from './predicates.ts';
import type { Fragment, Sql } from './sql.ts';

/** The investors of a deal, given by its internal id, as an ordered array of uuids. */
export const investorIdsOf = (sql: Sql, dealId: Fragment): Fragment => sql`
  array(SELECT i.uuid FROM deal_investors di JOIN investors i ON i.id = di.investor_id
    WHERE di.deal_id = ${dealId} ORDER BY i.uuid)`;

/** The angels of a deal, given by its internal id, as an ordered array of uuids. */
export const angelIdsOf = (sql: Sql, dealId: Fragment): Fragment => sql`
  array(SELECT p.uuid FROM deal_angels da JOIN people p ON p.id = da.person_id
    WHERE da.deal_id = ${dealId} ORDER BY p.uuid)`;

/** The financings of a deal, given by its internal id, as a JSON array with the field names of the API. */
export const financingsOf = (sql: Sql, dealId: Fragment): Fragment => sql`
  (SELECT coalesce(json_agg(json_build_object('id', f.uuid, 'type', f.type, 'size_usd', f.size_usd,
      'size_native', f.size_native, 'currency', f.currency) ORDER BY f.position), '[]')
    FROM financings f WHERE f.deal_id = ${dealId})`;

/** The location of a company `c` or an investor `i`, as one JSON object with the known levels. */
export const placementColumn = (sql: Sql, alias: 'c' | 'i'): Fragment => {
  const record = sql.identifier(alias);
  return sql`
  (SELECT coalesce(json_object_agg(level, json_build_object('name', l.name, 'permalink', l.permalink)), '{}')
    FROM (VALUES ('region', ${record}.region_id), ('country', ${record}.country_id), ('state', ${record}.state_id), ('city', ${record}.city_id))
      AS placed (level, id)
    JOIN locations l ON l.id = placed.id)`;
};

/** The deals of investors and of people: their rows, whose they are, and whether they led. */
const dealsOf = {
  i: {
    rows: raw('deal_investors di JOIN deals d ON d.id = di.deal_id'),
    owner: raw('di.investor_id'),
    led: raw('di.lead'),
  },
  p: { rows: raw('person_deals pd JOIN deals d ON d.id = pd.deal_id'), owner: raw('pd.person_id'), led: raw('pd.led') },
} as const;

/**
 * Aggregates the deals `d` of one investor or person into a row of a FROM clause: the figures of the last 12 months, and
 * the arrays for `topColumns`. It reads the deals once, because the largest investors have thousands.
 */
export function summaryOf(sql: Sql, now: Date, alias: keyof typeof dealsOf): Fragment {
  const { rows, owner, led } = dealsOf[alias];
  return sql`(
    SELECT array_agg(d.company_id) AS companies, array_agg(d.round_type) AS rounds,
      (count(*) FILTER (WHERE ${inLastYear(sql, now)}))::int AS last_deals,
      (count(*) FILTER (WHERE ${led} AND ${inLastYear(sql, now)}))::int AS last_led
    FROM ${rows} WHERE ${owner} = ${raw(alias)}.id
  ) AS summary`;
}

/**
 * Joins `matched (filtered_deal_count, filtered_lead_count, filtered_most_recent_date, relevance)` to investors or people
 * with at least `min` deals that each satisfy the filters; with a ranking, only deals of the `relevant` companies
 * (contract 1.3, 1.4).
 */
export function joinMatchingDeals(
  sql: Sql,
  alias: keyof typeof dealsOf,
  { deals, min }: NonNullable<PagePlan['counted']>,
  relevant: Fragment | undefined,
): Fragment {
  const { rows, owner, led } = dealsOf[alias];
  return sql`JOIN (
    SELECT ${owner} AS owner_id, count(*)::int AS filtered_deal_count,
      (count(*) FILTER (WHERE ${led}))::int AS filtered_lead_count, max(d.date) AS filtered_most_recent_date,
      ${relevant ? sql`max(relevant.relevance)` : sql`NULL::float8`} AS relevance
    FROM ${rows} ${relevant ? sql`JOIN ${relevant} AS relevant ON relevant.company_id = d.company_id` : sql``}
    WHERE ${buildPredicateCondition(sql, deals ?? all())}
    GROUP BY ${owner} HAVING count(*) >= ${min}
  ) AS matched ON matched.owner_id = ${raw(alias)}.id`;
}

/** Reads a `page.summary` that an index counted, for `countedTopColumns`. */
export const countedSummary = (sql: Sql): Fragment => sql`
  jsonb_to_record(page.summary) AS summary
    (industries jsonb, locations jsonb, rounds jsonb, last_deals int, last_led int)`;

/** The same columns as `topColumns`, from a summary that an index counted. */
export const countedTopColumns = (sql: Sql): Fragment => sql`
  ${nameTop(sql, industryColumns(sql), sql`industries`, countedIds(sql, sql`summary.industries`))} AS top_industries,
  ${nameTop(sql, placeColumns(sql), sql`locations`, countedIds(sql, sql`summary.locations`))} AS top_locations,
  summary.rounds AS top_round_types`;

const countedIds = (sql: Sql, list: Fragment): Fragment =>
  sql`SELECT id, count FROM jsonb_to_recordset(${list}) AS counted (id int, count int)`;
const industryColumns = (sql: Sql): Fragment => sql`named.name, named.permalink`;
const placeColumns = (sql: Sql): Fragment =>
  sql`named.name, named.full_name, named.permalink, named.location_type AS type`;

/** The five most frequent industries, places and round types of a `summary`, as JSON arrays (contract 2). */
export const topColumns = (sql: Sql): Fragment => sql`
  ${namedTop(
    sql,
    industryColumns(sql),
    sql`industries`,
    sql`SELECT ci.industry_id AS id FROM unnest(summary.companies) AS one (company)
      JOIN company_industries ci ON ci.company_id = one.company`,
  )} AS top_industries,
  ${namedTop(
    sql,
    placeColumns(sql),
    sql`locations`,
    sql`SELECT coalesce(c.city_id, c.state_id, c.country_id, c.region_id) AS id
      FROM unnest(summary.companies) AS one (company) JOIN companies c ON c.id = one.company`,
  )} AS top_locations,
  (SELECT coalesce(json_agg(top), '[]') FROM (
    SELECT one.type, count(*)::int AS count FROM unnest(summary.rounds) AS one (type)
    GROUP BY one.type ORDER BY count DESC, one.type LIMIT 5
  ) AS top) AS top_round_types`;

/** Counts ids before it joins their names; ties are ordered by id. */
const namedTop = (sql: Sql, columns: Fragment, table: Fragment, ids: Fragment): Fragment =>
  nameTop(
    sql,
    columns,
    table,
    sql`SELECT found.id, count(*)::int AS count FROM (${ids}) AS found WHERE found.id IS NOT NULL
      GROUP BY found.id ORDER BY count DESC, found.id LIMIT 5`,
  );

/** Joins the names of counted ids. */
const nameTop = (sql: Sql, columns: Fragment, table: Fragment, counted: Fragment): Fragment => sql`
  (SELECT coalesce(json_agg(top), '[]') FROM (
    SELECT ${columns}, most.count FROM (${counted}) AS most JOIN ${table} AS named ON named.id = most.id ORDER BY most.count DESC, most.id
  ) AS top)`;

/** Whether a deal `d` was announced in the last 12 months: (today - 12 months, today], in UTC days (contract 2). */
export const inLastYear = (sql: Sql, now: Date): Fragment => sql`
  d.date >= (date_trunc('day', ${now}::timestamptz AT TIME ZONE 'UTC') - interval '12 months' + interval '1 day')
    AT TIME ZONE 'UTC'
  AND d.date < (date_trunc('day', ${now}::timestamptz AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'`;
