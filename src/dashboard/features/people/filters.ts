import { employerStatus } from '#contract/people.ts';
import type { Filter } from '../../search/query/filter.ts';
import { toCompanyFilters, toOptions } from '../../search/query/options.ts';
import { dealFilters, firmFilters } from './investor-filters.ts';

const employer = { more: true, group: 'Employer' } as const;
const latest = { more: true, group: 'Employer’s latest round' } as const;
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
  ...toCompanyFilters({ in: 'company', as: 'company', group: employer.group, of: 'Employer' }).map((filter): Filter =>
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
