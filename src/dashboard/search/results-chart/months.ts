import { type MonthCount, toStage } from '../lookups/facet-query.ts';
import { findPeriod, formatPeriodName, getPeriodKey } from '../charts/classes.ts';
import { stageSeries } from '../charts/division.ts';
import type { Bucket } from '../charts/figure-data.ts';
import type { BarStyle } from '../charts/bar-styles.tsx';

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

type StageCount = { readonly key: string; readonly label: string; readonly stage: BarStyle; readonly count: number };

/** How many records of these months each stage has; stages without any are left out. */
export function countStages(months: readonly Bucket[]): StageCount[] {
  const known = stageSeries.map((stage) => ({
    ...stage,
    count: months.reduce((sum, { values }) => sum + (values[stage.key] ?? 0), 0),
  }));
  const unknown = months.reduce((sum, month) => sum + (month.unknown ?? 0) + (month.values['all'] ?? 0), 0);
  return [...known, { key: 'unknown', label: 'Unknown', stage: 'unknown' as const, count: unknown }].filter(
    ({ count }) => count > 0,
  );
}

const room = 36;

/** The names under the bars that fit whole: years, and quarters between them where there is room; of few bars the first. */
export function listTicks(months: readonly Bucket[], width: number): { at: number; label: string }[] {
  const size = width / Math.max(1, months.length);
  const step = [3, 6, 12, 24, 60].find((count) => count * size >= room) ?? 120;
  const ticks = months.flatMap(({ key, label }, at) => {
    const month = findPeriod(`${key}-01`, 'month');
    if (month % step !== 0) return [];
    return [{ at, label: month % 12 === 0 ? label.slice(-4) : label.slice(0, 3) }];
  });
  const whole = ticks.filter(({ at }) => (months.length - at) * size >= 26);
  if (whole.length > 1) return whole;
  // A single name would leave the year or the month to guess; the first month fits, because there are few bars.
  return months.slice(0, 1).map(({ label }) => ({ at: 0, label }));
}
