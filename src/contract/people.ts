import { z } from 'zod';
import { perSearch } from './credits.ts';
import { endpoint, recordEndpoint, rowsEndpoint } from './endpoint.ts';
import { investor } from './investors.ts';
import { record } from './record.ts';
import { requireOrder, requireSearchQuery } from './request-checks.ts';
import {
  companyMembers,
  filterList,
  idList,
  page,
  pageSize,
  personQuery,
  relevanceMembers,
  roundMembers,
  textList,
  urlList,
} from './request-parts.ts';
import { nullableText, text, uuid } from './scalars.ts';
import { totalOf, totalsOf } from './totals.ts';

const day = z.iso.date().nullable();

/** A job of a person; dates are UTC days. */
const employment = record('Employment', {
  title: nullableText,
  company_name: nullableText,
  company_id: uuid.nullable(),
  company_url: nullableText,
  location: nullableText,
  description: nullableText,
  start_date: day,
  end_date: day,
  is_current: z.boolean(),
});

/** A school of a person; dates are UTC days. */
const education = record('Education', {
  school_name: nullableText,
  school_id: uuid.nullable(),
  school_url: nullableText,
  degree: nullableText,
  field_of_study: nullableText,
  start_date: day,
  end_date: day,
  description: nullableText,
});

const organization = { id: uuid, name: z.string(), permalink: z.string(), domain: nullableText };

/** Statistics of a person who invests. */
const investorHighlights = record('InvestorHighlights', {
  ...investor.pick({
    total_deal_count: true,
    lead_deal_count: true,
    deal_count_last_12_months: true,
    lead_deal_count_last_12_months: true,
    top_industries: true,
    top_locations: true,
    top_round_types: true,
  }).shape,
  most_recent_deal_date: day,
});

/** A person (contract 2); histories have at most 3 entries in POST /people, all in GET /person. */
export const person = record('Person', {
  id: uuid,
  name: z.string(),
  title: nullableText,
  linkedin_url: nullableText,
  crunchbase_url: nullableText,
  twitter_url: nullableText,
  location: nullableText,
  city: nullableText,
  country_code: nullableText,
  about: nullableText,
  is_founder: z.boolean(),
  current_company: z.strictObject(organization).nullable(),
  employment_history: z.array(employment),
  education_history: z.array(education),
  is_investor: z.boolean(),
  is_angel: z.boolean(),
  has_led_deal: z.boolean(),
  investment_firms: z.array(z.strictObject({ ...organization, deal_count: z.int(), last_deal_date: day })),
  investor_highlights: investorHighlights.nullable(),
  filtered_deal_count: z.int().nullable(),
  filtered_lead_count: z.int().nullable(),
  filtered_most_recent_date: day,
});
export type Person = z.infer<typeof person>;

/** IPO statuses by which an employer can be filtered; a company record shows only the first two (contract 1.4). */
const employerStatus = z.enum(['public', 'private', 'acquired', 'delisted']).meta({ id: 'EmployerStatus' });

const personFilters = z.strictObject({
  roles: filterList(z.enum(['founder', 'ceo', 'key_person']).meta({ id: 'PersonRole' })).optional(),
  contact_types: filterList(z.enum(['linkedin', 'email', 'phone', 'twitter']).meta({ id: 'ContactType' })).optional(),
  job_titles: textList,
  education_schools: textList,
  linkedin_companies: textList,
});

const employerFilters = requireOrder(
  requireSearchQuery(
    z.strictObject({
      ids: idList,
      ...relevanceMembers,
      ...companyMembers,
      ipo_status: filterList(employerStatus).optional(),
      investor_people_ids: idList,
      latest_deal: requireOrder(
        z.strictObject({
          ...roundMembers,
          investor_ids: idList,
          investor_locations: textList,
        }),
        ['size_min', 'size_max'],
        ['date_start', 'date_end'],
      ).optional(),
    }),
  ),
  ['total_raised_min', 'total_raised_max'],
);

