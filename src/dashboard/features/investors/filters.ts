import type { Filter } from '../../search/query/filter.ts';
import { toIdentifierFilters } from '../../search/query/identifier-filters.ts';
import { employeeOptions, toCompanyFilters } from '../../search/query/options.ts';

const portfolio = { group: 'Portfolio, all of one deal' } as const;

/** The filters of POST /investors (contract 1.3); those of the portfolio describe one deal and its company. */
export const investorFilters: readonly Filter[] = [
  { kind: 'places', key: 'location', path: 'investor.locations', label: 'Office', says: 'from' },
  {
    kind: 'industries',
    key: 'industry',
    paths: ['company_investments.industries', 'company_investments.super_categories'],
    label: 'Invested in industry',
    says: 'that invested in',
  },
  {
    kind: 'places',
    key: 'company_location',
    path: 'company_investments.locations',
    label: 'Invested in companies from',
    says: 'that invested in companies from',
  },
  {
    kind: 'rounds',
    key: 'round',
    path: 'company_investments.financing_types',
    label: 'Invested in rounds',
    says: 'that invested at',
  },
  {
    kind: 'days',
    keys: ['from', 'to'],
    paths: ['company_investments.deal_start_date', 'company_investments.deal_end_date'],
    label: 'Invested',
    says: 'that invested',
  },
  {
    kind: 'whole',
    key: 'least',
    path: 'company_investments.min_matching_deals',
    label: 'Matching deals, at least',
    says: 'matching deals at least',
  },
  {
    kind: 'flag',
    key: 'led',
    path: 'company_investments.only_lead_deals',
    label: 'Only deals that the firm led',
    says: 'counting only deals that they led',
  },
  {
    kind: 'meaning',
    keys: ['about', 'relevance'],
    paths: ['company_investments.search_query', 'company_investments.min_relevance'],
    label: 'What its companies do',
    says: 'that invested in companies about',
    more: true,
    ...portfolio,
  },
  {
    kind: 'amounts',
    keys: ['min', 'max'],
    paths: ['company_investments.deal_size_min', 'company_investments.deal_size_max'],
    label: 'Deal size, USD',
    says: 'in deals of',
    more: true,
    ...portfolio,
  },
  {
    kind: 'named',
    key: 'company',
    path: 'company_investments.company_ids',
    label: 'Companies',
    of: 'company',
    says: 'that invested in',
    more: true,
    ...portfolio,
  },
  ...toCompanyFilters({ in: 'company_investments', as: 'company', group: portfolio.group, of: 'Companies' }),
  {
    kind: 'checks',
    key: 'employees',
    path: 'investor.employee_count',
    label: 'Employees of the firm',
    says: 'firms of so many employees:',
    options: employeeOptions,
    more: true,
    group: 'The firm',
  },
  ...toIdentifierFilters('firm', 'firms'),
];
