import type { InvestorSearchFilters } from '#contract/investors.ts';
import { buildDealCompanyPredicates, roundPredicates } from '../db/deal-predicates.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import { all, buildWhere, type FilterPredicates, type Predicate } from '../db/predicates.ts';
import type { Ranking } from '../relevance/search.ts';

type Portfolio = NonNullable<InvestorSearchFilters['company_investments']>;
/** The filters that each single deal must satisfy, without the minimum counts and the search text. */
type DealSection = { deal: Omit<Portfolio, 'min_matching_deals' | 'search_query' | 'min_relevance'> };

/** Requires every portfolio filter of a deal and its investor's part in it; undefined if there is none. */
export function buildPortfolioWhere(known: ResolvedPermalinks, portfolio: Portfolio): Predicate | undefined {
  const { min_matching_deals: _min, search_query: _text, min_relevance: _floor, ...deal } = portfolio;
  return buildWhere(buildPortfolioPredicates(known), { deal } satisfies DealSection);
}

/**
 * `(investor_id, filtered_deal_count, filtered_lead_count, relevance)` of the investors with enough deals that each satisfy
 * every portfolio filter at once, as a subquery (contract 1.3).
 */
export function matchingPortfolios(
  sql: Sql,
  where: Predicate | undefined,
  { min_matching_deals }: Portfolio,
  ranking: Ranking | undefined,
): Fragment {
  return sql`(
    SELECT di.investor_id, count(*)::int AS filtered_deal_count,
      (count(*) FILTER (WHERE di.lead))::int AS filtered_lead_count,
      ${ranking ? sql`max(relevant.relevance)` : sql`NULL::float8`} AS relevance
    FROM deal_investors di JOIN deals d ON d.id = di.deal_id
    ${ranking ? sql`JOIN ${ranking.companies} AS relevant ON relevant.company_id = d.company_id` : sql``}
    WHERE ${buildPredicateCondition(sql, where ?? all())}
    GROUP BY di.investor_id HAVING count(*) >= ${min_matching_deals}
  )`;
}

function buildPortfolioPredicates(known: ResolvedPermalinks): FilterPredicates<DealSection> {
  const round = roundPredicates;
  return {
    deal: {
      ...buildDealCompanyPredicates(known),
      financing_types: round.financing_types,
      deal_size_min: round.size_min,
      deal_size_max: round.size_max,
      deal_start_date: round.date_start,
      deal_end_date: round.date_end,
      only_lead_deals: (only) => (only ? { is: 'flag', column: 'di.lead' } : all()),
    },
  };
}
