import { z } from 'zod';
import { lineStates } from './lines.ts';

/** The address of the lists: which list is open, which of its lines are shown, and the line whose details are open. */
export const listsUrl = z.object({
  list: z.string().optional(),
  show: z.enum(lineStates).optional(),
  open: z.string().optional(),
});
export type ListsUrl = z.output<typeof listsUrl>;
