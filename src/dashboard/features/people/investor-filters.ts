import type { Filter } from '../../search/query/filter.ts';
import { employeeOptions, ipoOptions } from '../../search/query/options.ts';

const firm = { more: true, group: 'The investor’s firm' } as const;
const deals = { more: true, group: 'Deals of the investor, all of one deal' } as const;

/** Where an investor invests from. */
export const firmFilters: readonly Filter[] = [
  { ...firm, kind: 'named', key: 'firm', path: 'investor.ids', label: 'Firms', of: 'firm', says: 'at the firm' },
  { ...firm, kind: 'places', key: 'firm_location', path: 'investor.locations', label: 'Firm in', says: 'firm in' },
  {
    ...firm,
    kind: 'checks',
    key: 'firm_employees',
    path: 'investor.employee_count',
    label: 'Employees of the firm',
    says: 'firm of so many employees:',
    options: employeeOptions,
  },
  ...(
    [
      ['firm_domain', 'domains', 'Firm’s domain', 'domain', 100],
      ['firm_linkedin', 'linkedin_urls', 'Firm’s LinkedIn address', 'LinkedIn address', 100],
      ['firm_crunchbase', 'crunchbase_urls', 'Firm’s Crunchbase address', 'Crunchbase address', 100],
      ['firm_permalink', 'permalinks', 'Firm’s permalink', 'permalink', 500],
    ] as const
  ).map(([key, member, label, noun, most]): Filter => ({
    ...firm,
    kind: 'texts',
    key,
    path: `investor.${member}`,
    label,
    noun,
    most,
    says: `firm with the ${noun}`,
  })),
];

/** What an investor invested in. */
export const dealFilters: readonly Filter[] = [
  {
    ...deals,
    kind: 'choice',
    key: 'investment',
    path: 'investor.deals.investment_type',
    label: 'Invested as',
    says: 'invested as',
    options: [
      ['all', 'Angel or for a firm'],
      ['angel', 'Angel'],
      ['institutional', 'Partner of a firm'],
    ],
  },
  {
    ...deals,
    kind: 'flag',
    key: 'led',
    path: 'investor.deals.only_lead_deals',
    label: 'Only deals that were led',
    says: 'counting only deals that were led',
  },
  {
    ...deals,
    kind: 'whole',
    key: 'least',
    path: 'investor.deals.min_matching_deals',
    label: 'Matching deals, at least',
    says: 'matching deals at least',
  },
  {
    ...deals,
    kind: 'meaning',
    keys: ['deal_about', 'deal_relevance'],
    paths: ['investor.deals.search_query', 'investor.deals.min_relevance'],
    label: 'What the companies of the deals do',
    says: 'invested in companies about',
  },
  {
    ...deals,
    kind: 'rounds',
    key: 'deal_round',
    path: 'investor.deals.financing_types',
    label: 'Invested in rounds',
    says: 'invested in rounds of',
  },
  {
    ...deals,
    kind: 'days',
    keys: ['deal_from', 'deal_to'],
    paths: ['investor.deals.date_start', 'investor.deals.date_end'],
    label: 'Invested',
    says: 'invested',
  },
  {
    ...deals,
    kind: 'amounts',
    keys: ['deal_min', 'deal_max'],
    paths: ['investor.deals.size_min', 'investor.deals.size_max'],
    label: 'Deal size, USD',
    says: 'in deals of',
  },
  {
    ...deals,
    kind: 'industries',
    key: 'deal_industry',
    paths: ['investor.deals.industries', 'investor.deals.super_categories'],
    label: 'Invested in industry',
    says: 'invested in industries:',
  },
  {
    ...deals,
    kind: 'places',
    key: 'deal_location',
    path: 'investor.deals.portfolio_locations',
    label: 'Invested in companies from',
    says: 'invested in companies from',
  },
  {
    ...deals,
    kind: 'checks',
    key: 'deal_employees',
    path: 'investor.deals.portfolio_employee_count',
    label: 'Employees of the companies',
    says: 'invested in companies of so many employees:',
    options: employeeOptions,
  },
  {
    ...deals,
    kind: 'checks',
    key: 'deal_ipo',
    path: 'investor.deals.ipo_status',
    label: 'Stock market of the companies',
    says: 'invested in companies, stock market:',
    options: ipoOptions,
  },
  {
    ...deals,
    kind: 'amounts',
    keys: ['deal_raised_min', 'deal_raised_max'],
    paths: ['investor.deals.total_raised_min', 'investor.deals.total_raised_max'],
    label: 'Companies raised in all, USD',
    says: 'invested in companies that raised',
  },
];
