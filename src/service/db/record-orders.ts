import type { DealSort } from '#contract/deals.ts';

/** The SQL of every order of a search, over the table under its alias; ties are ordered by id, unknown values come last. */
export const recordOrders = {
  deals: {
    alias: 'd',
    by: {
      most_recent_deal: 'd.date DESC NULLS LAST, d.uuid',
      oldest_deal: 'd.date ASC NULLS LAST, d.uuid',
      largest_raise: 'd.total_round_raised DESC NULLS LAST, d.uuid',
      smallest_raise: 'd.total_round_raised ASC NULLS LAST, d.uuid',
    } satisfies Record<DealSort, string>,
  },
} as const;
