import { z } from 'zod';
import { headquarters } from './companies.ts';
import { perSearch } from './credits.ts';
import { endpoint, recordEndpoint, rowsEndpoint } from './endpoint.ts';
import { employeeRange, financingType, locationType } from './enums.ts';
import { record } from './record.ts';
import { requireOrder, requireSearchQuery } from './request-checks.ts';
import {
  companyMembers,
  filterList,
  financingFilter,
  idList,
  organizationIdentifiers,
  organizationNameQuery,
  organizationQuery,
  page,
  pageSize,
  relevanceMembers,
  textList,
} from './request-parts.ts';
import { nullableText, usd, utcDay, uuid } from './scalars.ts';
import { totalOf, totalsOf } from './totals.ts';

const topIndustry = record('TopIndustry', { name: z.string(), permalink: z.string(), count: z.int() });
const topLocation = record('TopLocation', {
  name: z.string(),
  full_name: z.string(),
  permalink: z.string(),
  type: locationType,
  count: z.int(),
});
const topRoundType = record('TopRoundType', { type: financingType, count: z.int() });

/** An investor that is an organization (specification 2.4); angels are people. */
export const investor = record('Investor', {
  id: uuid,
  name: z.string(),
  legal_name: nullableText,
  description: nullableText,
  guru_permalink: z.string(),
  total_deal_count: z.int(),
  lead_deal_count: z.int(),
  deal_count_last_12_months: z.int(),
  lead_deal_count_last_12_months: z.int(),
  most_recent_deal_date: z.iso.datetime().nullable(),
  domain: nullableText,
  website: nullableText,
  linkedin: nullableText,
  pitchbook: nullableText,
  crunchbase: nullableText,
  num_employees: employeeRange.nullable(),
  investment_stage: nullableText,
  contact_email: nullableText,
  contact_phone: nullableText,
  location: headquarters,
  top_industries: z.array(topIndustry).max(5),
  top_locations: z.array(topLocation).max(5),
  top_round_types: z.array(topRoundType).max(5),
  filtered_deal_count: z.int().nullable(),
  filtered_lead_count: z.int().nullable(),
});
export type Investor = z.infer<typeof investor>;

/** Sort orders of POST /investors (specification 4.5). */
const investorSort = z
  .enum(['most_recent_deal', 'recent_deals', 'deals_led_ltm', 'total_deals', 'matching_deals'])
  .meta({ id: 'InvestorSort' });
export type InvestorSort = z.infer<typeof investorSort>;

/** Filters by portfolio: all members describe one deal. The dates' names differ from other endpoints (contract 1.3). */
const companyInvestments = requireOrder(
  requireSearchQuery(
    z.strictObject({
      company_ids: idList,
      ...relevanceMembers,
      ...companyMembers,
      financing_types: filterList(financingFilter).optional(),
      deal_size_min: usd.optional(),
      deal_size_max: usd.optional(),
      deal_start_date: utcDay.optional(),
      deal_end_date: utcDay.optional(),
      only_lead_deals: z.boolean().default(false),
      min_matching_deals: z.int().min(1).default(1),
    }),
  ),
  ['total_raised_min', 'total_raised_max'],
  ['deal_size_min', 'deal_size_max'],
  ['deal_start_date', 'deal_end_date'],
);

/** The filters of POST /investors (contract 1.3). */
export const investorSearchFilters = z.strictObject({
  identifiers: organizationIdentifiers.optional(),
  investor: z.strictObject({ locations: textList, employee_count: filterList(employeeRange).optional() }).optional(),
  company_investments: companyInvestments.optional(),
});
export type InvestorSearchFilters = z.output<typeof investorSearchFilters>;

/** POST /investors (specification 4.5). */
export const searchInvestors = rowsEndpoint('searchInvestors', 'POST', '/investors', {
  summary: 'Search investors',
  body: investorSearchFilters
    .extend({ page, page_size: pageSize, sort_by: investorSort.default('most_recent_deal') })
    .meta({ id: 'InvestorSearch' }),
  data: z.strictObject({ investors: z.array(investor) }),
  lane: 'search',
});

export const countInvestors = totalOf('countInvestors', searchInvestors);
export const countEachInvestors = totalsOf('countEachInvestors', searchInvestors);

/** GET /investor (specification 4.7): one investor by one identifier, without the filtered counts. */
export const readInvestor = recordEndpoint('readInvestor', 'GET', '/investor', {
  summary: 'Read one investor with its statistics',
  query: organizationQuery,
  data: z.strictObject({
    investor: investor.omit({ filtered_deal_count: true, filtered_lead_count: true }).meta({ id: 'InvestorProfile' }),
  }),
});

/** An investor in the results of GET /investor/search (specification 2.5). */
export const investorMatch = record('InvestorMatch', {
  id: uuid,
  guru_permalink: z.string(),
  name: z.string(),
  description: nullableText,
  image: nullableText,
  relevance_score: z.number().min(0).max(1),
  domain: nullableText,
  website: nullableText,
});
export type InvestorMatch = z.infer<typeof investorMatch>;

/** GET /investor/search (specification 4.10): at most 10 rows; several parameters must all match. */
export const lookUpInvestors = endpoint('lookUpInvestors', 'GET', '/investor/search', {
  summary: 'Find investors by name or identifier',
  query: organizationNameQuery,
  data: z.strictObject({ investors: z.array(investorMatch) }),
  meta: 'list',
  cost: perSearch,
  reads: 'records',
});
