import { z } from 'zod';
import { perCall, perRow, perSearch } from './credits.ts';
import type { Endpoint } from './endpoint.ts';
import { personQuery } from './identifiers.ts';
import { investor } from './investors.ts';
import { record } from './record.ts';
import { listOf, page, pageSize, text, urlListLimit, uuid } from './scalars.ts';
import { companyFilters, orderedAll, relevanceFilters, roundFilters, withQuery } from './sections.ts';

const day = z.iso.date().nullable();
const nullable = z.string().nullable();

/** A job of a person; dates are UTC days. */
export const employment = record('Employment', {
  title: nullable,
  company_name: nullable,
  company_id: uuid.nullable(),
  company_url: nullable,
  location: nullable,
  description: nullable,
  start_date: day,
  end_date: day,
  is_current: z.boolean(),
});

/** A school of a person; dates are UTC days. */
export const education = record('Education', {
  school_name: nullable,
  school_id: uuid.nullable(),
  school_url: nullable,
  degree: nullable,
  field_of_study: nullable,
  start_date: day,
  end_date: day,
  description: nullable,
});

const organization = { id: uuid, name: z.string(), permalink: z.string(), domain: nullable };

/** What a person did as an investor. */
export const investorHighlights = record('InvestorHighlights', {
  ...investor.pick({
    total_deal_count: true,
    lead_deal_count: true,
    deal_count_last_12_months: true,
    lead_deal_count_last_12_months: true,
    most_recent_deal_date: true,
    top_industries: true,
    top_locations: true,
    top_round_types: true,
  }).shape,
});

/** A person (contract 2); histories hold at most 3 entries in POST /people, all in GET /person. */
export const person = record('Person', {
  id: uuid,
  name: z.string(),
  title: nullable,
  linkedin_url: nullable,
  crunchbase_url: nullable,
  twitter_url: nullable,
  location: nullable,
  city: nullable,
  country_code: nullable,
  about: nullable,
  is_founder: z.boolean(),
  current_company: z.strictObject(organization).nullable(),
  employment_history: z.array(employment),
  education_history: z.array(education),
  is_investor: z.boolean(),
  is_angel: z.boolean(),
  has_led_deal: z.boolean(),
  investment_firms: z.array(
    z.strictObject({ ...organization, deal_count: z.int(), last_deal_date: z.iso.datetime().nullable() }),
  ),
  investor_highlights: investorHighlights.nullable(),
  filtered_deal_count: z.int().nullable(),
  filtered_lead_count: z.int().nullable(),
  filtered_most_recent_date: z.iso.datetime().nullable(),
});
export type Person = z.infer<typeof person>;

/** Statuses that the employer of a person is filtered by: those of the wire and the stored ones (contract 1.4). */
export const employerStatus = z.enum(['public', 'private', 'acquired', 'delisted']);
export type EmployerStatus = z.infer<typeof employerStatus>;

const urls = listOf(text, urlListLimit).optional();

const personSection = z.strictObject({
  roles: listOf(z.enum(['founder', 'ceo', 'key_person'])).optional(),
  contact_types: listOf(z.enum(['linkedin', 'email', 'phone', 'twitter'])).optional(),
  job_titles: listOf(text).optional(),
  education_schools: listOf(text).optional(),
  linkedin_companies: listOf(text).optional(),
});

const employerSection = orderedAll(
  withQuery(
    z.strictObject({
      ids: listOf(uuid).optional(),
      ...relevanceFilters,
      ...companyFilters,
      ipo_status: listOf(employerStatus).optional(),
      investor_people_ids: listOf(uuid).optional(),
      latest_deal: orderedAll(
        z.strictObject({
          ...roundFilters,
          investor_ids: listOf(uuid).optional(),
          investor_locations: listOf(text).optional(),
        }),
        ['size_min', 'size_max'],
        ['date_start', 'date_end'],
      ).optional(),
    }),
  ),
  ['total_raised_min', 'total_raised_max'],
);

