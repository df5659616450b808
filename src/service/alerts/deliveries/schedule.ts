import type { DeliverySchedule } from '#contract/deliveries.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * The first run after a time. An hour that the clocks skip runs right after the skip; an hour that they repeat runs the
 * first time.
 */
export function findNextRun(schedule: DeliverySchedule, after: Date): Date {
  const { repeats, weekday, hour, zone } = schedule;
  const today = Math.floor(toLocalTime(after.getTime(), zone) / dayMs);
  // Eight days ahead include every weekday again, even if today's run is over.
  for (let day = today - 1; day <= today + 8; day += 1) {
    // 1970-01-01 was a Thursday.
    const dayOfWeek = ((((day + 3) % 7) + 7) % 7) + 1;
    const runs = repeats === 'daily' || (repeats === 'weekly' ? dayOfWeek === weekday : dayOfWeek <= 5);
    const moment = findMoment(day * dayMs + hour * hourMs, zone);
    if (runs && moment > after.getTime()) return new Date(moment);
  }
  throw new Error('a schedule has a run in every eight days');
}

/** The time at which the clocks of a zone show a local time; both in milliseconds. */
function findMoment(local: number, zone: string): number {
  const before = local - getOffset(local - dayMs, zone);
  const after = local - getOffset(local + dayMs, zone);
  const [first] = [Math.min(before, after), Math.max(before, after)].filter(
    (moment) => toLocalTime(moment, zone) === local,
  );
  return first ?? before;
}

const getOffset = (moment: number, zone: string): number => toLocalTime(moment, zone) - moment;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time in a zone, as if it were UTC, in milliseconds without fractions of a second. */
function toLocalTime(moment: number, zone: string): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
