import { z } from 'zod';
import { uuid } from '../scalars.ts';
import { storableText, workspaceEndpoint } from './workspace-endpoint.ts';

/** The most records that an account can name as its own. */
export const maxOurs = 200;

/** A record that is ours, under the name that it had when it was chosen. */
export const ourRecord = z.strictObject({
  kind: z.enum(['investor', 'company', 'person']),
  id: uuid,
  name: storableText.trim().min(1).max(300),
});
export type OurRecord = z.infer<typeof ourRecord>;
const us = z.strictObject({
  us: z
    .array(ourRecord)
    .max(maxOurs)
    .refine((list) => new Set(list.map(({ kind, id }) => `${kind} ${id}`)).size === list.length, {
      params: { code: 'INVALID_RANGE' },
      message: 'must name each record once',
    }),
});

/** GET /workspace/us: our fund, partners and portfolio, in order. Routes begin there. */
export const readUs = workspaceEndpoint('readUs', 'GET', '/us', {
  summary: 'Read our fund, partners and portfolio',
  data: us,
});

/** PUT /workspace/us: replaces them. */
export const changeUs = workspaceEndpoint('changeUs', 'PUT', '/us', {
  summary: 'Change our fund, partners and portfolio',
  body: us,
  data: us,
});
