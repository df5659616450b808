import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { PersonSearchFilters, Person, PersonSort, searchPeople } from '#contract/people.ts';
import { joinConditions, buildWhere } from '../db/filters.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { currentIds, readAddressSlug } from '../db/identifiers.ts';
import { findResolvedPage, type ResolvedPage, type PageQuery } from '../db/page.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { rankOptional, type Ranking, type Relevance } from '../relevance/search.ts';
import { buildPeoplePredicates } from './predicates.ts';
import { matchingDeals } from './portfolio.ts';
import { peopleLastYear, personSqlColumns, personJoins, type PersonSqlRow, buildPerson } from './row.ts';

type SearchBody = ParsedBodyOf<typeof searchPeople>;
type SearchResult = Omit<ResolvedPage<PersonSqlRow>, 'rows'> & { readonly people: Person[] };
type SearchContext = {
  readonly body: SearchBody;
  readonly now: Date;
  readonly known: ResolvedPermalinks;
  readonly employers: Ranking | undefined;
  readonly portfolios: Ranking | undefined;
};

/** One page of the people who satisfy every filter; a search text ranks them by relevance (contract 1.4). */
export async function findPeople(sql: Sql, body: SearchBody, now: Date, relevance: Relevance): Promise<SearchResult> {
  const { page: _page, page_size: _size, sort_by: _sort, ...filters } = body;
  const { rows, ...found } = await findResolvedPage<PersonSqlRow>(sql, filters, async (known) => {
    const employers = await rankOptional(relevance, sql, filters.company);
    const portfolios = await rankOptional(relevance, sql, filters.investor?.deals);
    return buildPageQuery(sql, { body, now, known, employers, portfolios });
  });
  return { ...found, people: rows.map(buildPerson) };
}

function buildPageQuery(sql: Sql, { body, now, known, employers, portfolios }: SearchContext): PageQuery {
  const { page, page_size, sort_by, ...filters } = body;
  const { deals, ...investor } = filters.investor ?? {};
  const { search_query: _text, min_relevance: _floor, latest_deal, ...employer } = filters.company ?? {};
  const flat = { person: filters.person, company: employer, latest_deal, investor };
  const ranking = employers ?? portfolios;
  // Joins for counts and other tables are used by some orders only; PostgreSQL removes a join by key whose columns
  // are not read.
  const byLastYear = !ranking && lastYearSorts.has(sort_by);
  const byCompany = !ranking && companySorts.has(sort_by);
  const filtered = joinConditions(
    sql,
    collectIdentifiers(sql, filters.identifiers),
    buildTypeCondition(sql, filters),
    buildWhere(sql, buildPeoplePredicates(known), flat),
  );
  const where = filtered ?? (ranking || deals ? sql`true` : undefined);
  const joined = sql`people p
      ${deals ? sql`JOIN ${matchingDeals(sql, known, deals, portfolios)} AS matched ON matched.person_id = p.id` : sql``}
      ${employers ? sql`JOIN ${employers.companies} AS relevant ON relevant.company_id = p.current_company_id` : sql``}
      LEFT JOIN companies c ON c.id = p.current_company_id LEFT JOIN deals d ON d.id = c.latest_deal_id
      ${byLastYear ? sql`LEFT JOIN ${peopleLastYear(sql, now)} ON last_year.person_id = p.id` : sql``}`;
  const orderColumns = sql`p.uuid, p.folded, p.most_recent_deal_date, p.total_deal_count, p.lead_deal_count
      ${byCompany ? sql`, c.total_raised, d.total_round_raised AS latest_deal_size` : sql``}
      ${
        byLastYear
          ? sql`, CASE WHEN p.is_investor THEN coalesce(last_year.deals, 0) END AS last_deals,
            CASE WHEN p.is_investor THEN coalesce(last_year.led, 0) END AS last_led`
          : sql``
      }
      ${deals ? sql`, matched.filtered_deal_count, matched.filtered_lead_count, matched.filtered_most_recent_date` : sql``}
      ${employers ? sql`, relevant.relevance` : deals ? sql`, matched.relevance` : sql``}`;
  // Everyone, ordered by other tables: not materialized before sorting, which took a third of the time.
  const everyone = byLastYear || byCompany ? sql`(SELECT p.id, ${orderColumns} FROM ${joined}) p` : sql`people p`;
  return {
    table: 'people',
    ranking,
    source: where ? joined : everyone,
    total: sql`(SELECT people FROM totals)`,
    where,
    order: ranking ? sql`p.relevance DESC, p.uuid` : personOrders[sort_by](sql, deals !== undefined),
    orderColumns,
    carried: deals ? ['filtered_deal_count', 'filtered_lead_count', 'filtered_most_recent_date'] : [],
    columns: sql`${personSqlColumns(sql, 'short')},
      ${deals ? sql`page.filtered_deal_count, page.filtered_lead_count, page.filtered_most_recent_date` : nullFilteredFigures(sql)}`,
    joins: personJoins(sql, now),
    page,
    pageSize: page_size,
  };
}

