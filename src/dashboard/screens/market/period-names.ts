import { formatShortDay, monthNames } from '../../platform/format.ts';
import { findPeriod, formatPeriodName, listPeriodDays, type PeriodKind } from '../searches/kit/charts/periods.ts';

/** The period that contains a day: "Q3 2026", "Sep 2026". */
export const formatPeriodOf = (day: string, kind: PeriodKind): string => formatPeriodName(findPeriod(day, kind), kind);

/** The same without its year: "Q3", "September". */
export const formatPeriodShort = (day: string, kind: PeriodKind): string =>
  kind === 'quarter'
    ? (formatPeriodOf(day, kind).split(' ')[0] ?? '')
    : (monthNames[Number(day.slice(5, 7)) - 1] ?? '');

/** The first and the last day of the period that contains a day. */
export const findPeriodDays = (day: string, kind: PeriodKind): readonly [first: string, last: string] =>
  listPeriodDays(findPeriod(day, kind), kind);

/** The quarter of a cohort: "Q3 2024". */
export const formatCohort = (start: string): string => formatPeriodOf(start, 'quarter');

/** Days as the periods that they are: "Q3 2026", "Q4 2025 to Q3 2026", "1 Jan 2026 to 5 Feb 2026". */
export function formatDays(start: string, end: string): string {
  for (const kind of ['quarter', 'month'] as const) {
    const [first, last] = [findPeriodDays(start, kind), findPeriodDays(end, kind)];
    if (first[0] !== start || last[1] !== end) continue;
    const names = [formatPeriodOf(start, kind), formatPeriodOf(end, kind)];
    return names[0] === names[1] ? (names[0] ?? '') : names.join(' to ');
  }
  return `${formatShortDay(start)} to ${formatShortDay(end)}`;
}
