import { sizeBounds } from '#contract/facets.ts';
import { fewestDeals } from '#contract/market.ts';
import { formatShortDay, formatUtcDay } from '../../../../platform/format.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import { sizeBands, type ChartFacts } from '../charts/classes.ts';
import { findPeriod, formatPeriodName, getPeriodKey, listPeriodDays } from '../charts/periods.ts';
import type { MonthCount } from '../lookups/facet-query.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { HeadBars } from '../table/head-bars.tsx';
import { bucketMonths } from './months.ts';

/** The bars of a column head, those that its filter keeps, and what selecting a range of them changes of that filter. */
export type CountedBars = Pick<HeadBars, 'bars' | 'selected' | 'median'> & {
  readonly change: (range: readonly [number, number] | undefined) => Pick<SearchQuery, 'min' | 'max' | 'from' | 'to'>;
};

type SizeCount = { readonly min: number | null; readonly deals: number };

/** Amounts by their band; undisclosed ones are in none. */
export function buildSizeBars(
  { min, max }: Pick<SearchQuery, 'min' | 'max'>,
  counted: readonly SizeCount[],
): CountedBars {
  const deals = new Map(counted.map((one) => [one.min, one.deals]));
  const toEnd = (at: number) => sizeBounds[at + 1];
  const isIn = (bound: number, at: number) =>
    (max === undefined || bound <= max) && (min === undefined || (toEnd(at) ?? Infinity) > min);
  const bars = sizeBands.map(([bound, label]) => ({ label, count: deals.get(bound) ?? 0 }));
  return {
    bars,
    median: findMedian(bars.map(({ count }) => count)),
    selected: min === undefined && max === undefined ? undefined : findRange(sizeBounds.map(isIn)),
    change(range) {
      if (!range) return { min: undefined, max: undefined };
      const end = toEnd(range[1]);
      return { min: sizeBounds[range[0]], max: end === undefined ? undefined : end - 1 };
    },
  };
}

/** Where the median of counted bars is, from 0 to 1, as if the values of a bar were evenly spread; none for few. */
function findMedian(counts: readonly number[]): number | undefined {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  if (half * 2 < fewestDeals) return undefined;
  let before = 0;
  for (const [at, count] of counts.entries()) {
    if (before + count >= half) return (at + (half - before) / count) / counts.length;
    before += count;
  }
  return undefined;
}

/** The most bars over a column of days; more months are quarters, and more quarters years. */
const maxBars = 30;

/** Days by month, quarter or year, up to the given month. */
export function buildDayBars(
  { from, to }: Pick<SearchQuery, 'from' | 'to'>,
  counted: readonly MonthCount[],
  until: string,
): CountedBars {
  const months = bucketMonths(counted, until);
  const first = findPeriod(`${months[0]?.key ?? until}-01`, 'month');
  const step = [1, 3].find((size) => months.length / size < maxBars) ?? 12;
  const start = Math.floor(first / step);
  const counts: number[] = [];
  for (const [at, { values }] of months.entries()) {
    const bar = Math.floor((first + at) / step) - start;
    const deals = Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), 0);
    counts[bar] = (counts[bar] ?? 0) + deals;
  }
  const toMonths = (bar: number) => [(start + bar) * step, (start + bar + 1) * step - 1] as const;
  const toDays = (bar: number) => {
    const [begins, ends] = toMonths(bar);
    return [listPeriodDays(begins, 'month')[0], listPeriodDays(ends, 'month')[1]] as const;
  };
  const toLabel = (bar: number) => {
    if (step === 12) return getPeriodKey(toMonths(bar)[0], 'month').slice(0, 4);
    return formatPeriodName(start + bar, step === 1 ? 'month' : 'quarter');
  };
  const isIn = (bar: number) => {
    const [begins, ends] = toDays(bar);
    return (to === undefined || begins <= to) && (from === undefined || ends >= from);
  };
  return {
    bars: counts.map((count, bar) => ({ label: toLabel(bar), count })),
    selected: from === undefined && to === undefined ? undefined : findRange(counts.map((_, bar) => isIn(bar))),
    change: (range) =>
      range ? { from: toDays(range[0])[0], to: toDays(range[1])[1] } : { from: undefined, to: undefined },
  };
}

const dayMs = 86_400_000;

/** Days one by one, where all lie close together; undefined where they do not. */
export function buildCloseDayBars(
  { from, to }: Pick<SearchQuery, 'from' | 'to'>,
  days: readonly string[],
): CountedBars | undefined {
  const ordered = days.toSorted();
  const first = Date.parse(ordered[0] ?? '');
  const length = (Date.parse(ordered.at(-1) ?? '') - first) / dayMs + 1;
  if (!(length <= maxBars)) return undefined;
  const all = Array.from({ length }, (_, at) => formatUtcDay(first + at * dayMs));
  const isIn = (day: string) => (to === undefined || day <= to) && (from === undefined || day >= from);
  return {
    bars: all.map((day) => ({ label: formatShortDay(day), count: days.filter((one) => one === day).length })),
    selected: from === undefined && to === undefined ? undefined : findRange(all.map(isIn)),
    change: (range) => ({ from: range && all[range[0]], to: range && all[range[1]] }),
  };
}

function findRange(isIn: readonly boolean[]): readonly [number, number] | undefined {
  const from = isIn.indexOf(true);
  return from < 0 ? undefined : [from, isIn.lastIndexOf(true)];
}

/** The loaded rows, as the service counts all. */
export function countRows(facts: readonly ChartFacts[]): {
  readonly sizes: SizeCount[];
  readonly months: MonthCount[];
} {
  const sizes = new Map<number, number>();
  const months = new Map<string, number>();
  for (const { usd, moment } of facts) {
    if (typeof usd === 'number') {
      const bound = sizeBounds.findLast((one) => usd >= one) ?? 0;
      sizes.set(bound, (sizes.get(bound) ?? 0) + 1);
    }
    const month = parseUtcDay(moment ?? '')?.slice(0, 7);
    if (month !== undefined) months.set(month, (months.get(month) ?? 0) + 1);
  }
  return {
    sizes: [...sizes].map(([min, deals]) => ({ min, deals })),
    months: [...months].map(([month, deals]) => ({ month, stage: null, deals })),
  };
}
