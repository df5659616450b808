import { describeCompany, describeIdentifiers, describeRound } from './filter-sections.ts';
import { employeeRangeNames, filters, type SearchCatalogue, groupUnderHeading } from './filters.ts';
import { searchInvestors, type InvestorSort } from './investors.ts';

const company = describeCompany('company_investments', 'a company of the portfolio');
const round = describeRound('company_investments', 'a round of the portfolio');

/** The filters of POST /investors (contract 1.3); those of the portfolio all describe one deal and its company. */
export const investorFilters = filters(searchInvestors, {
  location: {
    kind: 'locations',
    path: 'investor.locations',
    label: 'Headquarters',
    help: 'Where the investor has its headquarters, with every place inside it.',
    phrase: 'based in {}',
  },
  industry: { ...company.industry, label: 'Invested in industry', phrase: 'invested in {}' },
  companyLocation: {
    ...company.location,
    key: 'company_location',
    label: 'Invested in companies from',
    phrase: 'invested in companies from {}',
  },
  round: { ...round.type, label: 'Invested in rounds', phrase: 'invested at {}' },
  invested: {
    ...round.announced,
    keys: ['from', 'to'],
    paths: ['company_investments.deal_start_date', 'company_investments.deal_end_date'],
    label: 'Invested',
    phrase: 'invested {}',
  },
  matchingDeals: {
    kind: 'count',
    key: 'min_deals',
    path: 'company_investments.min_matching_deals',
    label: 'Minimum matching deals',
    help: 'How many deals of an investor have to match all portfolio filters at once.',
    phrase: 'at least {} matching deals',
  },
  led: {
    kind: 'toggle',
    path: 'company_investments.only_lead_deals',
    label: 'Only deals the investor led',
    help: 'Counts only deals that the investor led.',
    phrase: 'counting only deals they led',
  },
  ...groupUnderHeading('Portfolio: all of one deal', {
    about: {
      ...company.about,
      keys: ['about', 'relevance'],
      label: 'What its companies do',
      phrase: 'invested in companies about {}',
    },
    size: {
      ...round.size,
      keys: ['min', 'max'],
      paths: ['company_investments.deal_size_min', 'company_investments.deal_size_max'],
      label: 'Deal size, USD',
      phrase: 'in deals of {}',
    },
    companies: {
      kind: 'records',
      key: 'company',
      path: 'company_investments.company_ids',
      of: 'company',
      label: 'Companies',
      help: 'Companies in the portfolio.',
      phrase: 'invested in {}',
    },
    employees: {
      ...company.employees,
      key: 'company_employees',
      label: 'Employees of the companies',
      phrase: 'invested in companies with {} employees',
    },
    totalRaised: {
      ...company.totalRaised,
      keys: ['company_raised_min', 'company_raised_max'],
      label: 'Total raised by the companies, USD',
      part: 'total raised',
      hint: 'all rounds together',
      phrase: 'invested in companies that raised {} in total',
    },
    ipoStatus: {
      ...company.ipoStatus,
      key: 'company_ipo',
      label: 'IPO status of the companies',
      phrase: 'invested in companies with IPO status {}',
    },
  }),
  investorEmployees: {
    kind: 'multiSelect',
    key: 'employees',
    path: 'investor.employee_count',
    options: employeeRangeNames,
    label: 'Employees of the investor',
    help: 'The number of employees of the investor.',
    phrase: 'investors with {} employees',
    more: true,
    group: 'The investor',
  },
  ...groupUnderHeading('Only these investors', describeIdentifiers('identifiers', 'investor', 'investors')),
});

/** POST /investors as data. */
export const investorCatalogue = {
  name: 'investors',
  one: 'investor',
  many: 'investors',
  filters: Object.values(investorFilters),
  sortLabels: {
    most_recent_deal: 'newest deal first',
    recent_deals: 'most deals in 12 months first',
    deals_led_ltm: 'most led in 12 months first',
    total_deals: 'most deals first',
    matching_deals: 'most matching deals first',
  } satisfies Record<InvestorSort, string>,
} as const satisfies SearchCatalogue;
