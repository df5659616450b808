import type { DealRecord } from '../../library/records/records.ts';
import { toDay } from '../../platform/format.ts';
import { type Stage, findStage } from '../../platform/rounds.ts';

/** Names of the stages, by their number. */
export const stageNames = [
  'Other',
  'Pre-seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C',
  'Series D and later',
] as const;

/** Deals of one stage in one quarter. */
export type QuarterPart = {
  readonly deals: number;
  /** US dollars of the disclosed rounds; null where none is disclosed. */
  readonly usd: number | null;
  readonly undisclosed: number;
};

/** A quarter in UTC with its deals by stage; a stage without deals is absent. */
export type Quarter = { readonly name: string; readonly parts: ReadonlyMap<Stage, QuarterPart> };

/** The last quarters up to a day, without a gap, and how many deals are outside of them. */
export type Quarters = {
  readonly quarters: readonly Quarter[];
  readonly earlier: number;
  readonly later: number;
  readonly undated: number;
};

/** The number of a quarter, four a year. */
const getQuarterNumber = (day: string): number =>
  Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);

/** "Q3 2026". */
const formatQuarter = (index: number): string => `Q${(index % 4) + 1} ${Math.floor(index / 4)}`;

/**
 * Counts deals by UTC quarter and stage, up to the quarter of `lastDay` (`YYYY-MM-DD`), from the first deal on but at
 * most `max` quarters back.
 */
export function countByQuarter(deals: readonly DealRecord[], lastDay: string, max: number): Quarters {
  const last = getQuarterNumber(lastDay);
  const dated = deals.flatMap((deal) => {
    const day = toDay(deal.date);
    return day === undefined ? [] : [{ deal, index: getQuarterNumber(day) }];
  });
  const earliest = dated.reduce((first, { index }) => Math.min(first, index), last);
  const first = Math.max(earliest, last - max + 1);
  const inside = dated.filter(({ index }) => index >= first && index <= last);
  const quarters = Array.from({ length: dated.length === 0 ? 0 : last - first + 1 }, (_, at) => ({
    name: formatQuarter(first + at),
    parts: sumByStage(inside.flatMap(({ deal, index }) => (index === first + at ? [deal] : []))),
  }));
  return {
    quarters,
    earlier: dated.filter(({ index }) => index < first).length,
    later: dated.filter(({ index }) => index > last).length,
    undated: deals.length - dated.length,
  };
}

function sumByStage(deals: readonly DealRecord[]): Map<Stage, QuarterPart> {
  const parts = new Map<Stage, QuarterPart>();
  for (const { round_type: type, pre, total_round_raised: usd } of deals) {
    const stage = findStage({ type, pre });
    const before = parts.get(stage) ?? { deals: 0, usd: null, undisclosed: 0 };
    parts.set(stage, {
      deals: before.deals + 1,
      usd: usd === null ? before.usd : (before.usd ?? 0) + usd,
      undisclosed: before.undisclosed + (usd === null ? 1 : 0),
    });
  }
  return parts;
}
