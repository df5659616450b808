import { type DealTable, formatDay } from './deal-table.ts';

/** Calendar quarters or months; a period is a number that counts them from the year 0. */
export type Periods = {
  readonly months: 1 | 3;
  /** The period of a month, counted from the year 0. */
  readonly of: (month: number) => number;
  /** Its first and last day, as days since 1970. */
  readonly start: (period: number) => number;
  readonly end: (period: number) => number;
  /** How many make a year. */
  readonly perYear: 4 | 12;
};

export const periodsOf = (kind: 'quarter' | 'month'): Periods => {
  const months = kind === 'quarter' ? 3 : 1;
  const start = (period: number) => {
    const month = period * months;
    return Date.UTC(Math.floor(month / 12), month % 12) / 86_400_000;
  };
  return {
    months,
    of: (month) => Math.floor(month / months),
    start,
    end: (period) => start(period + 1) - 1,
    perYear: kind === 'quarter' ? 4 : 12,
  };
};

/** The month of a day since 1970, counted from the year 0. */
export function monthOf(day: number): number {
  const date = new Date(day * 86_400_000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first day of a period, `YYYY-MM-DD`. */
export const formatPeriod = (periods: Periods, period: number): string => formatDay(periods.start(period));

/** The same day of another year; 29 February becomes 1 March. */
export function addYears(day: number, years: number): number {
  const date = new Date(day * 86_400_000);
  return Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()) / 86_400_000;
}

/** Days since 1970, both inclusive. */
export type DaySpan = { readonly start: number; readonly end: number };

/**
 * The same days of the year before, and the last day of reports then; undefined if some of their deals may be missing.
 */
export function findYearBefore(
  { start, end }: DaySpan,
  knownOn: number,
  completeSince = -Infinity,
): (DaySpan & { readonly knownOn: number }) | undefined {
  const before = { start: addYears(start, -1), end: addYears(end, -1), knownOn: addYears(knownOn, -1) };
  return before.start < completeSince ? undefined : before;
}

/** Whether a deal is dated within days and was added by a last day; without days none is. */
export const isWithin = (
  { day, created }: Pick<DealTable, 'day' | 'created'>,
  deal: number,
  days: (DaySpan & { readonly knownOn: number }) | undefined,
): boolean =>
  days !== undefined &&
  (day[deal] as number) >= days.start &&
  (day[deal] as number) <= days.end &&
  (created[deal] as number) <= days.knownOn;
