import { sizeBounds } from '#contract/facets.ts';
import { parseUtcDay } from '#contract/scalars.ts';
import { sizeBands, type ChartFacts } from '../charts/classes.ts';
import { findPeriod, formatPeriodName, getPeriodKey, listPeriodDays } from '../charts/periods.ts';
import type { MonthCount } from '../lookups/facet-query.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { HeadBar } from '../table/head-bars.tsx';
import { bucketMonths } from './months.ts';

/** The values from the first to the last bar of a column head, and what selecting a range of them changes of the search. */
export type CountedBars = {
  readonly bars: readonly HeadBar[];
  /** The bars that the search is limited to; undefined where it is not, or to none of them. */
  readonly selected: readonly [number, number] | undefined;
  readonly change: (range: readonly [number, number] | undefined) => Partial<SearchQuery>;
};

type SizeCount = { readonly min: number | null; readonly deals: number };

/** Amounts by their band; undisclosed ones are in none. */
export function buildSizeBars({ min, max }: SearchQuery, counted: readonly SizeCount[]): CountedBars {
  const deals = new Map(counted.map((one) => [one.min, one.deals]));
  const toEnd = (at: number) => sizeBounds[at + 1];
  const isIn = (bound: number, at: number) =>
    (max === undefined || bound <= max) && (min === undefined || (toEnd(at) ?? Infinity) > min);
  return {
    bars: sizeBands.map(([bound, label]) => ({ label, count: deals.get(bound) ?? 0 })),
    selected: min === undefined && max === undefined ? undefined : findRange(sizeBounds.map(isIn)),
    change(range) {
      if (!range) return { min: undefined, max: undefined };
      const end = toEnd(range[1]);
      return { min: sizeBounds[range[0]], max: end === undefined ? undefined : end - 1 };
    },
  };
}

/** The most bars over a column of days; more months are quarters, and more quarters years. */
const maxBars = 30;

/** Days by month, quarter or year, up to the given month. */
export function buildDayBars({ from, to }: SearchQuery, counted: readonly MonthCount[], until: string): CountedBars {
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
