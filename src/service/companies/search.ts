import { raw } from 'sql-template-tag';
import type { Company, CompanySearchFilters, searchCompanies } from '#contract/companies.ts';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import { buildCompanyPredicates, roundPredicates } from '../db/deal-predicates.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { matchAnyIdentifier } from '../db/identifiers.ts';
import { findResolvedIds, findResolvedPage, type ResolvedPage, type PageQuery, type PageSql } from '../db/page.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import {
  all,
  anyOf,
  buildWhere,
  combinePredicates,
  type FilterPredicates,
  oneOf,
  type Predicate,
  related,
  throughRelation,
} from '../db/predicates.ts';
import { recordOrders } from '../db/record-orders.ts';
import type { MatchCounts } from '#contract/matches.ts';
import { relevanceBands } from '#contract/relevance.ts';
import { countAboveFloor, defaultFloor } from '../relevance/scores.ts';
import type { Ranking, RelevanceQuery, SearchSources } from '../relevance/search.ts';
import { collectPermalinkFilters, type ResolvedPermalinks, resolvePermalinks } from '../db/permalinks.ts';
import { companySqlColumns, type CompanySqlRow, buildCompany } from './row.ts';

type SearchBody = ParsedBodyOf<typeof searchCompanies>;

/** Without identifiers, which are joined with OR, and search_query, which ranks. */
type AndFilters = Pick<CompanySearchFilters, 'latest_deal' | 'investors'> & {
  company?: Omit<NonNullable<CompanySearchFilters['company']>, 'search_query' | 'min_relevance'> | undefined;
};

const anyRound = throughRelation('dealsOfCompany', roundPredicates);

/** The predicate of every filter of POST /companies, over a company (contract 1.2). */
const buildCompanySearchPredicates = (known: ResolvedPermalinks): FilterPredicates<AndFilters> => ({
  company: buildCompanyPredicates(known),
  latest_deal: throughRelation('latestDealOfCompany', roundPredicates),
  // In any round, or directly on the company if a source names its investors without the round.
  investors: {
    investor_ids: (ids) => anyOf(anyRound.investor_ids(ids), related('investorsOfCompany', oneOf('i.uuid', ids))),
    people_ids: (ids) => anyOf(anyRound.people_ids(ids), related('angelsOfCompany', oneOf('p.uuid', ids))),
  },
});

/** One page of the companies that satisfy every filter, by relevance with a search text (contract 1.2). */
export const findCompanies = (sql: Sql, body: SearchBody, sources: SearchSources): Promise<ResolvedPage<Company>> =>
  findResolvedPage(sql, body, toPageQuery(sql, body, sources), sources.snapshot);

/** The ids of that page. */
export const findCompanyIds = (sql: Sql, body: SearchBody, sources: SearchSources) =>
  findResolvedIds(sql, body, toPageQuery(sql, body, sources), sources.snapshot);

function toPageQuery(sql: Sql, body: SearchBody, { relevance }: SearchSources) {
  const query = buildRelevanceQuery(body);
  return async (known: ResolvedPermalinks) =>
    buildPageQuery(sql, body, known, query && (await relevance.rank(sql, query)));
}

/** How many companies in a search by meaning reach each relevance band; all of them without such a search. */
export async function countByBand(sql: Sql, body: SearchBody, sources: SearchSources): Promise<MatchCounts> {
  const query = buildRelevanceQuery({ ...body, company: { ...body.company, min_relevance: defaultFloor } });
  if (!query) {
    const { total } = await findCompanies(sql, { ...body, page: 0, page_size: 1 }, sources);
    return { strong: total, related: total, results: total };
  }
  const known = await resolvePermalinks(sql, collectPermalinkFilters(body), sources.snapshot?.permalinks);
  const ranking = await sources.relevance.rank(sql, query);
  const { ranked, write } = buildPageQuery(sql, body, known, ranking);
  const { strong: strongFrom, related: relatedFrom } = relevanceBands;
  if (ranked) {
    const results = ranked.ids.length;
    return { strong: countAboveFloor(ranked, strongFrom), related: countAboveFloor(ranked, relatedFrom), results };
  }
  const { source, where = sql`true` } = write();
  const [counts] = await sql<MatchCounts[]>`
    SELECT count(*) FILTER (WHERE relevance >= ${strongFrom}::float8)::int AS strong,
      count(*) FILTER (WHERE relevance >= ${relatedFrom}::float8)::int AS related, count(*)::int AS results
    FROM ${source} WHERE ${where}`;
  return counts ?? { strong: 0, related: 0, results: 0 };
}

function buildPageQuery(
  sql: Sql,
  body: SearchBody,
  known: ResolvedPermalinks,
  ranking: Ranking | undefined,
): PageQuery<CompanySqlRow, Company> {
  const { page, page_size, sort_by, identifiers } = body;
  const where = combinePredicates(
    matchAnyIdentifier('c', identifiers),
    buildWhere(buildCompanySearchPredicates(known), body),
  );
  return {
    table: 'companies',
    ranking,
    write: () => writePage(sql, where, sort_by, ranking),
    build: buildCompany,
    cachedAs: 'companies',
    ranked: where ? undefined : ranking?.found,
    page,
    pageSize: page_size,
    plan: ranking && !ranking.found ? undefined : { table: 'companies', where, order: ranking?.found ?? sort_by },
  };
}

function writePage(
  sql: Sql,
  where: Predicate | undefined,
  sort_by: SearchBody['sort_by'],
  ranking: Ranking | undefined,
): PageSql {
  const withSimilarity = (similarity: Fragment) => sql`${companySqlColumns(sql)}, ${similarity} AS similarity`;
  const joins = sql`JOIN companies c ON c.id = page.id LEFT JOIN company_texts ct ON ct.company_id = c.id`;
  return {
    source: ranking
      ? sql`companies c JOIN ${ranking.companies} AS relevant ON relevant.company_id = c.id`
      : sql`companies c`,
    total: sql`(SELECT companies FROM totals)`,
    where: (where ?? ranking) ? buildPredicateCondition(sql, where ?? all()) : undefined,
    order: ranking ? sql`c.relevance DESC, c.id` : raw(recordOrders.companies.by[sort_by]),
    orderColumns: sql`c.uuid, c.latest_deal_date, c.founded, c.latest_valuation_usd, c.total_raised,
      c.num_funding_rounds, c.num_investors ${ranking ? sql`, relevant.relevance` : sql``}`,
    carried: ranking ? ['relevance'] : [],
    columns: withSimilarity(ranking ? sql`page.relevance` : sql`NULL::float8`),
    joins,
    ofIndex: { columns: withSimilarity(sql`NULL::float8`), joins },
  };
}

/** The search text of a request, and the minimum relevance of a result; undefined without a text. */
export function buildRelevanceQuery({ search_query, company }: SearchBody): RelevanceQuery | undefined {
  const text = search_query ?? company?.search_query;
  return text === undefined ? undefined : { search_query: text, min_relevance: company?.min_relevance };
}
