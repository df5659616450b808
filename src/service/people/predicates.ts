import type { PersonSearchFilters } from '#contract/people.ts';
import {
  buildCompanyPredicates,
  buildDealCompanyPredicates,
  listStoredStatuses,
  roundPredicates,
} from '../db/deal-predicates.ts';
import { parseDomain, parseAddressSlug } from '../db/identifiers.ts';
import type { ResolvedPermalinks } from '../db/permalinks.ts';
import {
  all,
  anyOf,
  oneOf,
  type Predicate,
  type FilterPredicates,
  related,
  throughRelation,
} from '../db/predicates.ts';

type Employer = NonNullable<PersonSearchFilters['company']>;
type Firm = NonNullable<PersonSearchFilters['investor']>;
/** The filters that each counted deal must satisfy. */
type DealSection = { deal: Omit<NonNullable<Firm['deals']>, 'min_matching_deals' | 'search_query' | 'min_relevance'> };

/** The filters with nested sections moved one level up, so that the table of predicates has two levels. */
type FlatPeopleFilters = Pick<PersonSearchFilters, 'person'> & {
  company?: Omit<Employer, 'search_query' | 'min_relevance' | 'latest_deal'> | undefined;
  latest_deal?: Employer['latest_deal'];
  investor?: Omit<Firm, 'deals'> | undefined;
};

/** The predicate of every filter of POST /people, over a person (contract 1.4). */
export const buildPeoplePredicates = (known: ResolvedPermalinks): FilterPredicates<FlatPeopleFilters> => ({
  person: personPredicates,
  company: buildEmployerPredicates(known),
  latest_deal: throughRelation('latestDealOfEmployer', {
    ...roundPredicates,
    investor_locations: (values: readonly string[]) =>
      related('investorLocationsOfDeal', oneOf('ilt.location_id', known.ids('locations', values))),
  }),
  investor: buildFirmPredicates(known),
});

const currentJob = (where: Predicate): Predicate => related('jobs', all({ is: 'flag', column: 'e.is_current' }, where));

const personPredicates: FilterPredicates<FlatPeopleFilters>['person'] = {
  roles: (roles) => currentJob(oneOf('e.title', roles)),
  contact_types: (types) => anyOf(...types.map((type): Predicate => ({ is: 'known', column: `p.${type}` }))),
  job_titles: (titles) => currentJob(oneOf('e.title_key', titles)),
  education_schools: (schools) => related('educations', oneOf('ed.school_key', schools)),
  linkedin_companies: (slugs) => related('jobsWithCompany', oneOf('e.company_slug', slugs.map(parseAddressSlug))),
};

function buildEmployerPredicates(known: ResolvedPermalinks): FilterPredicates<FlatPeopleFilters>['company'] {
  const { company_ids, ...company } = buildCompanyPredicates(known);
  return {
    ...throughRelation('employer', {
      ...company,
      ids: company_ids,
      // `acquired` and `delisted` are stored statuses.
      ipo_status: (statuses: NonNullable<Employer['ipo_status']>) => {
        const onWire = statuses.filter((status) => status === 'public' || status === 'private');
        return oneOf('c.status', [...listStoredStatuses(onWire), ...statuses]);
      },
    }),
    investor_people_ids: (ids) => related('dealsOfEmployer', roundPredicates.people_ids(ids)),
  };
}

const buildFirmPredicates = (known: ResolvedPermalinks): FilterPredicates<FlatPeopleFilters>['investor'] =>
  throughRelation('firms', {
    ids: (ids: readonly string[]) => oneOf('i.uuid', ids),
    domains: (domains: readonly string[]) => oneOf('i.domain', domains.map(parseDomain)),
    linkedin_urls: (urls: readonly string[]) => oneOf('i.linkedin_slug', urls.map(parseAddressSlug)),
    crunchbase_urls: (urls: readonly string[]) => oneOf('i.crunchbase_slug', urls.map(parseAddressSlug)),
    permalinks: (permalinks: readonly string[]) => oneOf('i.permalink', permalinks),
    locations: (values: readonly string[]) =>
      related('locationsOfInvestor', oneOf('ilt.location_id', known.ids('locations', values))),
    employee_count: (ranges: readonly string[]) => oneOf('i.num_employees', ranges),
  });

/** The filters of a deal, and the person's part in it. */
export function buildInvestmentPredicates(known: ResolvedPermalinks): FilterPredicates<DealSection> {
  const { financing_types, size_min, size_max, date_start, date_end } = roundPredicates;
  const { locations, employee_count, ...company } = buildDealCompanyPredicates(known);
  return {
    deal: {
      ...company,
      investment_type: (kind) => (kind === 'all' ? all() : { is: 'flag', column: `pd.${kind}` }),
      only_lead_deals: (only) => (only ? { is: 'flag', column: 'pd.led' } : all()),
      financing_types,
      size_min,
      size_max,
      date_start,
      date_end,
      portfolio_locations: locations,
      portfolio_employee_count: employee_count,
    },
  };
}
