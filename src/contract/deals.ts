import { z } from 'zod';
import { perRow } from './credits.ts';
import { endpoint, rowsEndpoint } from './endpoint.ts';
import { financingType, intermediate, valuationType } from './enums.ts';
import { record } from './record.ts';
import { requireOrder } from './request-checks.ts';
import {
  companyMembers,
  idList,
  organizationQuery,
  page,
  pageSize,
  pagingQuery,
  personQuery,
  roundMembers,
} from './request-parts.ts';
import { nullableText, utcDay, uuid } from './scalars.ts';
import { totalOf } from './totals.ts';

/** One financing of a deal (specification 2.2). */
export const financing = record('Financing', {
  id: uuid,
  type: financingType,
  size_usd: z.number().nullable(),
  size_native: z.number().nullable(),
  currency: nullableText,
});

/** A disclosed valuation; null on the deal when undisclosed (specification 2.1). */
const valuation = record('Valuation', {
  type: valuationType,
  valuation_currency: nullableText,
  valuation_usd: z.number().nullable(),
  valuation_native: z.number().nullable(),
});

/** The short and the long description of a round. */
export const dealDescription = record('DealDescription', {
  short_description: nullableText,
  long_description: nullableText,
});

/** A funding round (specification 2.1); amounts in US dollars, null when undisclosed. */
export const deal = record('Deal', {
  id: uuid,
  company_id: uuid,
  investor_ids: z.array(uuid),
  angel_investor_ids: z.array(uuid),
  financings: z.array(financing),
  round_type: financingType,
  extension: z.boolean(),
  pre: z.boolean(),
  intermediate,
  date: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  total_round_raised: z.number().nullable(),
  deal_descriptions: dealDescription,
  valuation: valuation.nullable(),
});
export type Deal = z.infer<typeof deal>;

/** The filters of POST /deals (specification 4.1). */
const dealSearchFilters = z.strictObject({
  identifiers: z.strictObject({ deal_ids: idList }).optional(),
  deal: requireOrder(
    z.strictObject({ ...roundMembers, created_start: utcDay.optional(), created_end: utcDay.optional() }),
    ['size_min', 'size_max'],
    ['date_start', 'date_end'],
    ['created_start', 'created_end'],
  ).optional(),
  company: requireOrder(z.strictObject({ company_ids: idList, ...companyMembers }), [
    'total_raised_min',
    'total_raised_max',
  ]).optional(),
  investors: z.strictObject({ investor_ids: idList, people_ids: idList }).optional(),
});
export type DealSearchFilters = z.output<typeof dealSearchFilters>;

/** Sort orders of POST /deals: undisclosed last in both directions, then by id. */
const dealSort = z
  .enum(['most_recent_deal', 'oldest_deal', 'largest_raise', 'smallest_raise'])
  .meta({ id: 'DealSort' });
export type DealSort = z.infer<typeof dealSort>;

/** POST /deals (specification 4.1). */
export const searchDeals = rowsEndpoint('searchDeals', 'POST', '/deals', {
  summary: 'Search funding rounds',
  body: dealSearchFilters
    .extend({ page, page_size: pageSize, sort_by: dealSort.default('most_recent_deal') })
    .meta({ id: 'DealSearch' }),
  data: z.strictObject({ deals: z.array(deal) }),
  lane: 'search',
});

export const countDeals = totalOf('countDeals', searchDeals);

/** A deal with the articles about it (specification 2.1). */
export const dealWithArticles = deal
  .extend({
    articles: z.array(z.strictObject({ is_primary: z.boolean(), link: z.string(), date: z.iso.date().nullable() })),
  })
  .meta({ id: 'DealDetail' });
export type DealWithArticles = z.infer<typeof dealWithArticles>;

/** GET /deals/{id} (specification 4.2). */
export const readDeal = endpoint('readDeal', 'GET', '/deals/{id}', {
  summary: 'Read one funding round with its articles',
  params: z.strictObject({ id: z.string() }),
  data: z.strictObject({ deal: dealWithArticles }),
  meta: 'single',
  cost: perRow,
  reads: 'records',
  statusCodeInErrors: true,
});

const profileUrls = { linkedin: nullableText, crunchbase: nullableText };
const personProfile = { id: uuid, name: z.string(), ...profileUrls, twitter: nullableText };

/** An investor in a round, with the partners involved (contract 2). */
export const dealInvestor = record('DealInvestor', {
  id: uuid,
  name: z.string(),
  lead_investor: z.boolean().nullable(),
  personnel: z.array(z.strictObject(personProfile)),
  financing_type: financingType,
  domain: nullableText,
  ...profileUrls,
});
export type DealInvestor = z.infer<typeof dealInvestor>;

/** An angel in a round. */
export const dealAngel = record('DealAngel', { ...personProfile, financing_type: financingType });
export type DealAngel = z.infer<typeof dealAngel>;

/** GET /deals/{id}/investors (specification 4.3): investors and angels, billed together. */
export const readDealInvestors = rowsEndpoint('readDealInvestors', 'GET', '/deals/{id}/investors', {
  summary: 'Read the investors in a funding round',
  params: z.strictObject({ id: z.string() }),
  data: z.strictObject({ investors: z.array(dealInvestor), angel_investors: z.array(dealAngel) }),
  statusCodeInErrors: true,
});

/** GET /company/deals (specification 4.8): newest first. */
export const readCompanyDeals = rowsEndpoint('readCompanyDeals', 'GET', '/company/deals', {
  summary: 'Read the funding history of a company',
  query: organizationQuery.extend(pagingQuery),
  data: z.strictObject({ deals: z.array(deal) }),
});

/** GET /investor/deals (specification 4.9): newest first. */
export const readInvestorDeals = rowsEndpoint('readInvestorDeals', 'GET', '/investor/deals', {
  summary: 'Read the deals of an investor',
  query: organizationQuery.extend(pagingQuery),
  data: z.strictObject({ deals: z.array(deal) }),
});

/** GET /person/deals (specification 4.9): as angel and as partner, newest first. */
export const readPersonDeals = rowsEndpoint('readPersonDeals', 'GET', '/person/deals', {
  summary: 'Read the deals of a person',
  query: personQuery.extend(pagingQuery),
  data: z.strictObject({ deals: z.array(deal) }),
});
