import { employerStatus } from '#contract/people.ts';
import type { Filter } from '../search/filter.ts';
import { employeeOptions, ipoOptions, toCompanyFilters, toOptions } from '../search/options.ts';

const employer = { more: true, group: 'Employer' } as const;
const latest = { more: true, group: 'Employer’s latest round' } as const;
const firm = { more: true, group: 'The investor’s firm' } as const;
const deals = { more: true, group: 'Deals of the investor, all of one deal' } as const;
const only = { more: true, group: 'Only these people', says: 'only' } as const;

/** Who a person is. */
const personFilters: readonly Filter[] = [
  {
    kind: 'choice',
    key: 'type',
    path: 'person_type',
    label: 'People',
    says: '',
    options: [
      ['any', 'Anyone'],
      ['company', 'With a current employer'],
      ['investor', 'Investors'],
    ],
  },
  {
    kind: 'checks',
    key: 'roles',
    path: 'person.roles',
    label: 'Role at the employer',
    says: 'role',
    options: toOptions(['founder', 'ceo', 'key_person'], { ceo: 'CEO', key_person: 'Key person' }),
  },
  {
    kind: 'texts',
    key: 'title',
    path: 'person.job_titles',
    label: 'Job title',
    aside: 'such as vp-engineering',
    noun: 'title',
    most: 500,
    says: 'job title',
  },
  { kind: 'places', key: 'location', path: 'company.locations', label: 'Employer in', says: 'employer in' },
  {
    kind: 'industries',
    key: 'industry',
    paths: ['company.industries', 'company.super_categories'],
    label: 'Employer’s industry',
    says: 'employer in',
  },
];

/** The current employer. */
const employerFilters: readonly Filter[] = [
  {
    ...employer,
    kind: 'meaning',
    keys: ['about', 'relevance'],
    paths: ['company.search_query', 'company.min_relevance'],
    label: 'What the employer does',
    says: 'employer about',
  },
  { ...employer, kind: 'named', key: 'company', path: 'company.ids', label: 'Employers', of: 'company', says: 'at' },
  ...toCompanyFilters({ in: 'company', as: 'company', group: employer.group }).map((filter): Filter =>
    filter.kind === 'checks' && filter.path === 'company.ipo_status'
      ? { ...filter, options: toOptions(employerStatus.options) }
      : filter,
  ),
  {
    ...employer,
    kind: 'named',
    key: 'backer',
    path: 'company.investor_people_ids',
    label: 'People who invested in the employer',
    of: 'person',
    says: 'employer backed by',
  },
  {
    ...latest,
    kind: 'rounds',
    key: 'round',
    path: 'company.latest_deal.financing_types',
    label: 'Employer’s latest round',
    says: 'employer’s latest round',
  },
  {
    ...latest,
    kind: 'days',
    keys: ['from', 'to'],
    paths: ['company.latest_deal.date_start', 'company.latest_deal.date_end'],
    label: 'Latest round announced',
    says: 'employer’s latest round announced',
  },
  {
    ...latest,
    kind: 'amounts',
    keys: ['min', 'max'],
    paths: ['company.latest_deal.size_min', 'company.latest_deal.size_max'],
    label: 'Latest round size, USD',
    says: 'employer’s latest round of',
  },
  {
    ...latest,
    kind: 'named',
    key: 'latest_firm',
    path: 'company.latest_deal.investor_ids',
    label: 'Investors of the latest round',
    of: 'firm',
    says: 'employer’s latest round with',
  },
  {
    ...latest,
    kind: 'places',
    key: 'latest_firm_location',
    path: 'company.latest_deal.investor_locations',
    label: 'Investors of the latest round from',
    says: 'employer’s latest round with investors from',
  },
];

/** Where an investor invests from. */
const firmFilters: readonly Filter[] = [
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
const dealFilters: readonly Filter[] = [
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

/** Further facts of a person, and look-ups by identifier. */
const furtherFilters: readonly Filter[] = [
  {
    kind: 'checks',
    key: 'contact',
    path: 'person.contact_types',
    label: 'Has a contact',
    says: 'with a contact by',
    options: toOptions(['linkedin', 'email', 'phone', 'twitter'], { linkedin: 'LinkedIn' }),
    more: true,
    group: 'The person',
  },
  {
    kind: 'texts',
    key: 'school',
    path: 'person.education_schools',
    label: 'School',
    noun: 'school',
    most: 500,
    says: 'studied at',
    more: true,
    group: 'The person',
  },
  {
    kind: 'texts',
    key: 'worked_at',
    path: 'person.linkedin_companies',
    label: 'Worked at, by LinkedIn name',
    aside: 'now or before',
    noun: 'LinkedIn name',
    most: 500,
    says: 'worked at',
    more: true,
    group: 'The person',
  },
  { ...only, kind: 'ids', key: 'ids', path: 'identifiers.ids', label: 'By id', noun: 'person' },
  ...(['linkedin', 'crunchbase', 'twitter'] as const).map((site): Filter => {
    const name = { linkedin: 'LinkedIn', crunchbase: 'Crunchbase', twitter: 'Twitter' }[site];
    const noun = `${name} address`;
    return {
      ...only,
      kind: 'texts',
      key: site,
      path: `identifiers.${site}_urls`,
      label: `By ${noun}`,
      noun,
      most: 100,
    };
  }),
];

/** The filters of POST /people (contract 1.4). */
export const peopleFilters: readonly Filter[] = [
  ...personFilters,
  ...employerFilters,
  ...firmFilters,
  ...dealFilters,
  ...furtherFilters,
];
