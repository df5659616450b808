import { buildWhere } from '../db/predicates.ts';
import { raw } from 'sql-template-tag';
import type { Deal, searchDeals } from '#contract/deals.ts';
import type { FinancingType, Intermediate } from '#contract/enums.ts';
import { angelIdsOf, financingsOf, investorIdsOf } from '../db/record-columns.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import {
  findResolvedIds,
  findResolvedPage,
  type IndexSnapshot,
  type PageQuery,
  type PageSql,
  type ResolvedPage,
} from '../db/page.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import { recordOrders } from '../db/record-orders.ts';
import { buildDealPredicates } from '../db/deal-predicates.ts';

/** A deal as read from the database. */
export type DealSqlRow = {
  id: string;
  company_id: string;
  investor_ids: string[];
  angel_investor_ids: string[];
  financings: Deal['financings'];
  round_type: FinancingType;
  extension: boolean;
  pre: boolean;
  intermediate: Intermediate;
  date: Date | null;
  created_at: Date;
  total_round_raised: number | null;
  short_description: string | null;
  long_description: string | null;
  valuation_type: NonNullable<Deal['valuation']>['type'] | null;
  valuation_currency: string | null;
  valuation_usd: number | null;
  valuation_native: number | null;
};

/** The columns of a DealSqlRow, read for a deal `d`; investors and angels in the order of their ids. */
export const dealSqlColumns = (sql: Sql): Fragment => sql`
  d.uuid AS id, (SELECT c.uuid FROM companies c WHERE c.id = d.company_id) AS company_id,
  ${investorIdsOf(sql, sql`d.id`)} AS investor_ids, ${angelIdsOf(sql, sql`d.id`)} AS angel_investor_ids,
  ${financingsOf(sql, sql`d.id`)} AS financings,
  d.round_type, d.extension, d.pre, d.intermediate, d.date, d.created_at, d.total_round_raised,
  dt.short_description, dt.long_description, d.valuation_type, d.valuation_currency, d.valuation_usd, d.valuation_native`;

/** The columns of the DealSqlRows of a page, and the joins that reach them from `page (id)`. */
export const shownDeals = (sql: Sql): Pick<PageSql, 'columns' | 'joins'> => ({
  columns: dealSqlColumns(sql),
  joins: sql`JOIN deals d ON d.id = page.id LEFT JOIN deal_texts dt ON dt.deal_id = d.id`,
});

/** Converts a row to the shape of the API; undisclosed amounts stay null. */
export function buildDeal(row: DealSqlRow): Deal {
  const { short_description, long_description, valuation_type, valuation_currency, valuation_usd, valuation_native } =
    row;
  return {
    id: row.id,
    company_id: row.company_id,
    investor_ids: row.investor_ids,
    angel_investor_ids: row.angel_investor_ids,
    financings: row.financings,
    round_type: row.round_type,
    extension: row.extension,
    pre: row.pre,
    intermediate: row.intermediate,
    date: row.date?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    total_round_raised: row.total_round_raised,
    deal_descriptions: { short_description, long_description },
    valuation:
      valuation_type === null ? null : { type: valuation_type, valuation_currency, valuation_usd, valuation_native },
  };
}

type SearchBody = ParsedBodyOf<typeof searchDeals>;

/** One page of the deals that satisfy every filter, with the exact total (specification 4.1). */
export const findDeals = (
  sql: Sql,
  body: SearchBody,
  snapshot: IndexSnapshot | undefined,
): Promise<ResolvedPage<Deal>> => findResolvedPage(sql, body, toPageQuery(sql, body), snapshot);

/** The ids of that page. */
export const findDealIds = (sql: Sql, body: SearchBody, snapshot: IndexSnapshot | undefined) =>
  findResolvedIds(sql, body, toPageQuery(sql, body), snapshot);

const toPageQuery =
  (sql: Sql, body: SearchBody) =>
  (known: ResolvedPermalinks): PageQuery<DealSqlRow, Deal> => {
    const { page, page_size, sort_by } = body;
    const where = buildWhere(buildDealPredicates(known), body);
    return {
      table: 'deals',
      write: () => ({
        source: sql`deals d`,
        total: sql`(SELECT deals FROM totals)`,
        where: where && buildPredicateCondition(sql, where),
        order: raw(recordOrders.deals.by[sort_by]),
        orderColumns: sql`d.uuid, d.date, d.total_round_raised`,
        ...shownDeals(sql),
      }),
      build: buildDeal,
      cachedAs: 'deals',
      page,
      pageSize: page_size,
      plan: { table: 'deals', where, order: sort_by },
    };
  };
