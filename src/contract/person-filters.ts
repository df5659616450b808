import { describeCompany, describeIdentifiers, describeRound, describeUrl } from './filter-sections.ts';
import { employeeRangeNames, filters, type SearchCatalogue, groupUnderHeading } from './filters.ts';
import { searchPeople, type PersonSort } from './people.ts';
import { maxListValues } from './scalars.ts';

const employer = describeCompany('company', 'the current employer');
const latestRound = describeRound('company.latest_deal', 'the latest round of the current employer');
const investor = describeIdentifiers('investor', 'investor', 'investors');
const company = describeCompany('investor.deals', 'the company of a deal');
const deal = describeRound('investor.deals', 'a round');
const identifiers = describeIdentifiers('identifiers', 'person', 'people');

/**
 * The filters of POST /people (contract 1.4). Those of the employer need a current one, those of the deals all
 * describe one deal.
 */
export const personFilters = filters(searchPeople, {
  type: {
    kind: 'select',
    path: 'person_type',
    options: { any: 'Anyone', company: 'With a current employer', investor: 'Investors' },
    label: 'People',
    help: 'Everyone, people with a current employer, or investors.',
    phrase: '{}',
  },
  roles: {
    kind: 'multiSelect',
    path: 'person.roles',
    options: { founder: 'Founder', ceo: 'CEO', key_person: 'Key person' },
    label: 'Role at the employer',
    help: 'The role at the current employer. A key person is a C-level executive, founder, partner or board member.',
    phrase: 'role {}',
  },
  jobTitles: {
    kind: 'texts',
    key: 'title',
    path: 'person.job_titles',
    label: 'Job title',
    hint: 'such as vp-engineering',
    noun: 'title',
    max: maxListValues,
    help: 'Job titles in kebab case, such as vp-engineering.',
    phrase: 'job title {}',
  },
  location: { ...employer.location, label: 'Employer in', phrase: 'employer in {}' },
  industry: { ...employer.industry, label: 'Employer’s industry', phrase: 'employer in {}' },
  ...groupUnderHeading('Employer', {
    about: {
      ...employer.about,
      keys: ['about', 'relevance'],
      label: 'What the employer does',
      phrase: 'employer about {}',
    },
    employers: {
      kind: 'records',
      key: 'company',
      path: 'company.ids',
      of: 'company',
      label: 'Employers',
      help: 'Current employers.',
      phrase: 'at {}',
    },
    employees: {
      ...employer.employees,
      key: 'company_employees',
      label: 'Employees of the employer',
      phrase: 'employer with {} employees',
    },
    totalRaised: {
      ...employer.totalRaised,
      keys: ['company_raised_min', 'company_raised_max'],
      label: 'Total raised by the employer, USD',
      part: 'total raised by the employer',
      hint: 'all rounds together',
      phrase: 'employer raised {} in total',
    },
    ipoStatus: {
      ...employer.ipoStatus,
      key: 'company_ipo',
      options: { public: 'Public', private: 'Private', acquired: 'Acquired', delisted: 'Delisted' },
      label: 'IPO status of the employer',
      help: 'Whether the current employer is listed on a stock exchange, was acquired or delisted.',
      phrase: 'employer with IPO status {}',
    },
    backers: {
      kind: 'records',
      key: 'company_investor',
      path: 'company.investor_people_ids',
      of: 'person',
      label: 'People who invested in the employer',
      help: 'People who took part in any round of the current employer as angel or as partner of an investor.',
      phrase: 'employer backed by {}',
    },
  }),
  ...groupUnderHeading('Employer’s latest round', {
    round: {
      ...latestRound.type,
      label: 'Employer’s latest round',
      phrase: 'employer’s latest round {}',
    },
    announced: {
      ...latestRound.announced,
      keys: ['from', 'to'],
      label: 'Latest round announced',
      phrase: 'employer’s latest round announced {}',
    },
    size: {
      ...latestRound.size,
      keys: ['min', 'max'],
      label: 'Latest round size, USD',
      phrase: 'employer’s latest round raised {}',
    },
    latestInvestors: {
      ...latestRound.investors,
      key: 'latest_investor',
      label: 'Investors in the latest round',
      phrase: 'employer’s latest round with {}',
    },
    latestInvestorLocation: {
      kind: 'locations',
      key: 'latest_investor_location',
      path: 'company.latest_deal.investor_locations',
      label: 'Investors in the latest round from',
      help: 'Where an investor in the latest round of the current employer is, with every place inside it.',
      phrase: 'employer’s latest round with investors from {}',
    },
  }),
  ...groupUnderHeading('The investor they invest for', {
    investors: {
      kind: 'records',
      key: 'investor',
      path: 'investor.ids',
      of: 'investor',
      label: 'Investors',
      help: 'Investors that the person invests for.',
      phrase: 'investing for {}',
    },
    investorLocation: {
      kind: 'locations',
      key: 'investor_location',
      path: 'investor.locations',
      label: 'Investor in',
      help: 'Where the investor that the person invests for is, with every place inside it.',
      phrase: 'investor in {}',
    },
    investorEmployees: {
      kind: 'multiSelect',
      key: 'investor_employees',
      path: 'investor.employee_count',
      options: employeeRangeNames,
      label: 'Employees of the investor',
      help: 'The number of employees of the investor that the person invests for.',
      phrase: 'investor with {} employees',
    },
    investorDomain: {
      ...investor.domain,
      key: 'investor_domain',
      label: 'Investor’s domain',
      phrase: 'investor with domain {}',
    },
    investorLinkedin: {
      ...investor.linkedin,
      key: 'investor_linkedin',
      label: 'Investor’s LinkedIn URL',
      phrase: 'investor with LinkedIn URL {}',
    },
    investorCrunchbase: {
      ...investor.crunchbase,
      key: 'investor_crunchbase',
      label: 'Investor’s Crunchbase URL',
      phrase: 'investor with Crunchbase URL {}',
    },
    investorPermalink: {
      kind: 'texts',
      key: 'investor_permalink',
      path: 'investor.permalinks',
      label: 'Investor’s permalink',
      noun: 'permalink',
      max: maxListValues,
      help: 'Permalinks of investors.',
      phrase: 'investor with permalink {}',
    },
  }),
  ...groupUnderHeading('Investments: all of one deal', {
    investedAs: {
      kind: 'select',
      key: 'investment',
      path: 'investor.deals.investment_type',
      options: { all: 'Angel or partner', angel: 'Angel', institutional: 'Partner of an investor' },
      label: 'Invested as',
      help: 'Deals as angel, deals as partner of an investor, or both.',
      phrase: 'invested as {}',
    },
    led: {
      kind: 'toggle',
      path: 'investor.deals.only_lead_deals',
      label: 'Only deals the person led',
      help: 'Counts only deals that the person led.',
      phrase: 'counting only deals they led',
    },
    matchingDeals: {
      kind: 'count',
      key: 'min_deals',
      path: 'investor.deals.min_matching_deals',
      label: 'Minimum matching deals',
      help: 'How many deals of a person have to match all deal filters at once.',
      phrase: 'at least {} matching deals',
    },
    dealsAbout: {
      ...company.about,
      keys: ['deal_about', 'deal_relevance'],
      label: 'What the companies of the deals do',
      phrase: 'invested in companies about {}',
    },
    dealRound: { ...deal.type, key: 'deal_round', label: 'Invested in rounds', phrase: 'invested at {}' },
    dealAnnounced: {
      ...deal.announced,
      keys: ['deal_from', 'deal_to'],
      label: 'Invested',
      help: 'The UTC day on which a deal was announced.',
      phrase: 'invested {}',
    },
    dealSize: {
      ...deal.size,
      keys: ['deal_min', 'deal_max'],
      label: 'Deal size, USD',
      phrase: 'in deals of {}',
    },
    dealIndustry: {
      ...company.industry,
      key: 'deal_industry',
      label: 'Invested in industry',
      phrase: 'invested in {}',
    },
    dealLocation: {
      ...company.location,
      key: 'deal_location',
      path: 'investor.deals.portfolio_locations',
      label: 'Invested in companies from',
      phrase: 'invested in companies from {}',
    },
    dealEmployees: {
      ...company.employees,
      key: 'deal_employees',
      path: 'investor.deals.portfolio_employee_count',
      label: 'Employees of the companies',
      phrase: 'invested in companies with {} employees',
    },
    dealIpoStatus: {
      ...company.ipoStatus,
      key: 'deal_ipo',
      label: 'IPO status of the companies',
      phrase: 'invested in companies with IPO status {}',
    },
    dealTotalRaised: {
      ...company.totalRaised,
      keys: ['deal_raised_min', 'deal_raised_max'],
      label: 'Total raised by the companies, USD',
      part: 'total raised by the companies',
      phrase: 'invested in companies that raised {} in total',
    },
  }),
  ...groupUnderHeading('The person', {
    contact: {
      kind: 'multiSelect',
      path: 'person.contact_types',
      options: { linkedin: 'LinkedIn', email: 'Email', phone: 'Phone', twitter: 'Twitter' },
      label: 'Has a contact',
      help: 'Kinds of contact that are stored for the person. Records do not show them.',
      phrase: 'with a contact by {}',
    },
    schools: {
      kind: 'texts',
      key: 'school',
      path: 'person.education_schools',
      label: 'School',
      noun: 'school',
      max: maxListValues,
      help: 'Schools where the person studied.',
      phrase: 'studied at {}',
    },
    workedAt: {
      kind: 'texts',
      key: 'worked_at',
      path: 'person.linkedin_companies',
      label: 'Worked at, by LinkedIn slug',
      hint: 'now or before',
      noun: 'LinkedIn slug',
      max: maxListValues,
      help: 'LinkedIn slugs of current or past employers.',
      phrase: 'worked at {}',
    },
  }),
  ...groupUnderHeading('Only these people', {
    ids: identifiers.ids,
    linkedin: identifiers.linkedin,
    crunchbase: identifiers.crunchbase,
    twitter: { ...describeUrl('Twitter', 'people'), path: 'identifiers.twitter_urls' },
  }),
});

/** POST /people as data. */
export const personCatalogue = {
  name: 'people',
  one: 'person',
  many: 'people',
  filters: Object.values(personFilters),
  sortLabels: {
    most_recent_deal_date: 'newest deal first',
    total_raised: 'most raised by the employer first',
    latest_deal_size: 'largest latest round of the employer first',
    name: 'by name',
    total_deal_count: 'most deals first',
    deal_count_last_12_months: 'most deals in 12 months first',
    lead_deal_count: 'most led first',
    lead_deal_count_last_12_months: 'most led in 12 months first',
    filtered_deal_count: 'most matching deals first',
  } satisfies Record<PersonSort, string>,
} as const satisfies SearchCatalogue;
