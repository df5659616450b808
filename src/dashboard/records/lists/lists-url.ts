import { z } from 'zod';
import { authorParameter } from '../../platform/http/membership.ts';

/** The state of a line of a list. */
export const lineStates = ['found', 'ambiguous', 'missing', 'pending', 'bad'] as const;
export type LineState = (typeof lineStates)[number];

/** The URL parameters of the lists screen: the open list, the state filter of its lines, and the open line. */
export const listsUrl = z.object({
  list: z.string().optional(),
  who: authorParameter,
  show: z.enum(lineStates).optional(),
  open: z.string().optional(),
});
