import { parseUtcDay } from '#contract/scalars.ts';
import { useSyncExternalStore } from 'react';

const dayMs = 86_400_000;

/** A span of UTC days, `YYYY-MM-DD`, both ends included. */
export type DayRange = { readonly from: string; readonly to: string };

/** The periods the user can choose. */
export const periods = ['week', 'last-week', 'review', 'range'] as const;
export type AlertPeriod = (typeof periods)[number];

/** How many days back a review searches for deals that this device has not shown. */
const reviewDays = 90;
/** The longest period the service accepts (contract 5). */
export const maxPeriodDays = 365;

/** The UTC day of a timestamp in milliseconds. */
export const toUtcDay = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The UTC day `days` later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string => toUtcDay(Date.parse(day) + days * dayMs);

/** The number of days, both ends included. */
export const countDays = ({ from, to }: DayRange): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The ends of a custom range, as far as they are set. */
type CustomEnds = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The days of a period relative to today. Weeks begin on Monday. */
export function getPeriodDays(period: AlertPeriod, today: string, custom: CustomEnds = {}): DayRange {
  // 1970-01-01 was a Thursday.
  const monday = addDays(today, -((Math.floor(Date.parse(today) / dayMs) + 3) % 7));
  if (period === 'last-week') return { from: addDays(monday, -7), to: addDays(monday, -1) };
  if (period === 'review') return { from: addDays(today, 1 - reviewDays), to: today };
  if (period === 'week') return { from: monday, to: addDays(monday, 6) };
  return { from: custom.from ?? monday, to: custom.to ?? today };
}

/** What is wrong with a custom range; undefined when it is valid. */
export function findRangeProblem(days: DayRange, today: string): string | undefined {
  if (days.to < days.from) return 'The last day is before the first.';
  if (countDays(days) > maxPeriodDays)
    return `This range has ${countDays(days)} days. Choose at most ${maxPeriodDays}.`;
  if (days.from > today) return 'The range starts in the future.';
  return undefined;
}

/** The period of the same length right before. */
export const getPreviousDays = (days: DayRange): DayRange => ({
  from: addDays(days.from, -countDays(days)),
  to: addDays(days.from, -1),
});

/** The days as the date parameters of the API. */
export const buildDateParameters = ({ from, to }: DayRange): { start_date: string; end_date: string } => ({
  start_date: `${from}T00:00:00.000Z`,
  end_date: `${to}T23:59:59.999Z`,
});

/** The UTC day of a deal; null where its date is missing or invalid. */
export const getDealDay = (date: string | null): string | null => (date === null ? null : (parseUtcDay(date) ?? null));

const dayName = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Thursday 19 November 2026". The comma is removed because browsers differ in it. */
export const formatDayName = (day: string): string => dayName.format(Date.parse(day)).replace(',', '');

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "16 Nov 2026 to 22 Nov 2026", or the one day. */
export const formatDayRange = ({ from, to }: DayRange): string =>
  from === to
    ? shortDay.format(Date.parse(from))
    : `${shortDay.format(Date.parse(from))} to ${shortDay.format(Date.parse(to))}`;

/** A timestamp in the browser's time zone, for the tooltip of a UTC date. */
export const formatLocalTime = (date: string): string =>
  `Your time: ${new Date(date).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' })}`;

/** Today's UTC day; it changes at midnight while the page is open. */
export const useToday = (): string =>
  useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, 60_000);
      return () => clearInterval(timer);
    },
    () => toUtcDay(Date.now()),
  );
