import { z } from 'zod';
import { readMarket } from '../market.ts';
import { workspaceEndpoint } from './workspace-endpoint.ts';

/** The deals that the figures are from: those of a stored search for deals with the same filters. */
const unlockedSource = z.strictObject({
  /** Unlocked deals of the search, on whatever day. */
  unlocked: z.int(),
  /** All that it matches; null where no search with these filters is stored. */
  total: z.int().nullable(),
  /** Unlocked deals whose company, and whose investors, are unlocked too: `where` and `leads` are from those. */
  with_company: z.int(),
  with_investors: z.int(),
  /** From this day on all deals are unlocked, and only those days are counted; null where all days are, or none. */
  complete_since: z.iso.date().nullable(),
  /**
   * Whether every round of the companies is among them, which `graduation`, `window`, `next_leads`, step-ups and months
   * need; `window` also needs all companies, and `next_leads` all investors.
   */
  has_histories: z.boolean(),
});
export type UnlockedSource = z.infer<typeof unlockedSource>;

/**
 * POST /workspace/market: the figures of POST /account/market from what is unlocked, in front of any service. They are
 * as known on the day on which the search was loaded, or an earlier one; blocks that would need more are absent.
 */
export const readUnlockedMarket = workspaceEndpoint('readUnlockedMarket', 'POST', '/market', {
  summary: 'Read figures about the unlocked deals of a search',
  body: readMarket.body,
  data: readMarket.data.extend({ from: unlockedSource }),
});
