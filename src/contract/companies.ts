import { z } from 'zod';
import { perSearch } from './credits.ts';
import { dealDescription, financing } from './deals.ts';
import { endpoint, recordEndpoint, rowsEndpoint } from './endpoint.ts';
import { employeeRange, financingType, intermediate, ipoStatus } from './enums.ts';
import { isObject } from './json.ts';
import { record } from './record.ts';
import { requireOrder } from './request-checks.ts';
import {
  companyMembers,
  idList,
  organizationIdentifiers,
  organizationNameQuery,
  organizationQuery,
  page,
  pageSize,
  relevanceMembers,
  roundMembers,
} from './request-parts.ts';
import { nullableText, text, utcDay, uuid } from './scalars.ts';
import { totalOf, totalsOf } from './totals.ts';

const namedPermalink = record('NamedPermalink', { name: z.string(), permalink: z.string() });

/** Where a company or investor is based; `region` is the continent (contract 2). */
export const headquarters = record('Headquarters', {
  region: namedPermalink.optional(),
  country: namedPermalink.optional(),
  state: namedPermalink.optional(),
  city: namedPermalink.optional(),
});

/** The latest round of a company; three of its names differ from those of a Deal (contract 2). */
const latestDeal = record('LatestDeal', {
  id: uuid,
  type: financingType,
  total_round_raised: z.number().nullable(),
  date: z.iso.datetime().nullable(),
  extension: z.boolean(),
  pre: z.boolean(),
  intermediate,
  description: dealDescription,
  investors: z.array(uuid),
  angel_investor_ids: z.array(uuid),
  financings: z.array(financing),
});
export type LatestDeal = z.infer<typeof latestDeal>;

/** A company (specification 2.3); amounts in US dollars, unknown is null. */
export const company = record('Company', {
  id: uuid,
  name: z.string(),
  legal_name: nullableText,
  guru_permalink: z.string(),
  domain: nullableText,
  region: nullableText,
  short_description: nullableText,
  long_description: nullableText,
  num_employees: employeeRange.nullable(),
  linkedin: nullableText,
  twitter: nullableText,
  facebook: nullableText,
  pitchbook: nullableText,
  crunchbase: nullableText,
  address: nullableText,
  ipo_status: ipoStatus.nullable(),
  num_funding_rounds: z.int(),
  num_investors: z.int(),
  total_raised: z.number().nullable(),
  latest_valuation_usd: z.number().nullable(),
  latest_valuation_date: z.iso.datetime().nullable(),
  industries: z.array(namedPermalink),
  location: headquarters,
  latest_deal: latestDeal.nullable(),
  all_investor_ids: z.array(uuid),
  similarity: z.number().min(0).max(1).nullable(),
});
export type Company = z.infer<typeof company>;

/** Sort orders of POST /companies (specification 4.4). */
const companySort = z
  .enum([
    'most_recent_raise',
    'oldest_raise',
    'most_recent_founded',
    'oldest_founded',
    'largest_valuation',
    'smallest_valuation',
    'largest_total_raise',
    'smallest_total_raise',
    'most_funding_rounds',
    'most_investors',
  ])
  .meta({ id: 'CompanySort' });
export type CompanySort = z.infer<typeof companySort>;

/** The filters of POST /companies (contract 1.2); `latest_deal` describes one deal, the latest. */
const companySearchFilters = z.strictObject({
  identifiers: organizationIdentifiers.optional(),
  company: requireOrder(z.strictObject({ ...relevanceMembers, ...companyMembers }), [
    'total_raised_min',
    'total_raised_max',
  ]).optional(),
  latest_deal: requireOrder(
    z.strictObject({
      ...roundMembers,
      created_start: utcDay.optional(),
      created_end: utcDay.optional(),
      investor_ids: idList,
    }),
    ['size_min', 'size_max'],
    ['date_start', 'date_end'],
    ['created_start', 'created_end'],
  ).optional(),
  investors: z.strictObject({ investor_ids: idList, people_ids: idList }).optional(),
});
export type CompanySearchFilters = z.output<typeof companySearchFilters>;

/** `company.min_relevance` needs a `search_query`, in either of the two places (contract 1.2). */
function hasSearchQuery(body: {
  search_query?: unknown;
  company?: { search_query?: unknown; min_relevance?: unknown } | undefined;
}): boolean {
  const { search_query, company: section } = body;
  return section?.min_relevance === undefined || (search_query ?? section.search_query) !== undefined;
}

/** POST /companies (specification 4.4); `search_query` belongs in `company` or at the top level, not in both. */
export const searchCompanies = rowsEndpoint('searchCompanies', 'POST', '/companies', {
  summary: 'Search companies',
  body: companySearchFilters
    .extend({
      search_query: text.optional(),
      page,
      page_size: pageSize,
      sort_by: companySort.default('most_recent_raise'),
    })
    .refine((body) => body.search_query === undefined || body.company?.search_query === undefined, {
      path: ['search_query'],
      params: { code: 'TOO_MANY_VALUES' },
      message: 'must not be given both here and in company',
      when: ({ value }) => isObject(value),
    })
    .refine(hasSearchQuery, {
      path: ['company', 'min_relevance'],
      params: { code: 'MISSING_DEPENDENCY' },
      message: 'needs search_query',
      when: ({ value }) => isObject(value),
    })
    .meta({ id: 'CompanySearch' }),
  data: z.strictObject({ companies: z.array(company) }),
  lane: 'search',
});

export const countCompanies = totalOf('countCompanies', searchCompanies);
export const countEachCompanies = totalsOf('countEachCompanies', searchCompanies);

/** GET /company (specification 4.7): one company by one identifier. */
export const readCompany = recordEndpoint('readCompany', 'GET', '/company', {
  summary: 'Read one company with its latest round',
  query: organizationQuery,
  data: z.strictObject({ company }),
});

/** A company in the results of GET /company/search (specification 2.5). */
export const companyMatch = record('CompanyMatch', {
  id: uuid,
  guru_permalink: z.string(),
  name: z.string(),
  short_description: nullableText,
  relevance_score: z.number().min(0).max(1),
  domain: nullableText,
  linkedin: nullableText,
  crunchbase: nullableText,
});
export type CompanyMatch = z.infer<typeof companyMatch>;

/** GET /company/search (specification 4.10): at most 10 rows, exactly one parameter. */
export const lookUpCompanies = endpoint('lookUpCompanies', 'GET', '/company/search', {
  summary: 'Find companies by name or identifier',
  query: organizationNameQuery,
  data: z.strictObject({ companies: z.array(companyMatch) }),
  meta: 'list',
  cost: perSearch,
  reads: 'records',
});
