import { type DealTable, stages } from './deal-table.ts';
import type { Periods } from './periods.ts';

/** Reports later than this after the end of their period are not expected any more: 18 months. */
export const lastAge = 548;

/**
 * How much of each period was known at each age, in days since its end, by stage; 0 for a period that is not in the
 * triangle. A median has a single stage.
 */
export type ReportingTriangle = {
  /** Whether it only grows with age. */
  readonly isSum: boolean;
  readonly stages: number;
  readonly find: (period: number, stage: number, age: number) => number;
  /** All stages together. */
  readonly findAll: (period: number, age: number) => number;
  /** The last day of a period, from which its age counts. */
  readonly end: (period: number) => number;
};

export type TriangleOptions = {
  readonly table: DealTable;
  /** Known deals, in any order. */
  readonly rows: Int32Array;
  readonly periods: Periods;
  readonly first: number;
  readonly last: number;
  /** Only the first days of each period, so that earlier periods compare with one that is not over. */
  readonly days?: number | undefined;
};

/** The last day of a period, or of its first days. */
const findEnd = (periods: Periods, days: number | undefined) => (period: number) =>
  days === undefined ? periods.end(period) : Math.min(periods.end(period), periods.start(period) + days - 1);

/** The triangle of numbers of deals, or of the sums of their amounts. */
export function sumReports(options: TriangleOptions, measure: 'deals' | 'amount'): ReportingTriangle {
  const { table, rows, periods, first, last, days } = options;
  const ages = lastAge + 1;
  const count = last - first + 1;
  const end = findEnd(periods, days);
  const ends = Int32Array.from({ length: count }, (_, at) => end(first + at));
  // One place more than stages, for all of them together.
  const places = stages.count + 1;
  const sums = new Float64Array(count * places * ages);
  const { day, created, month, stage, raised } = table;
  for (const deal of rows) {
    const at = periods.of(month[deal] as number) - first;
    if (at < 0 || at >= count || (day[deal] as number) > (ends[at] as number)) continue;
    const age = Math.max(0, (created[deal] as number) - (ends[at] as number));
    if (age > lastAge) continue;
    const value = measure === 'deals' ? 1 : (raised[deal] as number);
    if (Number.isNaN(value)) continue;
    const place = (at * places + (stage[deal] as number)) * ages + age;
    sums[place] = (sums[place] as number) + value;
  }
  for (let at = 0; at < count; at += 1) {
    const all = (at * places + stages.count) * ages;
    for (let place = at * places * ages; place < all; place += 1) {
      const total = all + (place % ages);
      sums[total] = (sums[total] as number) + (sums[place] as number);
    }
  }
  for (let place = 1; place < sums.length; place += 1) {
    if (place % ages !== 0) sums[place] = (sums[place] as number) + (sums[place - 1] as number);
  }
  const find = (period: number, one: number, age: number) =>
    sums[((period - first) * places + one) * ages + Math.min(Math.max(age, 0), lastAge)] ?? 0;
  return { isSum: true, stages: stages.count, end, find, findAll: (period, age) => find(period, stages.count, age) };
}

/** The triangle of medians of the disclosed amounts; 0 where none is disclosed. */
export function readMedians(options: TriangleOptions): ReportingTriangle {
  const { table, rows, periods, first, last, days } = options;
  const end = findEnd(periods, days);
  const isKnown = new Uint8Array(table.day.length);
  for (const deal of rows) isKnown[deal] = 1;
  // The ages of the reports of each period, in the order of their amounts.
  const reported = Array.from({ length: last - first + 1 }, (): number[] => []);
  for (const deal of table.bySize) {
    if (isKnown[deal] === 0) continue;
    if (Number.isNaN(table.raised[deal])) break;
    const period = periods.of(table.month[deal] as number);
    const own = reported[period - first];
    if (own && (table.day[deal] as number) <= end(period)) own.push(deal);
  }
  const found = new Map<number, number>();
  const readMedian = (period: number, age: number): number => {
    const own = reported[period - first] ?? [];
    const until = end(period) + age;
    const amounts = own.filter((deal) => (table.created[deal] as number) <= until);
    const middle = (at: number) => table.raised[amounts[at] as number] ?? 0;
    const half = (amounts.length - 1) / 2;
    return amounts.length === 0 ? 0 : (middle(Math.floor(half)) + middle(Math.ceil(half))) / 2;
  };
  const find = (period: number, age: number) => {
    const bounded = Math.min(Math.max(age, 0), lastAge);
    const key = (period - first) * (lastAge + 1) + bounded;
    const value = found.get(key) ?? readMedian(period, bounded);
    found.set(key, value);
    return value;
  };
  return { isSum: false, stages: 1, end, find: (period, _stage, age) => find(period, age), findAll: find };
}
