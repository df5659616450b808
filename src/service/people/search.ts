import { raw } from 'sql-template-tag';
import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { PersonSearchFilters, Person, PersonSort, searchPeople } from '#contract/people.ts';
import type { Fragment, Sql } from '../db/sql.ts';
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
import { all, buildWhere, combinePredicates, type Predicate } from '../db/predicates.ts';
import { countedTopColumns, joinMatchingDeals, countedSummary } from '../db/record-columns.ts';
import { recordOrders } from '../db/record-orders.ts';
import { rankOptional, type Ranking, type SearchSources } from '../relevance/search.ts';
import { buildInvestmentPredicates, buildPeoplePredicates } from './predicates.ts';
import { peopleLastYear, personSqlColumns, personJoins, type PersonSqlRow, buildPerson } from './row.ts';

type SearchBody = ParsedBodyOf<typeof searchPeople>;
type SearchContext = {
  readonly body: SearchBody;
  readonly now: Date;
  readonly known: ResolvedPermalinks;
  readonly employers: Ranking | undefined;
  readonly portfolios: Ranking | undefined;
};

/** Whether a search neither counts deals nor has a search text or values that only PostgreSQL compares. */
export const isLightSearch = ({ person, investor, company }: SearchBody): boolean =>
  person === undefined && investor?.deals === undefined && company?.search_query === undefined;

/** One page of the people who satisfy every filter; a search text ranks them by relevance (contract 1.4). */
export const findPeople = (
  sql: Sql,
  body: SearchBody,
  now: Date,
  sources: SearchSources,
): Promise<ResolvedPage<Person>> => findResolvedPage(sql, body, toPageQuery(sql, body, now, sources), sources.snapshot);

/** The ids of that page. */
export const findPersonIds = (sql: Sql, body: SearchBody, now: Date, sources: SearchSources) =>
  findResolvedIds(sql, body, toPageQuery(sql, body, now, sources), sources.snapshot);

const toPageQuery =
  (sql: Sql, body: SearchBody, now: Date, { relevance }: SearchSources) =>
  async (known: ResolvedPermalinks) => {
    const employers = await rankOptional(relevance, sql, body.company);
    const portfolios = await rankOptional(relevance, sql, body.investor?.deals);
    return buildPageQuery(sql, { body, now, known, employers, portfolios });
  };

function buildPageQuery(sql: Sql, context: SearchContext): PageQuery<PersonSqlRow, Person> {
  const { body, now, known, employers, portfolios } = context;
  const { page, page_size, identifiers, person, company, investor } = body;
  const deals = investor?.deals;
  const ranking = employers ?? portfolios;
  const sort_by = !deals && body.sort_by === 'filtered_deal_count' ? 'total_deal_count' : body.sort_by;
  const counted = deals && {
    deals: buildWhere(buildInvestmentPredicates(known), { deal: deals }),
    min: deals.min_matching_deals,
  };
  const predicate = combinePredicates(
    matchAnyIdentifier('p', identifiers),
    matchType(body),
    buildWhere(buildPeoplePredicates(known), { person, company, latest_deal: company?.latest_deal, investor }),
  );
  return {
    table: 'people',
    ranking,
    write: () => writePage(sql, { counted, sort_by, predicate, now, employers, portfolios }),
    build: buildPerson,
    // The summary is of the last 12 months.
    cachedAs: `people on ${now.toISOString().slice(0, 10)}`,
    page,
    pageSize: page_size,
    plan: ranking ? undefined : { table: 'people', where: predicate, order: sort_by, counted, now },
  };
}

type WrittenSearch = Pick<SearchContext, 'now' | 'employers' | 'portfolios'> & {
  readonly counted: PagePlan['counted'];
  readonly sort_by: PersonSort;
  readonly predicate: Predicate | undefined;
};

function writePage(sql: Sql, { counted, sort_by, predicate, now, employers, portfolios }: WrittenSearch): PageSql {
  const ranking = employers ?? portfolios;
  // Only some orders use the joins for counts and other tables; PostgreSQL removes a join by key whose columns are not
  // read.
  const byLastYear = !ranking && lastYearSorts.has(sort_by);
  const byCompany = !ranking && companySorts.has(sort_by);
  const where = (predicate ?? ranking ?? counted) ? buildPredicateCondition(sql, predicate ?? all()) : undefined;
  const joined = sql`people p
      ${counted ? joinMatchingDeals(sql, 'p', counted, portfolios?.companies) : sql``}
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
      ${counted ? sql`, matched.filtered_deal_count, matched.filtered_lead_count, matched.filtered_most_recent_date` : sql``}
      ${employers ? sql`, relevant.relevance` : counted ? sql`, matched.relevance` : sql``}`;
  // Everyone, ordered by other tables: not materialized before sorting, which would take half as long again.
  const everyone = byLastYear || byCompany ? sql`(SELECT p.id, ${orderColumns} FROM ${joined}) p` : sql`people p`;
  const filtered = counted
    ? sql`page.filtered_deal_count, page.filtered_lead_count, page.filtered_most_recent_date`
    : nullFilteredFigures(sql);
  return {
    source: where ? joined : everyone,
    total: sql`(SELECT people FROM totals)`,
    where,
    order: ranking ? sql`p.relevance DESC, p.uuid` : raw(recordOrders.people.by[sort_by]),
    orderColumns,
    carried: counted ? ['filtered_deal_count', 'filtered_lead_count', 'filtered_most_recent_date'] : [],
    columns: sql`${personSqlColumns(sql, 'short')}, ${filtered}`,
    joins: personJoins(sql, now),
    ofIndex: {
      columns: sql`${personSqlColumns(sql, 'short', countedTopColumns(sql))}, ${nullFilteredFigures(sql)}`,
      joins: sql`JOIN people p ON p.id = page.id CROSS JOIN LATERAL ${countedSummary(sql)}`,
    },
  };
}

/** The filtered figures are null when no deal filter is set. */
export const nullFilteredFigures = (sql: Sql): Fragment => sql`NULL::int AS filtered_deal_count,
  NULL::int AS filtered_lead_count, NULL::timestamptz AS filtered_most_recent_date`;

/** Any `company.*` implies a current employer, any `investor.*` an investor (contract 1.4). */
function matchType({ person_type, company, investor }: PersonSearchFilters): Predicate | undefined {
  const hasMember = (section: object | undefined) => section !== undefined && Object.keys(section).length > 0;
  const employed: Predicate = { is: 'known', column: 'p.current_company_id' };
  const investing: Predicate = { is: 'flag', column: 'p.is_investor' };
  return combinePredicates(
    person_type === 'company' || hasMember(company) ? employed : undefined,
    person_type === 'investor' || hasMember(investor) ? investing : undefined,
  );
}

const lastYearSorts: ReadonlySet<PersonSort> = new Set(['deal_count_last_12_months', 'lead_deal_count_last_12_months']);
const companySorts: ReadonlySet<PersonSort> = new Set(['total_raised', 'latest_deal_size']);
