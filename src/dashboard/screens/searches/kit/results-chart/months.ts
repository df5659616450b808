import type { Market } from '#contract/market.ts';
import { type MonthCount, toStage } from '../lookups/facet-query.ts';
import { findPeriod, formatPeriodName, getPeriodKey } from '../charts/periods.ts';
import type { Bucket } from '../charts/figure-data.ts';

/** The key of a bar that is one month. */
export const monthKey = /^\d{4}-\d\d$/;

/** The most bars of a histogram; older months are left out, and counted. */
export const maxMonths = 60;

/** Months without deals are shown up to today, unless the data ended longer ago. */
const mostBlankMonths = 12;

/**
 * The counts of a service as bars, one for every month from the first to the last, at most the newest `maxMonths`.
 *
 * @param until The month in which the bars end although nothing happened in it, `YYYY-MM`.
 */
export function bucketMonths(counts: readonly MonthCount[], until?: string): Bucket[] {
  const byMonth = new Map<number, Record<string, number>>();
  for (const { month, stage, deals } of counts) {
    if (month === null || deals === null) continue;
    const code = findPeriod(`${month}-01`, 'month');
    const values = byMonth.get(code) ?? {};
    const index = toStage(stage);
    values[index] = (values[index] ?? 0) + deals;
    byMonth.set(code, values);
  }
  const codes = [...byMonth.keys()];
  if (codes.length === 0) return [];
  const newest = Math.max(...codes);
  const end = until === undefined ? newest : findPeriod(`${until}-01`, 'month');
  const last = end > newest && end - newest < mostBlankMonths ? end : newest;
  const first = Math.max(Math.min(...codes), last - maxMonths + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    key: getPeriodKey(first + at, 'month'),
    label: formatPeriodName(first + at, 'month'),
    values: byMonth.get(first + at) ?? {},
  }));
}

/** More months than this do not fit with their names, so the axis names the years. */
const mostNamed = 24;

/** The months with what the axis says below them. */
export const nameYears = (months: readonly Bucket[]): readonly Bucket[] =>
  months.length <= mostNamed
    ? months
    : months.map((month) => (month.key.endsWith('-01') ? { ...month, tick: month.key.slice(0, 4) } : month));

type Clock = NonNullable<Market['clock']>;
/** What a market clock says of the reports of its periods; nothing without one. */
type ReportedPeriods =
  { readonly periods: readonly Pick<Clock['periods'][number], 'start' | 'value' | 'expected'>[] } | null | undefined;

/** The months with the late reports that the market clock expects, rounded to whole deals. */
export function addLateReports(months: readonly Bucket[], clock: ReportedPeriods): readonly Bucket[] {
  const late = new Map(
    clock?.periods.map(({ start, value, expected }) => [
      start.slice(0, 7),
      expected ? Math.round(expected.value - (value ?? 0)) : 0,
    ]),
  );
  return months.map((month) => {
    const more = late.get(month.key) ?? 0;
    return more > 0 ? { ...month, late: more } : month;
  });
}