/** The filtered figures are null when no deal filter is set. */
export const nullFilteredFigures = (sql: Sql): Fragment => sql`NULL::int AS filtered_deal_count,
  NULL::int AS filtered_lead_count, NULL::timestamptz AS filtered_most_recent_date`;

function collectIdentifiers(sql: Sql, identifiers: PersonSearchFilters['identifiers']): Fragment | undefined {
  const { ids, linkedin_urls, crunchbase_urls, twitter_urls } = identifiers ?? {};
  const given = [
    ids && sql`p.uuid = ANY(${currentIds(sql, ids)})`,
    linkedin_urls && sql`p.linkedin_slug = ANY(${linkedin_urls.map(readAddressSlug)}::text[])`,
    crunchbase_urls && sql`p.crunchbase_slug = ANY(${crunchbase_urls.map(readAddressSlug)}::text[])`,
    twitter_urls && sql`p.twitter_slug = ANY(${twitter_urls.map(readAddressSlug)}::text[])`,
  ].filter((condition) => condition !== undefined);
  return given.length === 0 ? undefined : sql`(${given.reduce((all, one) => sql`${all} OR ${one}`)})`;
}

/** Any `company.*` implies a current employer, any `investor.*` an investor (contract 1.4). */
function buildTypeCondition(sql: Sql, { person_type, company, investor }: PersonSearchFilters): Fragment | undefined {
  const hasMember = (section: object | undefined) => section !== undefined && Object.keys(section).length > 0;
  return joinConditions(
    sql,
    person_type === 'company' || hasMember(company) ? sql`p.current_company_id IS NOT NULL` : undefined,
    person_type === 'investor' || hasMember(investor) ? sql`p.is_investor` : undefined,
  );
}

const lastYearSorts: ReadonlySet<PersonSort> = new Set(['deal_count_last_12_months', 'lead_deal_count_last_12_months']);
const companySorts: ReadonlySet<PersonSort> = new Set(['total_raised', 'latest_deal_size']);

const personOrders: Record<PersonSort, (sql: Sql, hasDeals: boolean) => Fragment> = {
  most_recent_deal_date: (sql) => sql`p.most_recent_deal_date DESC NULLS LAST, p.uuid`,
  total_raised: (sql) => sql`p.total_raised DESC NULLS LAST, p.uuid`,
  latest_deal_size: (sql) => sql`p.latest_deal_size DESC NULLS LAST, p.uuid`,
  name: (sql) => sql`p.folded, p.uuid`,
  total_deal_count: (sql) => sql`p.total_deal_count DESC NULLS LAST, p.uuid`,
  deal_count_last_12_months: (sql) => sql`p.last_deals DESC NULLS LAST, p.uuid`,
  lead_deal_count: (sql) => sql`p.lead_deal_count DESC NULLS LAST, p.uuid`,
  lead_deal_count_last_12_months: (sql) => sql`p.last_led DESC NULLS LAST, p.uuid`,
  filtered_deal_count: (sql, hasDeals) =>
    hasDeals ? sql`p.filtered_deal_count DESC, p.uuid` : sql`p.total_deal_count DESC NULLS LAST, p.uuid`,
};
