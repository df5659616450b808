import type { PersonSearchFilters } from '#contract/people.ts';
import { buildDealCompanyPredicates, roundPredicates } from '../db/deal-predicates.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import { all, buildWhere, type FilterPredicates, type Predicate } from '../db/predicates.ts';
import type { Ranking } from '../relevance/search.ts';

type Deals = NonNullable<NonNullable<PersonSearchFilters['investor']>['deals']>;
type DealSection = { deal: Omit<Deals, 'min_matching_deals' | 'search_query' | 'min_relevance'> };

/** Requires every filter of a deal and the person's part in it; undefined if there is none. */
export function buildDealsWhere(known: ResolvedPermalinks, deals: Deals): Predicate | undefined {
  const { min_matching_deals: _min, search_query: _text, min_relevance: _floor, ...deal } = deals;
  return buildWhere(buildInvestmentPredicates(known), { deal } satisfies DealSection);
}

/**
 * `(person_id, filtered_deal_count, filtered_lead_count, filtered_most_recent_date, relevance)` of the people with
 * enough deals that each satisfy every filter at once, as a subquery (contract 1.4).
 */
export function matchingDeals(
  sql: Sql,
  where: Predicate | undefined,
  { min_matching_deals }: Deals,
  ranking: Ranking | undefined,
): Fragment {
  return sql`(
    SELECT pd.person_id, count(*)::int AS filtered_deal_count, (count(*) FILTER (WHERE pd.led))::int AS filtered_lead_count,
      max(d.date) AS filtered_most_recent_date, ${ranking ? sql`max(relevant.relevance)` : sql`NULL::float8`} AS relevance
    FROM person_deals pd JOIN deals d ON d.id = pd.deal_id
    ${ranking ? sql`JOIN ${ranking.companies} AS relevant ON relevant.company_id = d.company_id` : sql``}
    WHERE ${buildPredicateCondition(sql, where ?? all())}
    GROUP BY pd.person_id HAVING count(*) >= ${min_matching_deals}
  )`;
}

function buildInvestmentPredicates(known: ResolvedPermalinks): FilterPredicates<DealSection> {
  const { financing_types, size_min, size_max, date_start, date_end } = roundPredicates;
  const company = buildDealCompanyPredicates(known);
  return {
    deal: {
      investment_type: (kind) => (kind === 'all' ? all() : { is: 'flag', column: `pd.${kind}` }),
      only_lead_deals: (only) => (only ? { is: 'flag', column: 'pd.led' } : all()),
      financing_types,
      size_min,
      size_max,
      date_start,
      date_end,
      industries: company.industries,
      super_categories: company.super_categories,
      portfolio_locations: company.locations,
      portfolio_employee_count: company.employee_count,
      ipo_status: company.ipo_status,
      total_raised_min: company.total_raised_min,
      total_raised_max: company.total_raised_max,
    },
  };
}
