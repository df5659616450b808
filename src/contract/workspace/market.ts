import { z } from 'zod';
import { readMarket } from '../market.ts';
import { filterList } from '../request-parts.ts';
import { bill, spending } from './purchases.ts';
import { requestFailure } from './records.ts';
import { moment, tenths, workspaceEndpoint } from './workspace-endpoint.ts';

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
  /**
   * The day of the oldest count where the clock, and the round sizes, are counted at the service instead of from
   * unlocked deals; null where they are not.
   */
  counted: z.strictObject({ clock: z.iso.date().nullable(), sizes: z.iso.date().nullable() }),
  /** Whether the service's order of sizes has undisclosed rounds in it, so that no percentile can be read from it. */
  is_order_mixed: z.boolean(),
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

/**
 * What can be counted at a service that charges for it: deals by period, the same by stage, and the percentiles of round
 * sizes by stage in the recent window. `stages` needs `periods`.
 */
export const countedParts = ['periods', 'stages', 'sizes'] as const;

const countQuestion = readMarket.body.pick({ deals: true, known_on: true, period: true }).shape;

const marketCounts = z.array(
  z.strictObject({
    part: z.enum(countedParts),
    /** Figures that are bought. */
    counted: z.int(),
    /** Figures that are not, at most, and their highest price. */
    open: z.int(),
    tenths,
    /** The highest price of counting all of them again. */
    again_tenths: tenths,
  }),
);
export type MarketCounts = z.infer<typeof marketCounts>;

/**
 * POST /workspace/market/quote: what is counted of a question, and what the rest costs at most; free. `at` is now, from
 * which everything is counted again.
 */
export const quoteMarketCounts = workspaceEndpoint('quoteMarketCounts', 'POST', '/market/quote', {
  summary: 'Quote the counts of a market',
  body: z.strictObject(countQuestion),
  data: z.strictObject({ counts: marketCounts, at: moment }),
});

/**
 * POST /workspace/market/counts: counts a question at the service with one request of one row for each figure, as far as
 * `max_tenths` reaches; `POST /workspace/market` then has the figures. It responds within seconds: while `left` is above
 * 0 and there is no `failure`, the same request continues, with what is left of its price.
 */
export const buyMarketCounts = workspaceEndpoint('buyMarketCounts', 'POST', '/market/counts', {
  summary: 'Count a market at the service',
  body: z.strictObject({
    ...countQuestion,
    ...spending,
    parts: filterList(z.enum(countedParts)),
    /** Counts from before this moment are bought again. */
    after: moment.optional(),
  }),
  data: z.strictObject({
    bill,
    /** Figures that are not counted and that `max_tenths` covers. */
    left: z.int(),
    failure: requestFailure.nullable(),
  }),
  spends: true,
});
