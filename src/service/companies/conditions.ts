import type { CompanySearchFilters } from '#contract/companies.ts';
import { buildCompanyConditions, buildRoundConditions } from '../db/deal-conditions.ts';
import type { Conditions } from '../db/filters.ts';
import { currentIds } from '../db/identifiers.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';

/** Without identifiers, which are joined with OR, and search_query, which ranks. */
type AndFilters = Pick<CompanySearchFilters, 'latest_deal' | 'investors'> & {
  company?: Omit<NonNullable<CompanySearchFilters['company']>, 'search_query' | 'min_relevance'> | undefined;
};

/** The SQL condition of every filter of POST /companies, over a company `c` (contract 1.2). */
export function buildCompanySearchConditions(sql: Sql, known: ResolvedPermalinks): Conditions<AndFilters> {
  const { people_ids, ...round } = buildRoundConditions(sql);
  const latest =
    <V>(condition: (value: V) => Fragment) =>
    (value: V) =>
      sql`c.latest_deal_id IN (SELECT d.id FROM deals d WHERE ${condition(value)})`;
  const anyRound =
    <V>(condition: (value: V) => Fragment) =>
    (value: V) =>
      sql`c.id IN (SELECT d.company_id FROM deals d WHERE ${condition(value)})`;
  return {
    company: buildCompanyConditions(sql, known),
    latest_deal: {
      financing_types: latest(round.financing_types),
      size_min: latest(round.size_min),
      size_max: latest(round.size_max),
      date_start: latest(round.date_start),
      date_end: latest(round.date_end),
      created_start: latest(round.created_start),
      created_end: latest(round.created_end),
      investor_ids: latest(round.investor_ids),
    },
    // In any round, or directly on the company where a source names its investors without the round.
    investors: {
      investor_ids: (ids) => sql`(${anyRound(round.investor_ids)(ids)} OR c.id IN (
        SELECT cv.company_id FROM company_investors cv JOIN investors i ON i.id = cv.investor_id
        WHERE i.uuid = ANY(${currentIds(sql, ids)})))`,
      people_ids: (ids) => sql`(${anyRound(people_ids)(ids)} OR c.id IN (
        SELECT ca.company_id FROM company_angels ca JOIN people p ON p.id = ca.person_id
        WHERE p.uuid = ANY(${currentIds(sql, ids)})))`,
    },
  };
}
