import type { Deal, DealSort, searchDeals } from '#contract/deals.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { buildWhere } from '../db/filters.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { findResolvedPage } from '../db/page.ts';
import { buildDealConditions } from '../db/deal-conditions.ts';
import { dealColumns, type DealRow, buildDeal } from './row.ts';

type SearchResult = { readonly deals: Deal[]; readonly total: number; readonly ignored: readonly string[] };

/** One page of the deals that satisfy every filter, with the exact total (specification 4.1). */
export async function findDeals(sql: Sql, body: ParsedBodyOf<typeof searchDeals>): Promise<SearchResult> {
  const { page, page_size, sort_by, ...filters } = body;
  const found = await findResolvedPage<DealRow>(sql, filters, (known) => ({
    table: 'deals',
    source: sql`deals d`,
    total: sql`(SELECT deals FROM totals)`,
    where: buildWhere(sql, buildDealConditions(sql, known), filters),
    order: dealOrders[sort_by](sql),
    orderColumns: sql`d.uuid, d.date, d.total_round_raised`,
    columns: dealColumns(sql),
    joins: sql`JOIN deals d ON d.id = page.id LEFT JOIN deal_texts dt ON dt.deal_id = d.id`,
    page,
    pageSize: page_size,
  }));
  return { deals: found.rows.map(buildDeal), total: found.total, ignored: found.ignored };
}

const dealOrders: Record<DealSort, (sql: Sql) => Fragment> = {
  most_recent_deal: (sql) => sql`d.date DESC NULLS LAST, d.uuid`,
  oldest_deal: (sql) => sql`d.date ASC NULLS LAST, d.uuid`,
  largest_raise: (sql) => sql`d.total_round_raised DESC NULLS LAST, d.uuid`,
  smallest_raise: (sql) => sql`d.total_round_raised ASC NULLS LAST, d.uuid`,
};