const investmentFilters = requireOrder(
  requireSearchQuery(
    z.strictObject({
      ...relevanceMembers,
      investment_type: z.enum(['all', 'angel', 'institutional']).meta({ id: 'InvestmentType' }).default('all'),
      only_lead_deals: z.boolean().default(false),
      min_matching_deals: z.int().min(1).default(1),
      ...roundMembers,
      industries: textList,
      super_categories: textList,
      portfolio_locations: textList,
      portfolio_employee_count: companyMembers.employee_count,
      ipo_status: companyMembers.ipo_status,
      total_raised_min: companyMembers.total_raised_min,
      total_raised_max: companyMembers.total_raised_max,
    }),
  ),
  ['size_min', 'size_max'],
  ['date_start', 'date_end'],
  ['total_raised_min', 'total_raised_max'],
);

const investorFilters = z.strictObject({
  ids: idList,
  domains: urlList,
  linkedin_urls: urlList,
  crunchbase_urls: urlList,
  permalinks: textList,
  locations: textList,
  employee_count: companyMembers.employee_count,
  deals: investmentFilters.optional(),
});

/** The filters of POST /people (contract 1.4). */
const personSearchFilters = z.strictObject({
  person_type: z.enum(['company', 'investor', 'any']).default('any'),
  identifiers: z
    .strictObject({
      ids: idList,
      linkedin_urls: urlList,
      crunchbase_urls: urlList,
      twitter_urls: urlList,
    })
    .optional(),
  person: personFilters.optional(),
  company: employerFilters.optional(),
  investor: investorFilters.optional(),
});
export type PersonSearchFilters = z.output<typeof personSearchFilters>;

/** Sort orders of POST /people (contract 1.4); people to whom the figure does not apply are last. */
const personSort = z
  .enum([
    'most_recent_deal_date',
    'total_raised',
    'latest_deal_size',
    'name',
    'total_deal_count',
    'deal_count_last_12_months',
    'lead_deal_count',
    'lead_deal_count_last_12_months',
    'filtered_deal_count',
  ])
  .meta({ id: 'PersonSort' });
export type PersonSort = z.infer<typeof personSort>;

/** POST /people (specification 4.6). */
export const searchPeople = rowsEndpoint('searchPeople', 'POST', '/people', {
  summary: 'Search founders, executives and investors',
  body: personSearchFilters
    .extend({ page, page_size: pageSize, sort_by: personSort.default('most_recent_deal_date') })
    .meta({ id: 'PersonSearch' }),
  data: z.strictObject({ people: z.array(person) }),
  lane: 'search',
});

export const countPeople = totalOf('countPeople', searchPeople);
export const countEachPeople = totalsOf('countEachPeople', searchPeople);

/** GET /person (specification 4.7): one person with complete histories. */
export const readPerson = recordEndpoint('readPerson', 'GET', '/person', {
  summary: 'Read one person with complete employment and education',
  query: personQuery,
  data: z.strictObject({ person }),
});

/** A person in the results of GET /person/search (specification 2.5); `investor` takes precedence over `company`. */
export const personMatch = record('PersonMatch', {
  id: uuid,
  name: z.string(),
  linkedin_url: nullableText,
  crunchbase_url: nullableText,
  twitter_url: nullableText,
  person_type: z.enum(['investor', 'company']),
});
export type PersonMatch = z.infer<typeof personMatch>;

/** GET /person/search (specification 4.10); `person_type` `company` means not an investor. */
export const lookUpPeople = endpoint('lookUpPeople', 'GET', '/person/search', {
  summary: 'Find people by name or identifier',
  query: personQuery.extend({ name: text.optional(), person_type: z.enum(['investor', 'company']).optional() }),
  data: z.strictObject({ people: z.array(personMatch) }),
  meta: 'count',
  cost: perSearch,
  reads: 'records',
});
