import { z } from 'zod';
import { free } from './credits.ts';
import { endpoint } from './endpoint.ts';
import { industryType, locationType } from './enums.ts';
import { record } from './record.ts';
import { text } from './scalars.ts';

/** A location in the results of GET /location/search (specification 2.5). */
export const location = record('Location', {
  permalink: z.string(),
  name: z.string(),
  location_type: locationType,
});
export type Location = z.infer<typeof location>;

/** An industry or super category in the results of GET /industry/search (specification 2.5). */
export const industry = record('Industry', {
  permalink: z.string(),
  name: z.string(),
  industry_type: industryType,
});
export type Industry = z.infer<typeof industry>;

/** Only digits are a number: `1e1` and `0x10` are rejected. */
const parseDigits = (given: string | number) =>
  typeof given === 'string' && /^-?\d+$/.test(given) ? Number(given) : given;

/** The maximum number of results (contract 1.5). */
const limit = z.preprocess(parseDigits, z.int().min(1).max(50)).default(25);

/** GET /location/search (specification 4.11); `location_type` is an alias of `type`. */
export const searchLocations = endpoint('searchLocations', 'GET', '/location/search', {
  summary: 'Find locations by name',
  query: z.strictObject({
    name: text,
    type: locationType.optional(),
    location_type: locationType.optional(),
    limit,
  }),
  data: z.strictObject({ locations: z.array(location) }),
  meta: 'count',
  cost: free,
  reads: 'records',
  statusCodeInErrors: true,
});

/** GET /industry/search (specification 4.12); `industry_type` is an alias of `type`. */
export const searchIndustries = endpoint('searchIndustries', 'GET', '/industry/search', {
  summary: 'Find industries and super categories by name',
  query: z.strictObject({
    name: text,
    type: industryType.optional(),
    industry_type: industryType.optional(),
    limit,
  }),
  data: z.strictObject({ industries: z.array(industry) }),
  meta: 'count',
  cost: free,
  reads: 'records',
  statusCodeInErrors: true,
});
