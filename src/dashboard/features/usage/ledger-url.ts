import { z } from 'zod';
import { outcomes } from '../../purchase/logged-call.ts';
import { dayText } from '../../platform/url/texts.ts';

/** The address of the ledger: what is chosen, and which call is open. */
export const ledgerUrl = z.object({
  day: dayText.optional(),
  outcome: z.enum(outcomes).optional(),
  open: z.string().optional(),
});
