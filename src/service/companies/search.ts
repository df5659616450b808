import type { Company, CompanySort, searchCompanies } from '#contract/companies.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { toAll, toWhere } from '../db/filters.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { toIdentifierCondition } from '../db/identifiers.ts';
import { findKnownPage, type KnownPage, type PageQuery } from '../db/page.ts';
import type { Ranking, Relevance, RelevanceQuery } from '../relevance/search.ts';
import type { KnownPermalinks } from '../db/permalinks.ts';
import { toCompanySearchConditions } from './conditions.ts';
import { companyColumns, type CompanyRow, toCompany } from './row.ts';

type Asked = ParsedBodyOf<typeof searchCompanies>;
type Found = Omit<KnownPage<CompanyRow>, 'rows'> & { readonly companies: Company[] };

/** One page of the companies that satisfy every filter, by relevance when a text is searched for (contract 1.2). */
export async function findCompanies(sql: Sql, asked: Asked, relevance: Relevance): Promise<Found> {
  const { page: _page, page_size: _size, sort_by: _sort, identifiers: _identifiers, ...filters } = asked;
  const query = toRelevanceQuery(asked);
  const { rows, ...found } = await findKnownPage<CompanyRow>(sql, filters, async (known) =>
    toPageQuery(sql, asked, known, query && (await relevance.rank(sql, query))),
  );
  return { ...found, companies: rows.map(toCompany) };
}

function toPageQuery(sql: Sql, asked: Asked, known: KnownPermalinks, ranking: Ranking | undefined): PageQuery {
  const { page, page_size, sort_by, identifiers, ...filters } = asked;
  return {
    table: 'companies',
    ranking,
    source: ranking
      ? sql`companies c JOIN ${ranking.companies} AS relevant ON relevant.company_id = c.id`
      : sql`companies c`,
    total: sql`(SELECT companies FROM totals)`,
    where: toAll(
      sql,
      ranking ? sql`true` : undefined,
      toIdentifierCondition(sql, 'c', identifiers),
      toWhere(sql, toCompanySearchConditions(sql, known), filters),
    ),
    order: ranking ? sql`c.relevance DESC, c.uuid` : companyOrders[sort_by](sql),
    orderColumns: sql`c.uuid, c.latest_deal_date, c.founded, c.latest_valuation_usd, c.total_raised,
      c.num_funding_rounds, c.num_investors ${ranking ? sql`, relevant.relevance` : sql``}`,
    carried: ranking ? ['relevance'] : [],
    columns: sql`${companyColumns(sql)}, ${ranking ? sql`page.relevance` : sql`NULL::float8`} AS similarity`,
    joins: sql`JOIN companies c ON c.id = page.id LEFT JOIN company_texts ct ON ct.company_id = c.id`,
    page,
    pageSize: page_size,
  };
}

function toRelevanceQuery({ search_query, company }: Asked): RelevanceQuery | undefined {
  const text = search_query ?? company?.search_query;
  return text === undefined ? undefined : { search_query: text, min_relevance: company?.min_relevance };
}

const companyOrders: Record<CompanySort, (sql: Sql) => Fragment> = {
  most_recent_raise: (sql) => sql`c.latest_deal_date DESC NULLS LAST, c.uuid`,
  oldest_raise: (sql) => sql`c.latest_deal_date ASC NULLS LAST, c.uuid`,
  most_recent_founded: (sql) => sql`c.founded DESC NULLS LAST, c.uuid`,
  oldest_founded: (sql) => sql`c.founded ASC NULLS LAST, c.uuid`,
  largest_valuation: (sql) => sql`c.latest_valuation_usd DESC NULLS LAST, c.uuid`,
  smallest_valuation: (sql) => sql`c.latest_valuation_usd ASC NULLS LAST, c.uuid`,
  largest_total_raise: (sql) => sql`c.total_raised DESC NULLS LAST, c.uuid`,
  smallest_total_raise: (sql) => sql`c.total_raised ASC NULLS LAST, c.uuid`,
  most_funding_rounds: (sql) => sql`c.num_funding_rounds DESC, c.uuid`,
  most_investors: (sql) => sql`c.num_investors DESC, c.uuid`,
};
