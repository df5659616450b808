import { z } from 'zod';
import { purchaseState } from '#contract/workspace/purchases.ts';
import { authorParameter } from '../../platform/http/membership.ts';
import { dayParameter } from '../../platform/url/url.ts';

/** The search parameters of the screen: filters and the open call. */
export const usageUrl = z.object({
  day: dayParameter.optional(),
  outcome: purchaseState.optional(),
  who: authorParameter,
  open: z.string().optional(),
});
