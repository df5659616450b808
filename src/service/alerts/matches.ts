import type { AlertDeal, AlertFilters } from '#contract/alerts.ts';
import type { DealSearchFilters } from '#contract/deals.ts';
import { employeeRange } from '#contract/enums.ts';
import { formatRoundName, parseRoundName } from '#contract/rounds.ts';
import { buildDealPredicates } from '../db/deal-predicates.ts';
import { findNewestDeals } from '../db/newest-deals.ts';
import { findResolvedPage, type IndexSnapshot, type PageQuery, type PageSql } from '../db/page.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { all, collectPredicates } from '../db/predicates.ts';
import type { Sql } from '../db/sql.ts';
import { formatReasoning, type MatchRow } from './reasoning.ts';

/** A period of time, inclusive at both ends. */
export type TimeRange = { readonly start: Date; readonly end: Date };

/** The deals that match, and the unknown permalinks of the filters, as `member=value`. */
type AlertMatchResult = {
  readonly total: number;
  readonly deals: AlertDeal[];
  /** The name of each deal's round, such as Pre-Seed Extension, by the deal's id. */
  readonly roundNames: ReadonlyMap<string, string>;
  readonly ignored: readonly string[];
};

/**
 * The deals of a period that an alert's filters match, newest first, each with the reasons (contract 2); with `max`
 * only the first of them, with the total number.
 */
export async function findMatchingDeals(
  sql: Sql,
  filters: AlertFilters,
  period: TimeRange,
  { max = maxRows, snapshot }: { max?: number; snapshot?: IndexSnapshot | undefined } = {},
): Promise<AlertMatchResult> {
  const wanted = buildDealFilters(filters);
  if (!wanted) return { total: 0, deals: [], roundNames: new Map(), ignored: [] };
  const toQuery = (known: ResolvedPermalinks): PageQuery<MatchRow, MatchRow> => {
    const where = all(
      { is: 'within', column: 'd.date', ...period },
      ...collectPredicates(buildDealPredicates(known), wanted),
    );
    return {
      ...findNewestDeals(sql, where, () => matchColumns(sql, filters)),
      build: (row) => row,
      page: 0,
      pageSize: max,
    };
  };
  const { records: rows, total, ignored } = await findResolvedPage(sql, wanted, toQuery, snapshot);
  const deals = rows.map((row) => buildAlertDeal(row, filters));
  const roundNames = new Map(rows.map((row) => [row.id, formatRoundName({ ...row, type: row.round_type })]));
  return { total, deals, roundNames, ignored };
}

/** The largest number that PostgreSQL counts to. */
const maxRows = 2 ** 31 - 1;

/** The columns of a MatchRow, and the joins that reach them from `page (id)`. */
const matchColumns = (sql: Sql, filters: AlertFilters): Pick<PageSql, 'columns' | 'joins'> => ({
  columns: sql`d.uuid AS id, c.uuid AS company_id, c.name AS company_name, c.permalink AS company_guru_permalink,
    d.round_type, d.pre, d.extension, d.total_round_raised, d.date, c.num_employees,
    'https://' || c.domain AS company_website, c.linkedin AS company_linkedin,
    json_build_object('city', city.name, 'state', state.name, 'country', country.name, 'region', region.name) AS location,
    dt.short_description AS deal_short_description, dt.long_description AS deal_long_description,
    (SELECT coalesce(json_agg(json_build_object('link', ar.link, 'is_primary', ar.is_primary, 'publishedDate', ar.date)
      ORDER BY ar.is_primary DESC, ar.position), '[]') FROM articles ar WHERE ar.deal_id = d.id) AS articles,
    (SELECT coalesce(json_agg(json_build_object('id', i.uuid, 'name', i.name) ORDER BY i.folded, i.uuid), '[]')
      FROM deal_investors di JOIN investors i ON i.id = di.investor_id WHERE di.deal_id = d.id) AS investors,
    (SELECT coalesce(json_agg(json_build_object('permalink', l.permalink, 'name', l.name)), '[]')
      FROM company_location_tags t JOIN locations l ON l.id = t.location_id
      WHERE t.company_id = d.company_id AND l.permalink = ANY(${filters.locations}::text[])) AS places,
    (SELECT coalesce(json_agg(json_build_object('permalink', n.permalink, 'name', n.name)), '[]')
      FROM company_industry_tags t JOIN industries n ON n.id = t.industry_id WHERE t.company_id = d.company_id
        AND n.permalink = ANY(${[...filters.industries, ...filters.super_categories]}::text[])) AS industries`,
  joins: sql`JOIN deals d ON d.id = page.id JOIN companies c ON c.id = d.company_id
    LEFT JOIN deal_texts dt ON dt.deal_id = d.id
    LEFT JOIN locations city ON city.id = c.city_id LEFT JOIN locations state ON state.id = c.state_id
    LEFT JOIN locations country ON country.id = c.country_id LEFT JOIN locations region ON region.id = c.region_id`,
});

/**
 * The equivalent filters of POST /deals; undefined if a list has only unknown values, so nothing matches. The limits of
 * a request do not apply, because a stored alert must never fail.
 */
function buildDealFilters(filters: AlertFilters): DealSearchFilters | undefined {
  const financing_types = filters.financing_types.flatMap((name) => parseRoundName(name) ?? []);
  const employee_count = filters.num_employees.flatMap((range) => employeeRange.safeParse(range).data ?? []);
  if (filters.financing_types.length > 0 && financing_types.length === 0) return undefined;
  if (filters.num_employees.length > 0 && employee_count.length === 0) return undefined;
  const list = <T>(values: readonly T[]): T[] | undefined => (values.length > 0 ? [...values] : undefined);
  return {
    deal: {
      financing_types: list(financing_types),
      size_min: filters.deal_size_min ?? undefined,
      size_max: filters.deal_size_max ?? undefined,
    },
    company: {
      locations: list(filters.locations),
      industries: list(filters.industries),
      super_categories: list(filters.super_categories),
      employee_count: list(employee_count),
      company_ids: list(filters.companies.map(({ id }) => id)),
    },
    investors: { investor_ids: list(filters.investors.map(({ id }) => id)) },
  };
}

function buildAlertDeal(row: MatchRow, filters: AlertFilters): AlertDeal {
  const { date, pre, extension, num_employees, investors, places, industries, ...shown } = row;
  void [pre, extension, num_employees, investors, places, industries];
  return { ...shown, date: date.toISOString(), reasoning: formatReasoning(row, filters) };
}
