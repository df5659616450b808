import type { DealSearchFilters } from '#contract/deals.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import type { EmployeeRange, IpoStatus } from '#contract/enums.ts';
import type { ResolvedPermalinks } from './permalinks.ts';
import type { Relation } from './catalogue.ts';
import { oneOf, type Predicate, type FilterPredicates, related, throughRelation } from './predicates.ts';

/** The predicate of every filter of POST /deals, over a deal (specification 4.1, contract 1.1). */
export const buildDealPredicates = (known: ResolvedPermalinks): FilterPredicates<DealSearchFilters> => ({
  identifiers: { deal_ids: (ids) => oneOf('d.uuid', ids) },
  deal: roundPredicates,
  company: buildDealCompanyPredicates(known),
  investors: roundPredicates,
});

/** The filters of a round, over a deal. */
export const roundPredicates = {
  financing_types: (rounds: readonly FinancingFilter[]): Predicate => ({ is: 'round', rounds }),
  size_min: (usd: number): Predicate => ({ is: 'min', column: 'd.total_round_raised', usd }),
  size_max: (usd: number): Predicate => ({ is: 'max', column: 'd.total_round_raised', usd }),
  date_start: (day: string): Predicate => ({ is: 'since', column: 'd.date', day }),
  date_end: (day: string): Predicate => ({ is: 'until', column: 'd.date', day }),
  created_start: (day: string): Predicate => ({ is: 'since', column: 'd.created_at', day }),
  created_end: (day: string): Predicate => ({ is: 'until', column: 'd.created_at', day }),
  investor_ids: (ids: readonly string[]) => related('investorsOfDeal', oneOf('i.uuid', ids)),
  people_ids: (ids: readonly string[]) => related('peopleOfDeal', oneOf('p.uuid', ids)),
};

/** The filters on a company's own columns, over the company. */
const factPredicates = {
  company_ids: (ids: readonly string[]) => oneOf('c.uuid', ids),
  employee_count: (ranges: readonly EmployeeRange[]) => oneOf('c.num_employees', ranges),
  ipo_status: (statuses: readonly IpoStatus[]) => oneOf('c.status', listStoredStatuses(statuses)),
  total_raised_min: (usd: number): Predicate => ({ is: 'min', column: 'c.total_raised', usd }),
  total_raised_max: (usd: number): Predicate => ({ is: 'max', column: 'c.total_raised', usd }),
};

/** The filters on the places and industries of a company, over a record with these relations. */
function buildTagPredicates(known: ResolvedPermalinks, locations: Relation, industries: Relation) {
  const inIndustry = (kind: 'industries' | 'super_categories') => (values: readonly string[]) =>
    related(industries, oneOf('company_industry_tags.industry_id', known.ids(kind, values)));
  return {
    locations: (values: readonly string[]) =>
      related(locations, oneOf('company_location_tags.location_id', known.ids('locations', values))),
    industries: inIndustry('industries'),
    super_categories: inIndustry('super_categories'),
  };
}

/** The company filters of a deal search, over a deal, which has the places and industries of its company. */
export const buildDealCompanyPredicates = (known: ResolvedPermalinks) => ({
  ...buildTagPredicates(known, 'locationsOfDeal', 'industriesOfDeal'),
  ...throughRelation('companyOfDeal', factPredicates),
});

/** The filters of a company, over the company. */
export const buildCompanyPredicates = (known: ResolvedPermalinks) => ({
  ...buildTagPredicates(known, 'locationsOfCompany', 'industriesOfCompany'),
  ...factPredicates,
});

/**
 * Every status but `public` is private in responses, which have only these two (specification 2.7); unknown is neither.
 */
export const listStoredStatuses = (statuses: readonly IpoStatus[]): string[] =>
  statuses.flatMap((status) => (status === 'public' ? ['public'] : ['private', 'acquired', 'delisted', 'closed']));
