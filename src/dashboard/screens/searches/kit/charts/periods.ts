/** Calendar months or quarters, in UTC. */
export type PeriodKind = 'month' | 'quarter';

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const monthsIn = { month: 1, quarter: 3 } as const;

/** The number of the period that contains a UTC day (`YYYY-MM-DD`), counted from the year 0. */
export const findPeriod = (day: string, kind: PeriodKind): number =>
  Math.floor((Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) / monthsIn[kind]);

const splitPeriod = (period: number, kind: PeriodKind): readonly [year: number, month: number] => {
  const months = period * monthsIn[kind];
  return [Math.floor(months / 12), months % 12];
};

/** A period in a URL: "2026-03" or "2026-Q1". */
export function getPeriodKey(period: number, kind: PeriodKind): string {
  const [year, month] = splitPeriod(period, kind);
  const part = kind === 'month' ? String(month + 1).padStart(2, '0') : `Q${month / 3 + 1}`;
  return `${String(year).padStart(4, '0')}-${part}`;
}

/** A period on screen: "Mar 2026" or "Q1 2026". */
export function formatPeriodName(period: number, kind: PeriodKind): string {
  const [year, month] = splitPeriod(period, kind);
  return `${kind === 'month' ? monthNames[month] : `Q${month / 3 + 1}`} ${year}`;
}

/** The first and the last UTC day of a period. */
export function listPeriodDays(period: number, kind: PeriodKind): readonly [first: string, last: string] {
  const first = period * monthsIn[kind];
  const last = first + monthsIn[kind] - 1;
  const [year, month] = splitPeriod(last, 'month');
  // The calendar repeats after 400 years; `Date.UTC` takes a year below 100 as one of the 20th century.
  const days = new Date(Date.UTC(2000 + (year % 400), month + 1, 0)).getUTCDate();
  return [`${getPeriodKey(first, 'month')}-01`, `${getPeriodKey(last, 'month')}-${days}`];
}
