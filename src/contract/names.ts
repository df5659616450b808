import { z } from 'zod';
import { accountEndpoint } from './endpoint.ts';
import { filterList } from './request-parts.ts';
import { nullableText, uuid } from './scalars.ts';

/** The name of a record; `domain` is null for people, `country` for all but companies, and both if unknown. */
export const recordName = z.strictObject({
  /** The id of the request, even if the record now has another one. */
  id: uuid,
  kind: z.enum(['company', 'investor', 'person']),
  name: z.string(),
  domain: nullableText,
  country: nullableText,
});
export type RecordNameEntry = z.infer<typeof recordName>;

/** The maximum number of ids per request. */
export const maxNames = 500;
const ids = filterList(uuid, maxNames).optional();
const countIds = (lists: object) => Object.values(lists).flat().length;

/**
 * POST /account/names: the names and domains of companies, investors and people, at most 500 together, and the
 * country of companies; free. Ids that
 * the service does not know are left out. Only our own service has it; `names` of `GET /config.json` says so. Its rate
 * limit is 600 requests per hour and key: 300,000 names.
 */
export const readNames = accountEndpoint('readNames', 'POST', '/names', {
  summary: 'Read the names of companies, investors and people',
  body: z
    .strictObject({ company_ids: ids, investor_ids: ids, person_ids: ids })
    .refine((body) => Object.values(body).some((list) => list !== undefined), {
      path: ['company_ids'],
      params: { code: 'MISSING_DEPENDENCY' },
      message: 'must be sent, or investor_ids or person_ids',
    })
    .refine((body) => countIds(body) <= maxNames, {
      path: ['company_ids'],
      params: { code: 'TOO_MANY_VALUES' },
      message: `must have at most ${maxNames} ids together with investor_ids and person_ids`,
    }),
  data: z.strictObject({ names: z.array(recordName) }),
  reads: 'records',
  window: 'names',
});
