import { type MonthCount, toStage } from '../lookups/facet-query.ts';
import { findPeriod, formatPeriodName, getPeriodKey } from '../charts/periods.ts';
import type { Bucket } from '../charts/figure-data.ts';

/** The key of a bar that is one month. */
export const monthKey = /^\d{4}-\d\d$/;

/** The most bars of a histogram; older months are left out, and counted. */
export const maxMonths = 60;

/** The counts of a service as bars, one for every month from the first to the last, at most the newest `maxMonths`. */
export function bucketMonths(counts: readonly MonthCount[]): Bucket[] {
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
  const last = Math.max(...codes);
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
