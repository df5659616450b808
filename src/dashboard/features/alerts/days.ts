import { parseUtcDay } from '#contract/scalars.ts';
import { useSyncExternalStore } from 'react';

const dayMs = 86_400_000;

/** A span of UTC days, `YYYY-MM-DD`, both ends included. */
export type Days = { readonly from: string; readonly to: string };

/** The spans that have a name, and one of the person's own. */
export const periods = ['week', 'last-week', 'review', 'range'] as const;
export type Period = (typeof periods)[number];

/** How many days back a review looks for deals that this device has not shown. */
const reviewDays = 90;
/** The longest span that the service takes (contract 5). */
export const maxPeriodDays = 365;

/** The UTC day of a moment, whichever zone the browser is in. */
export const readToday = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** So many days after a UTC day; before it where the number is negative. */
export const addDays = (day: string, days: number): string => readToday(Date.parse(day) + days * dayMs);

/** How many days a span holds. */
export const countDays = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The ends of a range of one's own, as far as they are given. */
type OwnEnds = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The days of a period, seen from today; weeks begin on Monday. A range of one's own needs both ends in order. */
export function listDays(period: Period, today: string, own: OwnEnds = {}): Days {
  // 1970-01-01 was a Thursday.
  const monday = addDays(today, -((Math.floor(Date.parse(today) / dayMs) + 3) % 7));
  if (period === 'last-week') return { from: addDays(monday, -7), to: addDays(monday, -1) };
  if (period === 'review') return { from: addDays(today, 1 - reviewDays), to: today };
  if (period === 'week') return { from: monday, to: addDays(monday, 6) };
  return { from: own.from ?? monday, to: own.to ?? today };
}

/** Why a range of one's own cannot be asked; undefined when it can. */
export function findRangeProblem(days: Days, today: string): string | undefined {
  if (days.to < days.from) return 'The last day lies before the first.';
  if (countDays(days) > maxPeriodDays)
    return `The range holds ${countDays(days)} days; at most ${maxPeriodDays} can be asked.`;
  if (days.from > today) return 'The range begins in the future.';
  return undefined;
}

/** As many days right before. */
export const subtractDays = (days: Days): Days => ({
  from: addDays(days.from, -countDays(days)),
  to: addDays(days.from, -1),
});

/** The moments that span the days, as the service takes them. */
export const parseMoments = ({ from, to }: Days): { start_date: string; end_date: string } => ({
  start_date: `${from}T00:00:00.000Z`,
  end_date: `${to}T23:59:59.999Z`,
});

/** The UTC day of a deal; null where its date is missing or none. */
export const getDealDay = (date: string | null): string | null => (date === null ? null : (parseUtcDay(date) ?? null));

const dayName = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Thursday 19 November 2026": browsers differ in the comma. */
export const formatDayName = (day: string): string => dayName.format(Date.parse(day)).replace(',', '');

const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "16 Nov 2026 to 22 Nov 2026", or the one day. */
export const formatSpan = ({ from, to }: Days): string =>
  from === to
    ? shortDay.format(Date.parse(from))
    : `${shortDay.format(Date.parse(from))} to ${shortDay.format(Date.parse(to))}`;

/** A moment in the zone of the browser, for the title of what stands there in UTC. */
export const formatLocalTime = (date: string): string =>
  `Here: ${new Date(date).toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' })}`;

/** The UTC day, kept up to date: a page may stay open over midnight. */
export const useToday = (): string =>
  useSyncExternalStore(
    (listener) => {
      const timer = setInterval(listener, 60_000);
      return () => clearInterval(timer);
    },
    () => readToday(Date.now()),
  );
