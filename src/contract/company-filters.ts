import { searchCompanies, type CompanySort } from './companies.ts';
import { describeCompany, describeIdentifiers, describeRound } from './filter-sections.ts';
import { filters, type SearchCatalogue, groupUnderHeading } from './filters.ts';

const company = describeCompany('company', 'the company');
const latestRound = describeRound('latest_deal', 'the latest round');

/** The filters of POST /companies (contract 1.2); those of the latest round all describe that one round. */
export const companyFilters = filters(searchCompanies, {
  about: { ...company.about, keys: ['about', 'relevance'], label: 'What it does', phrase: 'about {}' },
  location: { ...company.location, label: 'Location', phrase: 'in {}' },
  industry: { ...company.industry, label: 'Industry', phrase: 'in {}' },
  round: { ...latestRound.type, label: 'Latest round', phrase: 'latest round {}' },
  announced: {
    ...latestRound.announced,
    keys: ['from', 'to'],
    label: 'Latest round announced',
    phrase: 'latest round announced {}',
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
  size: {
    ...latestRound.size,
    keys: ['min', 'max'],
    label: 'Latest round size, USD',
    phrase: 'latest round raised {}',
    more: true,
  },
  added: {
    ...latestRound.added,
    keys: ['added_from', 'added_to'],
    label: 'Latest round added to the database',
    part: 'Added',
    phrase: 'latest round added {}',
    more: true,
  },
  latestInvestors: {
    ...latestRound.investors,
    key: 'latest_investor',
    label: 'Investors in the latest round',
    phrase: 'latest round with {}',
    more: true,
  },
  investors: {
    kind: 'records',
    key: 'investor',
    path: 'investors.investor_ids',
    of: 'investor',
    label: 'Investors in any round',
    help: 'Investors that took part in any round.',
    phrase: 'backed by {}',
    more: true,
  },
  people: {
    kind: 'records',
    key: 'person',
    path: 'investors.people_ids',
    of: 'person',
    label: 'People who invested',
    hint: 'angels, lead partners',
    help: 'People who took part in any round as angel or as partner of an investor.',
    phrase: 'backed by {}',
    more: true,
  },
  ...groupUnderHeading('Only these companies', describeIdentifiers('identifiers', 'company', 'companies')),
});

/** POST /companies as data. */
export const companyCatalogue = {
  name: 'companies',
  one: 'company',
  many: 'companies',
  filters: Object.values(companyFilters),
  sortLabels: {
    most_recent_raise: 'latest raise first',
    oldest_raise: 'oldest raise first',
    most_recent_founded: 'youngest company first',
    oldest_founded: 'oldest company first',
    largest_valuation: 'highest valuation first',
    smallest_valuation: 'lowest valuation first',
    largest_total_raise: 'most raised first',
    smallest_total_raise: 'least raised first',
    most_funding_rounds: 'most rounds first',
    most_investors: 'most investors first',
  } satisfies Record<CompanySort, string>,
} as const satisfies SearchCatalogue;
