import type { companyFilters } from '#contract/company-filters.ts';
import type { dealFilters } from '#contract/deal-filters.ts';
import type { Filter, SearchCatalogue } from '#contract/filters.ts';
import { investorCatalogue, investorFilters } from '#contract/investor-filters.ts';
import { getFilterValues } from './filter-kinds.ts';
import { findAddress, isFilterSet, type SearchQuery } from './search-query.ts';

type PortfolioFilter = keyof typeof investorFilters;

/** The portfolio filter of investors that asks the same of a deal and its company. */
const portfolioFilters: Readonly<Record<string, Readonly<Record<string, PortfolioFilter>>>> = {
  deals: {
    round: 'round',
    announced: 'invested',
    size: 'size',
    location: 'companyLocation',
    industry: 'industry',
    employees: 'employees',
    totalRaised: 'totalRaised',
    ipoStatus: 'ipoStatus',
    companies: 'companies',
  } satisfies Partial<Record<keyof typeof dealFilters, PortfolioFilter>>,
  // Filters of the latest round have none: a deal of an investor may be an earlier round.
  companies: {
    about: 'about',
    location: 'companyLocation',
    industry: 'industry',
    employees: 'employees',
    totalRaised: 'totalRaised',
    ipoStatus: 'ipoStatus',
  } satisfies Partial<Record<keyof typeof companyFilters, PortfolioFilter>>,
};

/**
 * The search for the investors of what a search matches, most matching deals first; undefined where investors cannot be
 * asked the same, or where no filter is set.
 */
export function findInvestorsOf({ name, filters }: SearchCatalogue, query: SearchQuery): SearchQuery | undefined {
  const set = filters.filter((filter) => isFilterSet(filter, query));
  const values = set.map((filter) => moveValues(filter, portfolioFilters[name]?.[filter.name], query));
  if (values.length === 0 || !values.every((one) => one !== undefined)) return undefined;
  const { blank } = findAddress(investorCatalogue);
  return { ...blank, ...Object.assign({}, ...values), sort: 'matching_deals' };
}

/** The values of a filter under the keys of another one of its kind. */
function moveValues(filter: Filter, to: PortfolioFilter | undefined, query: SearchQuery) {
  const values: readonly unknown[] = getFilterValues(filter, query);
  return to && Object.fromEntries(investorFilters[to].keys.map((key, at) => [key, values[at]]));
}
