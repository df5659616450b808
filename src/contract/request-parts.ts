import { z } from 'zod';
import { employeeRange, financingType, ipoStatus } from './enums.ts';
import { maxListValues, queryInteger, text, usd, utcDay, uuid } from './scalars.ts';

/** The maximum number of URLs or domains in a list filter (contract 5). */
export const maxListUrls = 100;

/** A list filter: its values are OR-ed; an empty list is rejected. */
export const filterList = <T extends z.ZodType>(item: T, max = maxListValues) => z.array(item).min(1).max(max);

/** Lists of a search, each built once, because a page builds all of them before its first screen. */
export const idList = filterList(uuid).optional();
export const textList = filterList(text).optional();
export const urlList = filterList(text, maxListUrls).optional();

/** 0-based page number and rows per page, in the body of a search. */
export const page = z.int().min(0).default(0);
export const pageSize = z.int().min(1).max(500).default(10);

/** The same in a query, where the route first rejects invalid values: INVALID_PAGE, INVALID_PAGE_SIZE (contract 5). */
export const pagingQuery = {
  page: queryInteger.min(0).default(0),
  page_size: queryInteger.min(1).max(500).default(10),
};

/** A round type with its two modifiers; a bare type means the plain round only (contract 1.1). */
export const financingFilter = z
  .strictObject({ type: financingType, pre: z.boolean().default(false), extension: z.boolean().default(false) })
  .meta({ id: 'FinancingFilter' });
export type FinancingFilter = z.infer<typeof financingFilter>;

/** Members for a search by meaning, with the minimum relevance of a result (contract 7). */
export const relevanceMembers = { search_query: text.optional(), min_relevance: z.number().min(0).max(1).optional() };

/** Members that filter by a company; unknown permalinks are ignored (specification 4.13). */
export const companyMembers = {
  locations: textList,
  industries: textList,
  super_categories: textList,
  employee_count: filterList(employeeRange).optional(),
  ipo_status: filterList(ipoStatus).optional(),
  total_raised_min: usd.optional(),
  total_raised_max: usd.optional(),
};

/** Members that filter by a round; `company_investments` of POST /investors names four of them differently. */
export const roundMembers = {
  financing_types: filterList(financingFilter).optional(),
  size_min: usd.optional(),
  size_max: usd.optional(),
  date_start: utcDay.optional(),
  date_end: utcDay.optional(),
};

/** Identifiers of companies or investors in a search; the members are OR-ed (contract 1.2). */
export const organizationIdentifiers = z.strictObject({
  ids: idList,
  domains: urlList,
  linkedin_urls: urlList,
  crunchbase_urls: urlList,
});
export type OrganizationIdentifiers = z.output<typeof organizationIdentifiers>;

const profileUrls = { linkedin: text.optional(), crunchbase: text.optional() };

/** The query for one company or investor: exactly one member, which the route checks (contract 1.5). */
export const organizationQuery = z.strictObject({ id: uuid.optional(), domain: text.optional(), ...profileUrls });

/** The query for one person: exactly one member, which the route checks (contract 1.5). */
export const personQuery = z.strictObject({ id: uuid.optional(), ...profileUrls, twitter: text.optional() });

/** The query of a company or investor search by name or identifier (specification 4.10). */
export const organizationNameQuery = z.strictObject({ name: text.optional(), domain: text.optional(), ...profileUrls });
