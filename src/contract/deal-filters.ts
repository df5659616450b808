import { searchDeals, type DealSort } from './deals.ts';
import { describeCompany, describeRound } from './filter-sections.ts';
import { filters, type SearchCatalogue } from './filters.ts';

const round = describeRound('deal', 'the round');
const company = describeCompany('company', 'the company');

/** The filters of POST /deals (specification 4.1). */
export const dealFilters = filters(searchDeals, {
  round: { ...round.type, label: 'Round type', phrase: '{}' },
  announced: { ...round.announced, keys: ['from', 'to'], label: 'Announced', phrase: 'announced {}' },
  size: { ...round.size, keys: ['min', 'max'], label: 'Round size, USD', part: 'size', phrase: 'raised {}' },
  location: { ...company.location, label: 'Location', phrase: 'in {}' },
  industry: { ...company.industry, label: 'Industry', phrase: 'in {}' },
  investors: {
    ...round.investors,
    key: 'investor',
    path: 'investors.investor_ids',
    label: 'Investors',
    phrase: 'with {}',
  },
  employees: { ...company.employees, label: 'Employees', phrase: '{} employees', more: true },
  totalRaised: {
    ...company.totalRaised,
    keys: ['raised_min', 'raised_max'],
    label: 'Total raised, USD',
    hint: 'all rounds together',
    phrase: 'total raised {}',
    more: true,
  },
  ipoStatus: { ...company.ipoStatus, key: 'ipo', label: 'IPO status', phrase: 'IPO status {}', more: true },
  added: {
    ...round.added,
    keys: ['added_from', 'added_to'],
    label: 'Added to the database',
    part: 'Added',
    phrase: 'added {}',
    more: true,
  },
  companies: {
    kind: 'records',
    key: 'company',
    path: 'company.company_ids',
    of: 'company',
    label: 'Companies',
    help: 'Companies that raised the round.',
    phrase: 'by {}',
    more: true,
  },
  people: {
    kind: 'records',
    key: 'person',
    path: 'investors.people_ids',
    of: 'person',
    label: 'People',
    hint: 'angels, lead partners',
    help: 'People who took part in the round as angel or as partner of an investor.',
    phrase: 'with {}',
    more: true,
  },
  ids: {
    kind: 'ids',
    path: 'identifiers.deal_ids',
    label: 'Only these deals',
    noun: 'deal',
    plural: 'deals',
    help: 'Ids of deals.',
    phrase: 'only {}',
    more: true,
  },
});

/** POST /deals as data. */
export const dealCatalogue = {
  name: 'deals',
  one: 'deal',
  many: 'deals',
  filters: Object.values(dealFilters),
  sortLabels: {
    most_recent_deal: 'newest first',
    oldest_deal: 'oldest first',
    largest_raise: 'largest first',
    smallest_raise: 'smallest first',
  } satisfies Record<DealSort, string>,
} as const satisfies SearchCatalogue;
