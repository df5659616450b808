import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { Investor, InvestorSort, searchInvestors } from '#contract/investors.ts';
import { buildWhere, joinConditions } from '../db/filters.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { buildAnyIdentifierCondition } from '../db/identifiers.ts';
import { findResolvedPage, type ResolvedPage, type PageQuery } from '../db/page.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { oneOf, type FilterPredicates, related } from '../db/predicates.ts';
import { rankOptional, type Ranking, type Relevance } from '../relevance/search.ts';
import { matchingPortfolios } from './portfolio.ts';
import { investorSqlColumns, investorJoins, type InvestorSqlRow, investorsLastYear, buildInvestor } from './row.ts';

type SearchBody = ParsedBodyOf<typeof searchInvestors>;
type SearchResult = Omit<ResolvedPage<InvestorSqlRow>, 'rows'> & { readonly investors: Investor[] };
type SearchContext = {
  readonly body: SearchBody;
  readonly now: Date;
  readonly known: ResolvedPermalinks;
  readonly ranking: Ranking | undefined;
};

/** One page of the investors that satisfy every filter; a search text ranks them by their most relevant company. */
export async function findInvestors(
  sql: Sql,
  body: SearchBody,
  now: Date,
  relevance: Relevance,
): Promise<SearchResult> {
  const { page: _page, page_size: _size, sort_by: _sort, ...filters } = body;
  const { rows, ...found } = await findResolvedPage<InvestorSqlRow>(sql, filters, async (known) => {
    const ranking = await rankOptional(relevance, sql, filters.company_investments);
    return buildPageQuery(sql, { body, now, known, ranking });
  });
  return { ...found, investors: rows.map(buildInvestor) };
}

function buildPageQuery(sql: Sql, { body, now, known, ranking }: SearchContext): PageQuery {
  const { page, page_size, sort_by, ...filters } = body;
  const portfolio = filters.company_investments;
  const byLastYear = sort_by === 'recent_deals' || sort_by === 'deals_led_ltm';
  return {
    table: 'investors',
    ranking,
    source: sql`investors i
      ${portfolio ? sql`JOIN ${matchingPortfolios(sql, known, portfolio, ranking)} AS matched ON matched.investor_id = i.id` : sql``}
      ${byLastYear ? sql`LEFT JOIN ${investorsLastYear(sql, now)} ON last_year.investor_id = i.id` : sql``}`,
    total: sql`(SELECT investors FROM totals)`,
    where: joinConditions(
      sql,
      portfolio || byLastYear ? sql`true` : undefined,
      buildAnyIdentifierCondition(sql, 'i', filters.identifiers),
      buildWhere(sql, buildInvestorPredicates(known), { investor: filters.investor }),
    ),
    order: ranking ? byRelevance(sql) : buildOrder(sql, sort_by, portfolio !== undefined),
    orderColumns: sql`i.uuid, i.most_recent_deal_date, i.total_deal_count
      ${portfolio ? sql`, matched.filtered_deal_count, matched.filtered_lead_count, matched.relevance` : sql``}
      ${byLastYear ? sql`, coalesce(last_year.deals, 0) AS deals, coalesce(last_year.led, 0) AS led` : sql``}`,
    carried: portfolio ? ['filtered_deal_count', 'filtered_lead_count'] : [],
    columns: sql`${investorSqlColumns(sql)},
      ${portfolio ? sql`page.filtered_deal_count, page.filtered_lead_count` : noCounts(sql)}`,
    joins: investorJoins(sql, now),
    page,
    pageSize: page_size,
  };
}

const noCounts = (sql: Sql) => sql`NULL::int AS filtered_deal_count, NULL::int AS filtered_lead_count`;
const byRelevance = (sql: Sql) => sql`i.relevance DESC, i.filtered_deal_count DESC, i.uuid`;

const buildInvestorPredicates = (known: ResolvedPermalinks): FilterPredicates<Pick<SearchBody, 'investor'>> => ({
  investor: {
    locations: (values) => related('locationsOfInvestor', oneOf('ilt.location_id', known.ids('locations', values))),
    employee_count: (ranges) => oneOf('i.num_employees', ranges),
  },
});

function buildOrder(sql: Sql, sort: InvestorSort, hasPortfolio: boolean): Fragment {
  const orders: Record<InvestorSort, () => Fragment> = {
    most_recent_deal: () => sql`i.most_recent_deal_date DESC NULLS LAST, i.uuid`,
    recent_deals: () => sql`i.deals DESC, i.uuid`,
    deals_led_ltm: () => sql`i.led DESC, i.uuid`,
    total_deals: () => sql`i.total_deal_count DESC, i.uuid`,
    // Without portfolio filters it sorts by the total (contract 1.3).
    matching_deals: () =>
      hasPortfolio ? sql`i.filtered_deal_count DESC, i.uuid` : sql`i.total_deal_count DESC, i.uuid`,
  };
  return orders[sort]();
}
