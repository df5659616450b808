import type { Company, CompanySort, searchCompanies } from '#contract/companies.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { joinConditions, buildWhere } from '../db/filters.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { buildAnyIdentifierCondition } from '../db/identifiers.ts';
import { findResolvedPage, type ResolvedPage, type PageQuery } from '../db/page.ts';
import type { MatchCounts } from '#contract/matches.ts';
import { relevanceBands } from '#contract/relevance.ts';
import { defaultFloor, type Ranking, type Relevance, type RelevanceQuery } from '../relevance/search.ts';
import { collectPermalinkFilters, type ResolvedPermalinks, resolvePermalinks } from '../db/permalinks.ts';
import { buildCompanySearchPredicates } from './predicates.ts';
import { companySqlColumns, type CompanySqlRow, buildCompany } from './row.ts';

type SearchBody = ParsedBodyOf<typeof searchCompanies>;
type SearchResult = Omit<ResolvedPage<CompanySqlRow>, 'rows'> & { readonly companies: Company[] };

/** One page of the companies that satisfy every filter, by relevance with a search text (contract 1.2). */
export async function findCompanies(sql: Sql, body: SearchBody, relevance: Relevance): Promise<SearchResult> {
  const { page: _page, page_size: _size, sort_by: _sort, identifiers: _identifiers, ...filters } = body;
  const query = buildRelevanceQuery(body);
  const { rows, ...found } = await findResolvedPage<CompanySqlRow>(sql, filters, async (known) =>
    buildPageQuery(sql, body, known, query && (await relevance.rank(sql, query))),
  );
  return { ...found, companies: rows.map(buildCompany) };
}

/** How many companies of a search by meaning reach each band; all of them where nothing is searched by meaning. */
export async function countByBand(sql: Sql, body: SearchBody, relevance: Relevance): Promise<MatchCounts> {
  const query = buildRelevanceQuery({ ...body, company: { ...body.company, min_relevance: defaultFloor } });
  if (!query) {
    const { total } = await findCompanies(sql, { ...body, page: 0, page_size: 1 }, relevance);
    return { strong: total, related: total, results: total };
  }
  const { page: _page, page_size: _size, sort_by: _sort, identifiers: _identifiers, ...filters } = body;
  const known = await resolvePermalinks(sql, collectPermalinkFilters(filters));
  const { source, where = sql`true` } = buildPageQuery(sql, body, known, await relevance.rank(sql, query));
  const { strong, related } = relevanceBands;
  const [counts] = await sql<MatchCounts[]>`
    SELECT count(*) FILTER (WHERE relevance >= ${strong}::float8)::int AS strong,
      count(*) FILTER (WHERE relevance >= ${related}::float8)::int AS related, count(*)::int AS results
    FROM ${source} WHERE ${where}`;
  return counts ?? { strong: 0, related: 0, results: 0 };
}

function buildPageQuery(
  sql: Sql,
  body: SearchBody,
  known: ResolvedPermalinks,
  ranking: Ranking | undefined,
): PageQuery {
  const { page, page_size, sort_by, identifiers, ...filters } = body;
  return {
    table: 'companies',
    ranking,
    source: ranking
      ? sql`companies c JOIN ${ranking.companies} AS relevant ON relevant.company_id = c.id`
      : sql`companies c`,
    total: sql`(SELECT companies FROM totals)`,
    where: joinConditions(
      sql,
      ranking ? sql`true` : undefined,
      buildAnyIdentifierCondition(sql, 'c', identifiers),
      buildWhere(sql, buildCompanySearchPredicates(known), filters),
    ),
    order: ranking ? sql`c.relevance DESC, c.uuid` : companyOrders[sort_by](sql),
    orderColumns: sql`c.uuid, c.latest_deal_date, c.founded, c.latest_valuation_usd, c.total_raised,
      c.num_funding_rounds, c.num_investors ${ranking ? sql`, relevant.relevance` : sql``}`,
    carried: ranking ? ['relevance'] : [],
    columns: sql`${companySqlColumns(sql)}, ${ranking ? sql`page.relevance` : sql`NULL::float8`} AS similarity`,
    joins: sql`JOIN companies c ON c.id = page.id LEFT JOIN company_texts ct ON ct.company_id = c.id`,
    page,
    pageSize: page_size,
  };
}

function buildRelevanceQuery({ search_query, company }: SearchBody): RelevanceQuery | undefined {
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
