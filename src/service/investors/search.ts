import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { raw } from 'sql-template-tag';
import type { Investor, searchInvestors } from '#contract/investors.ts';
import type { Sql } from '../db/sql.ts';
import { matchAnyIdentifier } from '../db/identifiers.ts';
import { findResolvedPage, type ResolvedPage, type PageQuery, type PageSql } from '../db/page.ts';
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
import { countedTopColumns, readSummary } from '../db/record-columns.ts';
import { recordOrders } from '../db/record-orders.ts';
import { rankOptional, type Ranking, type SearchSources } from '../relevance/search.ts';
import { buildPortfolioWhere, matchingPortfolios } from './portfolio.ts';
import { investorSqlColumns, investorJoins, type InvestorSqlRow, investorsLastYear, buildInvestor } from './row.ts';

type SearchBody = ParsedBodyOf<typeof searchInvestors>;
type SearchResult = Omit<ResolvedPage<Investor>, 'records'> & { readonly investors: Investor[] };
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
  { relevance, held }: SearchSources,
): Promise<SearchResult> {
  const { page: _page, page_size: _size, sort_by: _sort, ...filters } = body;
  const toQuery = async (known: ResolvedPermalinks) => {
    const ranking = await rankOptional(relevance, sql, filters.company_investments);
    return buildPageQuery(sql, { body, now, known, ranking });
  };
  const { records: investors, ...found } = await findResolvedPage(sql, filters, toQuery, held);
  return { ...found, investors };
}

function buildPageQuery(sql: Sql, { body, now, known, ranking }: SearchContext): PageQuery<InvestorSqlRow, Investor> {
  const { page, page_size, ...filters } = body;
  const portfolio = filters.company_investments;
  // Without portfolio filters it sorts by the total (contract 1.3).
  const sort_by = !portfolio && body.sort_by === 'matching_deals' ? 'total_deals' : body.sort_by;
  const portfolioWhere = portfolio && buildPortfolioWhere(known, portfolio);
  const where = combinePredicates(
    matchAnyIdentifier('i', filters.identifiers),
    buildWhere(buildInvestorPredicates(known), { investor: filters.investor }),
  );
  return {
    table: 'investors',
    ranking,
    write: () => writePage(sql, { portfolio, sort_by, portfolioWhere, where, now, ranking }),
    build: buildInvestor,
    // The summary is of the last 12 months.
    keptAs: `investors on ${now.toISOString().slice(0, 10)}`,
    page,
    pageSize: page_size,
    plan: ranking
      ? undefined
      : {
          table: 'investors',
          where,
          order: sort_by,
          counted: portfolio && { deals: portfolioWhere, min: portfolio.min_matching_deals },
          now,
        },
  };
}

type WrittenSearch = Pick<SearchContext, 'now' | 'ranking'> & {
  readonly portfolio: SearchBody['company_investments'];
  readonly sort_by: SearchBody['sort_by'];
  readonly portfolioWhere: Predicate | undefined;
  readonly where: Predicate | undefined;
};

function writePage(sql: Sql, { portfolio, sort_by, portfolioWhere, where, now, ranking }: WrittenSearch): PageSql {
  const byLastYear = sort_by === 'recent_deals' || sort_by === 'deals_led_ltm';
  const filteredCounts = portfolio ? sql`page.filtered_deal_count, page.filtered_lead_count` : noCounts(sql);
  return {
    source: sql`investors i
      ${portfolio ? sql`JOIN ${matchingPortfolios(sql, portfolioWhere, portfolio, ranking)} AS matched ON matched.investor_id = i.id` : sql``}
      ${byLastYear ? sql`LEFT JOIN ${investorsLastYear(sql, now)} ON last_year.investor_id = i.id` : sql``}`,
    total: sql`(SELECT investors FROM totals)`,
    where: (where ?? portfolio) || byLastYear ? buildPredicateCondition(sql, where ?? all()) : undefined,
    order: ranking ? byRelevance(sql) : raw(recordOrders.investors.by[sort_by]),
    orderColumns: sql`i.uuid, i.most_recent_deal_date, i.total_deal_count
      ${portfolio ? sql`, matched.filtered_deal_count, matched.filtered_lead_count, matched.relevance` : sql``}
      ${byLastYear ? sql`, coalesce(last_year.deals, 0) AS deals, coalesce(last_year.led, 0) AS led` : sql``}`,
    carried: portfolio ? ['filtered_deal_count', 'filtered_lead_count'] : [],
    columns: sql`${investorSqlColumns(sql)}, ${filteredCounts}`,
    joins: investorJoins(sql, now),
    ofIndex: {
      columns: sql`${investorSqlColumns(sql, countedTopColumns(sql))}, ${noCounts(sql)}`,
      joins: sql`JOIN investors i ON i.id = page.id CROSS JOIN LATERAL ${readSummary(sql)}`,
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
