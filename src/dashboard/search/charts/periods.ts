/** Calendar months or quarters, in UTC. */
export type PeriodKind = 'month' | 'quarter';

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const monthsIn = { month: 1, quarter: 3 } as const;

/** The number of the period that a UTC day (`YYYY-MM-DD`) lies in, counted from the year 0. */
export const toPeriod = (day: string, kind: PeriodKind): number =>
  Math.floor((Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) / monthsIn[kind]);

const toParts = (period: number, kind: PeriodKind): readonly [year: number, month: number] => {
  const months = period * monthsIn[kind];
  return [Math.floor(months / 12), months % 12];
};

/** A period as it stands in an address: "2026-03" or "2026-Q1". */
export function toPeriodKey(period: number, kind: PeriodKind): string {
  const [year, month] = toParts(period, kind);
  const part = kind === 'month' ? String(month + 1).padStart(2, '0') : `Q${month / 3 + 1}`;
  return `${String(year).padStart(4, '0')}-${part}`;
}

/** A period as people say it: "Mar 2026" or "Q1 2026". */
export function toPeriodName(period: number, kind: PeriodKind): string {
  const [year, month] = toParts(period, kind);
  return `${kind === 'month' ? monthNames[month] : `Q${month / 3 + 1}`} ${year}`;
}

/** The first and the last UTC day of a period. */
export function toPeriodDays(period: number, kind: PeriodKind): readonly [first: string, last: string] {
  const [year, month] = toParts(period, kind);
  const toDay = (date: Date) => date.toISOString().slice(0, 10);
  return [toDay(new Date(Date.UTC(year, month, 1))), toDay(new Date(Date.UTC(year, month + monthsIn[kind], 0)))];
}
