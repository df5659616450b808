import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { raw } from 'sql-template-tag';
import type { Investor, InvestorSearchFilters, searchInvestors } from '#contract/investors.ts';
import { buildDealCompanyPredicates, roundPredicates } from '../db/deal-predicates.ts';
import type { Sql } from '../db/sql.ts';
import { matchAnyIdentifier } from '../db/identifiers.ts';
import {
  findResolvedIds,
  findResolvedPage,
  type ResolvedPage,
  type PagePlan,
  type PageQuery,
  type PageSql,
} from '../db/page.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import {
  all,
  buildWhere,
  combinePredicates,
  type FilterPredicates,
  oneOf,
  type Predicate,
  related,
} from '../db/predicates.ts';
import { countedTopColumns, joinMatchingDeals, countedSummary } from '../db/record-columns.ts';
import { recordOrders } from '../db/record-orders.ts';
import { rankOptional, type Ranking, type SearchSources } from '../relevance/search.ts';
import { investorSqlColumns, investorJoins, type InvestorSqlRow, investorsLastYear, buildInvestor } from './row.ts';

type SearchBody = ParsedBodyOf<typeof searchInvestors>;
type Portfolio = NonNullable<InvestorSearchFilters['company_investments']>;
/** The filters that each counted deal must satisfy. */
type DealSection = { deal: Omit<Portfolio, 'min_matching_deals' | 'search_query' | 'min_relevance'> };
type SearchContext = {
  readonly body: SearchBody;
  readonly now: Date;
  readonly known: ResolvedPermalinks;
  readonly ranking: Ranking | undefined;
};

/** One page of the investors that satisfy every filter; a search text ranks them by their most relevant company. */
export const findInvestors = (
  sql: Sql,
  body: SearchBody,
  now: Date,
  sources: SearchSources,
): Promise<ResolvedPage<Investor>> =>
  findResolvedPage(sql, body, toPageQuery(sql, body, now, sources), sources.snapshot);

/** The ids of that page. */
export const findInvestorIds = (sql: Sql, body: SearchBody, now: Date, sources: SearchSources) =>
  findResolvedIds(sql, body, toPageQuery(sql, body, now, sources), sources.snapshot);

const toPageQuery =
  (sql: Sql, body: SearchBody, now: Date, { relevance }: SearchSources) =>
  async (known: ResolvedPermalinks) => {
    const ranking = await rankOptional(relevance, sql, body.company_investments);
    return buildPageQuery(sql, { body, now, known, ranking });
  };

function buildPageQuery(sql: Sql, { body, now, known, ranking }: SearchContext): PageQuery<InvestorSqlRow, Investor> {
  const { page, page_size, identifiers, company_investments: portfolio } = body;
  // Without portfolio filters it sorts by the total (contract 1.3).
  const sort_by = !portfolio && body.sort_by === 'matching_deals' ? 'total_deals' : body.sort_by;
  const counted = portfolio && {
    deals: buildWhere(buildPortfolioPredicates(known), { deal: portfolio }),
    min: portfolio.min_matching_deals,
  };
  const where = combinePredicates(
    matchAnyIdentifier('i', identifiers),
    buildWhere(buildInvestorPredicates(known), body),
  );
  return {
    table: 'investors',
    ranking,
    write: () => writePage(sql, { counted, sort_by, where, now, ranking }),
    build: buildInvestor,
    // The summary is of the last 12 months.
    cachedAs: `investors on ${now.toISOString().slice(0, 10)}`,
    page,
    pageSize: page_size,
    plan: ranking ? undefined : { table: 'investors', where, order: sort_by, counted, now },
  };
}

type WrittenSearch = Pick<SearchContext, 'now' | 'ranking'> & {
  readonly counted: PagePlan['counted'];
  readonly sort_by: SearchBody['sort_by'];
  readonly where: Predicate | undefined;
};

function writePage(sql: Sql, { counted, sort_by, where, now, ranking }: WrittenSearch): PageSql {
  const byLastYear = sort_by === 'recent_deals' || sort_by === 'deals_led_ltm';
  const filteredCounts = counted ? sql`page.filtered_deal_count, page.filtered_lead_count` : noCounts(sql);
  return {
    source: sql`investors i
      ${counted ? joinMatchingDeals(sql, 'i', counted, ranking?.companies) : sql``}
      ${byLastYear ? sql`LEFT JOIN ${investorsLastYear(sql, now)} ON last_year.investor_id = i.id` : sql``}`,
    total: sql`(SELECT investors FROM totals)`,
    where: (where ?? counted) || byLastYear ? buildPredicateCondition(sql, where ?? all()) : undefined,
    order: ranking ? byRelevance(sql) : raw(recordOrders.investors.by[sort_by]),
    orderColumns: sql`i.uuid, i.most_recent_deal_date, i.total_deal_count
      ${counted ? sql`, matched.filtered_deal_count, matched.filtered_lead_count, matched.relevance` : sql``}
      ${byLastYear ? sql`, coalesce(last_year.deals, 0) AS deals, coalesce(last_year.led, 0) AS led` : sql``}`,
    carried: counted ? ['filtered_deal_count', 'filtered_lead_count'] : [],
    columns: sql`${investorSqlColumns(sql)}, ${filteredCounts}`,
    joins: investorJoins(sql, now),
    ofIndex: {
      columns: sql`${investorSqlColumns(sql, countedTopColumns(sql))}, ${noCounts(sql)}`,
      joins: sql`JOIN investors i ON i.id = page.id CROSS JOIN LATERAL ${countedSummary(sql)}`,
    },
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

/** The filters of a deal of the portfolio, and the investor's part in it. */
const buildPortfolioPredicates = (known: ResolvedPermalinks): FilterPredicates<DealSection> => ({
  deal: {
    ...buildDealCompanyPredicates(known),
    financing_types: roundPredicates.financing_types,
    deal_size_min: roundPredicates.size_min,
    deal_size_max: roundPredicates.size_max,
    deal_start_date: roundPredicates.date_start,
    deal_end_date: roundPredicates.date_end,
    only_lead_deals: (only) => (only ? { is: 'flag', column: 'di.lead' } : all()),
  },
});
