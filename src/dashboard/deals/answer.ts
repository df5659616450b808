import { z } from 'zod';
import { searchDeals } from '#contract/deals.ts';
import type { Answer } from '../api/send.ts';
import { toBilled } from '../spend/price.ts';

/** What a search brought so far: the ids in order; the rows themselves are in `records`. */
export const dealsAnswer = z.object({
  ids: z.array(z.string()),
  /** Matches in all; null when the service did not say. */
  total: z.number().nullable(),
  /** Rows of the result that were asked for, from its start: where the next page goes on. */
  bought: z.number(),
  /** Rows of later pages that were on the screen already, because the result moved meanwhile. */
  duplicates: z.number(),
  /** Rows that this device owned before the search brought and billed them again. */
  ownedBefore: z.number(),
  /** The total of the first page, when a later page came with another one. */
  movedFrom: z.number().nullable(),
  /** Whether the last page came back short: the end, where the service says no total. */
  ended: z.boolean(),
  surprises: z.number(),
  /** What all of it was billed, in tenths. */
  paidTenths: z.number(),
  ignored: z.array(z.object({ member: z.string(), value: z.string() })),
  moreIgnored: z.number(),
});
export type DealsAnswer = z.infer<typeof dealsAnswer>;

type Asked = { readonly pageSize: number; readonly isOwned: (id: string) => boolean };

/** Adds a page to an answer, or begins one; rows that stand there already are dropped by id. */
export function toDealsAnswer(
  page: Answer<typeof searchDeals>,
  { pageSize, isOwned }: Asked,
  previous?: DealsAnswer,
): DealsAnswer {
  const arrived = (page.data.deals ?? []).map(({ id }) => id);
  const before = new Set(previous?.ids);
  const added = [...new Set(arrived)].filter((id) => !before.has(id));
  const total = page.meta.total_count ?? null;
  const billed = toBilled(searchDeals, page);
  const firstTotal = previous ? (previous.movedFrom ?? previous.total) : total;
  return {
    ids: [...(previous?.ids ?? []), ...added],
    total,
    bought: (previous?.bought ?? 0) + pageSize,
    duplicates: (previous?.duplicates ?? 0) + arrived.length - added.length,
    ownedBefore: (previous?.ownedBefore ?? 0) + added.filter(isOwned).length,
    movedFrom: firstTotal === total ? null : firstTotal,
    ended: arrived.length < pageSize,
    surprises: (previous?.surprises ?? 0) + page.surprises.length,
    paidTenths: (previous?.paidTenths ?? 0) + billed.usedTenths + billed.listedTenths,
    ignored: [...page.headers.ignored],
    moreIgnored: page.headers.moreIgnored,
  };
}

/** Rows of the result that are not bought; 0 when all are, undefined where the service says no total. */
export function toRemaining({ bought, total, ended }: DealsAnswer): number | undefined {
  if (total === null) return ended ? 0 : undefined;
  return Math.max(0, total - bought);
}

/** Whether every match is on the screen, so that another order needs no further purchase. */
export const isComplete = ({ ids, total, movedFrom }: DealsAnswer): boolean =>
  movedFrom === null && total !== null && ids.length === total;
