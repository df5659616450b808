import type { Filter } from '../../search/query/filter.ts';
import { toCompanyFilters } from '../../search/query/options.ts';
import { toIdentifierFilters } from '../../search/query/identifier-filters.ts';

/** The filters of POST /companies (contract 1.2). */
export const companyFilters: readonly Filter[] = [
  {
    kind: 'meaning',
    keys: ['about', 'relevance'],
    paths: ['company.search_query', 'company.min_relevance'],
    label: 'What it does',
    says: 'about',
  },
  { kind: 'places', key: 'location', path: 'company.locations', label: 'Location', says: 'in' },
  {
    kind: 'industries',
    key: 'industry',
    paths: ['company.industries', 'company.super_categories'],
    label: 'Industry',
    says: 'in',
  },
  {
    kind: 'rounds',
    key: 'round',
    path: 'latest_deal.financing_types',
    label: 'Latest round',
    says: 'latest round',
  },
  {
    kind: 'days',
    keys: ['from', 'to'],
    paths: ['latest_deal.date_start', 'latest_deal.date_end'],
    label: 'Latest round announced',
    says: 'latest round announced',
  },
  ...toCompanyFilters({ in: 'company' }),
  {
    kind: 'amounts',
    keys: ['min', 'max'],
    paths: ['latest_deal.size_min', 'latest_deal.size_max'],
    label: 'Latest round size, USD',
    says: 'latest round of',
    more: true,
  },
  {
    kind: 'days',
    keys: ['added_from', 'added_to'],
    paths: ['latest_deal.created_start', 'latest_deal.created_end'],
    label: 'Latest round added to the service',
    part: 'Added',
    says: 'latest round added',
    more: true,
  },
  {
    kind: 'named',
    key: 'latest_firm',
    path: 'latest_deal.investor_ids',
    label: 'Investors of the latest round',
    of: 'firm',
    says: 'latest round with',
    more: true,
  },
  {
    kind: 'named',
    key: 'firm',
    path: 'investors.investor_ids',
    label: 'Investors of any round',
    of: 'firm',
    says: 'backed by',
    more: true,
  },
  {
    kind: 'named',
    key: 'person',
    path: 'investors.people_ids',
    label: 'People who invested',
    aside: 'angels, lead partners',
    of: 'person',
    says: 'backed by',
    more: true,
  },
  ...toIdentifierFilters('company', 'companies'),
];
