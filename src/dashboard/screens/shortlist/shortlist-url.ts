import { z } from 'zod';
import { statusKinds } from '../../records/status/record-status.ts';
import { authorParameter } from '../../platform/http/membership.ts';
import { idsText, plainParameter } from '../../platform/url/url.ts';

/** The address of the shortlist: its view, filter, open record and selected rows. */
export const shortlistUrl = z.object({
  view: z.enum(['board', 'table']).default('board'),
  kind: z.enum(statusKinds).optional(),
  tag: plainParameter.optional(),
  owner: plainParameter.optional(),
  find: plainParameter.optional(),
  who: authorParameter,
  open: z.guid().optional(),
  selected: idsText.optional(),
});
