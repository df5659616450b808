import { z } from 'zod';
import { free } from './credits.ts';
import type { Endpoint } from './endpoint.ts';
import { filterList } from './request-parts.ts';
import { uuid } from './scalars.ts';

/** The name of a record; `domain` is null for people and where none is known. */
export const recordName = z.strictObject({
  /** The id of the request, also where the record has another one now. */
  id: uuid,
  kind: z.enum(['company', 'investor', 'person']),
  name: z.string(),
  domain: z.string().nullable(),
});
export type RecordNameEntry = z.infer<typeof recordName>;

/**
 * POST /account/names: the names and domains of up to 500 companies, investors and people; free. Ids that the service
 * does not know are left out. Only our own service has it; `GET /config.json` says so.
 */
export const readNames = {
  id: 'readNames',
  method: 'POST',
  root: '/account',
  path: '/names',
  summary: 'Read the names of companies, investors and people',
  body: z.strictObject({ ids: filterList(uuid, 500) }),
  data: z.strictObject({ names: z.array(recordName) }),
  meta: 'count',
  cost: free,
} as const satisfies Endpoint;