const investorDeals = orderedAll(
  withQuery(
    z.strictObject({
      ...relevanceFilters,
      investment_type: z.enum(['all', 'angel', 'institutional']).default('all'),
      only_lead_deals: z.boolean().default(false),
      min_matching_deals: z.int().min(1).default(1),
      ...roundFilters,
      industries: listOf(text).optional(),
      super_categories: listOf(text).optional(),
      portfolio_locations: listOf(text).optional(),
      portfolio_employee_count: companyFilters.employee_count,
      ipo_status: companyFilters.ipo_status,
      total_raised_min: companyFilters.total_raised_min,
      total_raised_max: companyFilters.total_raised_max,
    }),
  ),
  ['size_min', 'size_max'],
  ['date_start', 'date_end'],
  ['total_raised_min', 'total_raised_max'],
);

const firmSection = z.strictObject({
  ids: listOf(uuid).optional(),
  domains: urls,
  linkedin_urls: urls,
  crunchbase_urls: urls,
  permalinks: listOf(text).optional(),
  locations: listOf(text).optional(),
  employee_count: companyFilters.employee_count,
  deals: investorDeals.optional(),
});

/** The filters of POST /people (contract 1.4). */
export const peopleFilters = z.strictObject({
  person_type: z.enum(['company', 'investor', 'any']).default('any'),
  identifiers: z
    .strictObject({ ids: listOf(uuid).optional(), linkedin_urls: urls, crunchbase_urls: urls, twitter_urls: urls })
    .optional(),
  person: personSection.optional(),
  company: employerSection.optional(),
  investor: firmSection.optional(),
});
export type PeopleFilters = z.output<typeof peopleFilters>;

/** Orders of POST /people (contract 1.4); a person to whom the figure does not apply comes last. */
export const personSort = z.enum([
  'most_recent_deal_date',
  'total_raised',
  'latest_deal_size',
  'name',
  'total_deal_count',
  'deal_count_last_12_months',
  'lead_deal_count',
  'lead_deal_count_last_12_months',
  'filtered_deal_count',
]);
export type PersonSort = z.infer<typeof personSort>;

/** POST /people (specification 4.6). */
export const searchPeople = {
  id: 'searchPeople',
  method: 'POST',
  path: '/people',
  summary: 'Search founders, executives and investors',
  body: peopleFilters
    .extend({ page, page_size: pageSize, sort_by: personSort.default('most_recent_deal_date') })
    .meta({ id: 'PersonSearch' }),
  data: z.strictObject({ people: z.array(person) }),
  meta: 'list',
  cost: perRow,
} as const satisfies Endpoint;

/** GET /person (specification 4.7): one person with complete histories. */
export const readPerson = {
  id: 'readPerson',
  method: 'GET',
  path: '/person',
  summary: 'Read one person with complete employment and education',
  query: personQuery,
  data: z.strictObject({ person }),
  meta: 'single',
  cost: perCall,
} as const satisfies Endpoint;

/** A person as the quick look-up returns it (specification 2.5); `investor` wins. */
export const personMatch = record('PersonMatch', {
  id: uuid,
  name: z.string(),
  linkedin_url: nullable,
  crunchbase_url: nullable,
  twitter_url: nullable,
  person_type: z.enum(['investor', 'company']),
});
export type PersonMatch = z.infer<typeof personMatch>;

/** GET /person/search (specification 4.10); `person_type` `company` means not an investor. */
export const lookUpPeople = {
  id: 'lookUpPeople',
  method: 'GET',
  path: '/person/search',
  summary: 'Look up people by name or identifier',
  query: personQuery.extend({ name: text.optional(), person_type: z.enum(['investor', 'company']).optional() }),
  data: z.strictObject({ people: z.array(personMatch) }),
  meta: 'count',
  cost: perSearch,
} as const satisfies Endpoint;
