import { z } from 'zod';

/** What is known of a call before its response. It never contains a key. */
export const callDescription = z.object({
  /** The address of the screen that sent it. */
  place: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** Path below the service's root, with its query. */
  path: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  summary: z.string(),
  quotedTenths: z.number(),
  /** Paid with another key than this page's own, so it is not part of this account's sum. */
  otherKey: z.literal(true).optional(),
  /** The member that made it; absent before the first invitation. */
  by: z.string().optional(),
});
export type CallDescription = z.infer<typeof callDescription>;

export const callReply = z.object({
  /** HTTP status; 0 if nothing was sent or no response arrived. */
  status: z.number(),
  ms: z.number(),
  code: z.string().optional(),
  message: z.string().optional(),
  requestId: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type CallReply = z.infer<typeof callReply>;
