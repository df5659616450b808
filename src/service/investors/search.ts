import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { Investor, InvestorSort, searchInvestors } from '#contract/investors.ts';
import { toAll } from '../db/filters.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { toIdentifierCondition } from '../db/identifiers.ts';
import { findKnownPage, type KnownPage, type PageQuery } from '../db/page.ts';
import { isOneOf, type KnownPermalinks } from '../db/permalinks.ts';
import { rankOptional, type Ranking, type Relevance } from '../relevance/search.ts';
import { matchingPortfolios } from './portfolio.ts';
import { investorColumns, investorJoins, type InvestorRow, lastYearOfAll, toInvestor } from './row.ts';

type Asked = ParsedBodyOf<typeof searchInvestors>;
type Found = Omit<KnownPage<InvestorRow>, 'rows'> & { readonly investors: Investor[] };
type Wanted = {
  readonly asked: Asked;
  readonly now: Date;
  readonly known: KnownPermalinks;
  readonly ranking: Ranking | undefined;
};

/** One page of the firms that satisfy every filter; a searched text ranks them by their most relevant company. */
export async function findInvestors(sql: Sql, asked: Asked, now: Date, relevance: Relevance): Promise<Found> {
  const { page: _page, page_size: _size, sort_by: _sort, ...filters } = asked;
  const { rows, ...found } = await findKnownPage<InvestorRow>(sql, filters, async (known) => {
    const ranking = await rankOptional(relevance, sql, filters.company_investments);
    return toPageQuery(sql, { asked, now, known, ranking });
  });
  return { ...found, investors: rows.map(toInvestor) };
}

function toPageQuery(sql: Sql, { asked, now, known, ranking }: Wanted): PageQuery {
  const { page, page_size, sort_by, ...filters } = asked;
  const portfolio = filters.company_investments;
  const byLastYear = sort_by === 'recent_deals' || sort_by === 'deals_led_ltm';
  return {
    table: 'investors',
    ranking,
    source: sql`investors i
      ${portfolio ? sql`JOIN ${matchingPortfolios(sql, known, portfolio, ranking)} AS matched ON matched.investor_id = i.id` : sql``}
      ${byLastYear ? sql`LEFT JOIN ${lastYearOfAll(sql, now)} ON last_year.investor_id = i.id` : sql``}`,
    total: sql`(SELECT investors FROM totals)`,
    where: toAll(
      sql,
      portfolio || byLastYear ? sql`true` : undefined,
      toIdentifierCondition(sql, 'i', filters.identifiers),
      toFirmCondition(sql, known, filters.investor),
    ),
    order: ranking ? byRelevance(sql) : toOrder(sql, sort_by, portfolio !== undefined),
    orderColumns: sql`i.uuid, i.most_recent_deal_date, i.total_deal_count
      ${portfolio ? sql`, matched.filtered_deal_count, matched.filtered_lead_count, matched.relevance` : sql``}
      ${byLastYear ? sql`, coalesce(last_year.deals, 0) AS deals, coalesce(last_year.led, 0) AS led` : sql``}`,
    carried: portfolio ? ['filtered_deal_count', 'filtered_lead_count'] : [],
    columns: sql`${investorColumns(sql)},
      ${portfolio ? sql`page.filtered_deal_count, page.filtered_lead_count` : noCounts(sql)}`,
    joins: investorJoins(sql, now),
    page,
    pageSize: page_size,
  };
}

const noCounts = (sql: Sql) => sql`NULL::int AS filtered_deal_count, NULL::int AS filtered_lead_count`;
const byRelevance = (sql: Sql) => sql`i.relevance DESC, i.filtered_deal_count DESC, i.uuid`;

function toFirmCondition(sql: Sql, known: KnownPermalinks, firm: Asked['investor']): Fragment | undefined {
  const { locations, employee_count } = firm ?? {};
  return toAll(
    sql,
    locations &&
      sql`i.id IN (SELECT ilt.investor_id FROM investor_location_tags ilt
        WHERE ilt.location_id ${isOneOf(sql, known.ids('locations', locations))})`,
    employee_count && sql`i.num_employees = ANY(${employee_count}::text[]::employee_range[])`,
  );
}

function toOrder(sql: Sql, sort: InvestorSort, hasPortfolio: boolean): Fragment {
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
