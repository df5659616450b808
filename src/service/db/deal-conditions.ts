import type { DealSearchFilters } from '#contract/deals.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import type { EmployeeRange, IpoStatus } from '#contract/enums.ts';
import type { Conditions } from './filters.ts';
import { currentIds } from './identifiers.ts';
import type { Fragment, Sql } from './sql.ts';
import { isOneOf, type ResolvedPermalinks, type PermalinkKind } from './permalinks.ts';

/** The SQL condition of every filter of POST /deals, over a deal `d` (specification 4.1, contract 1.1). */
export function buildDealConditions(sql: Sql, known: ResolvedPermalinks): Conditions<DealSearchFilters> {
  const { investor_ids, people_ids, ...round } = buildRoundConditions(sql);
  return {
    identifiers: { deal_ids: (ids) => sql`d.uuid = ANY(${currentIds(sql, ids)})` },
    deal: round,
    company: buildDealCompanyConditions(sql, known),
    investors: { investor_ids, people_ids },
  };
}

/** The filters of a round, over a deal `d`. */
export const buildRoundConditions = (sql: Sql) => ({
  financing_types: (types: readonly FinancingFilter[]) => buildFinancingCondition(sql, types),
  size_min: (usd: number) => sql`d.total_round_raised >= ${usd}`,
  size_max: (usd: number) => sql`d.total_round_raised <= ${usd}`,
  date_start: (day: string) => sql`d.date >= ${startOf(day)}::timestamptz`,
  date_end: (day: string) => sql`d.date < ${startOf(day)}::timestamptz + interval '1 day'`,
  created_start: (day: string) => sql`d.created_at >= ${startOf(day)}::timestamptz`,
  created_end: (day: string) => sql`d.created_at < ${startOf(day)}::timestamptz + interval '1 day'`,
  investor_ids: (ids: readonly string[]) => sql`d.id IN (
    SELECT di.deal_id FROM deal_investors di JOIN investors i ON i.id = di.investor_id
    WHERE i.uuid = ANY(${currentIds(sql, ids)}))`,
  people_ids: (ids: readonly string[]) => sql`d.id IN (
    SELECT da.deal_id FROM deal_angels da JOIN people p ON p.id = da.person_id WHERE p.uuid = ANY(${currentIds(sql, ids)})
    UNION ALL
    SELECT dp.deal_id FROM deal_partners dp JOIN people p ON p.id = dp.person_id WHERE p.uuid = ANY(${currentIds(sql, ids)}))`,
});

/** The filters of a company, over a deal `d`; places and industries are read from the deal's own tags. */
export function buildDealCompanyConditions(sql: Sql, known: ResolvedPermalinks) {
  const ofCompany = (condition: Fragment) => sql`d.company_id IN (SELECT c.id FROM companies c WHERE ${condition})`;
  return {
    ...buildTagConditions(sql, known, 'deal'),
    company_ids: (ids: readonly string[]) => ofCompany(sql`c.uuid = ANY(${currentIds(sql, ids)})`),
    ...buildFactConditions(sql, ofCompany),
  };
}

/** The filters of a company, over a company `c`. */
export const buildCompanyConditions = (sql: Sql, known: ResolvedPermalinks) => ({
  ...buildTagConditions(sql, known, 'company'),
  ...buildFactConditions(sql, (condition) => condition),
});

/** Places and industries, over a deal `d` or a company `c`. */
function buildTagConditions(sql: Sql, known: ResolvedPermalinks, owner: 'deal' | 'company') {
  const record = sql.identifier(owner === 'deal' ? 'd' : 'c');
  const tagged = (tag: 'location' | 'industry', kind: PermalinkKind, values: readonly string[]) => sql`${record}.id IN (
    SELECT ${sql.identifier(`${owner}_id`)} FROM ${sql.identifier(`${owner}_${tag}_tags`)}
    WHERE ${sql.identifier(`${tag}_id`)} ${isOneOf(sql, known.ids(kind, values))})`;
  return {
    locations: (values: readonly string[]) => tagged('location', 'locations', values),
    industries: (values: readonly string[]) => tagged('industry', 'industries', values),
    super_categories: (values: readonly string[]) => tagged('industry', 'super_categories', values),
  };
}

/** Filters on columns of a company `c`; `within` wraps each condition. */
const buildFactConditions = (sql: Sql, within: (condition: Fragment) => Fragment) => ({
  employee_count: (ranges: readonly EmployeeRange[]) =>
    within(sql`c.num_employees = ANY(${ranges}::text[]::employee_range[])`),
  ipo_status: (statuses: readonly IpoStatus[]) => within(buildIpoCondition(sql, statuses)),
  total_raised_min: (usd: number) => within(sql`c.total_raised >= ${usd}`),
  total_raised_max: (usd: number) => within(sql`c.total_raised <= ${usd}`),
});

/** The first moment of a UTC day, in any session time zone. */
const startOf = (day: string): string => `${day}T00:00:00Z`;

function buildFinancingCondition(sql: Sql, types: readonly FinancingFilter[]): Fragment {
  const rounds = types
    .map(({ type, pre, extension }) => sql`(${type}::text::financing_type, ${pre}::boolean, ${extension}::boolean)`)
    .reduce((all, round) => sql`${all}, ${round}`);
  // The list of types lets the planner use an index; the list of rounds decides.
  return sql`d.round_type = ANY(${types.map(({ type }) => type)}::text[]::financing_type[])
    AND (d.round_type, d.pre, d.extension) IN (${rounds})`;
}

/** Every status but `public` is private on the wire (specification 2.7 has only these two); an unknown status is neither. */
const privateStatuses = ['private', 'acquired', 'delisted', 'closed'];

/** The filter on IPO status, over a company `c`. */
export function buildIpoCondition(sql: Sql, statuses: readonly IpoStatus[]): Fragment {
  const stored = statuses.flatMap((status) => (status === 'public' ? ['public'] : privateStatuses));
  return sql`c.status = ANY(${stored}::text[]::company_status[])`;
}
