import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliverySchedule } from '#contract/deliveries.ts';
import { findNextRun } from './schedule.ts';

const quarterMs = 900_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The local time: "2026-03-29", "02:30" and "Sun". */
function readClock(moment: number, zone: string): { day: string; time: string; weekday: string } {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-CA', { ...clockParts, timeZone: zone });
  clocks.set(zone, clock);
  const parts = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, weekday = '' } = parts;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}`, weekday };
}

const [numeric, two] = ['numeric', '2-digit'] as const;
const clockParts = {
  year: numeric,
  month: two,
  day: two,
  hour: two,
  minute: two,
  hourCycle: 'h23',
  weekday: 'short',
} as const;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'America/Havana',
  'Pacific/Apia',
  'Asia/Kathmandu',
];
/** Any quarter of an hour of 2024 to 2026, half of them near a change of the clocks in Berlin or New York. */
const anyQuarter = fc
  .oneof(
    fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2026-12-20') }),
    fc
      .tuple(
        fc.constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-24', '2026-04-05'),
        fc.integer({ min: -3, max: 2 }),
        fc.nat(86_400_000),
      )
      .map(([day, days, ms]) => Date.parse(day) + days * 86_400_000 + ms),
  )
  .map((ms) => ms - (ms % quarterMs));

test('a run is at the first time on a scheduled day when the local time is its hour or later', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('daily' as const, 'weekdays' as const, 'weekly' as const),
      fc.integer({ min: 1, max: 7 }),
      fc.nat(23),
      fc.constantFrom(...zones),
      anyQuarter,
      (repeats, weekday, hour, zone, after) => {
        const run = findNextRun({ repeats, weekday, hour, zone }, new Date(after)).getTime();
        const isWanted = (name: string) =>
          repeats === 'daily' ||
          (repeats === 'weekly' ? name === weekdays[weekday - 1] : name !== 'Sat' && name !== 'Sun');
        const wantedTime = `${String(hour).padStart(2, '0')}:00`;
        const over = new Set<string>();
        let expected = 0;
        // The run on the day of `after` may be over.
        for (let moment = after - 30 * 3_600_000; expected === 0; moment += quarterMs) {
          const clock = readClock(moment, zone);
          if (clock.time < wantedTime || over.has(clock.day)) continue;
          over.add(clock.day);
          if (moment > after && isWanted(clock.weekday)) expected = moment;
        }
        expect(new Date(run).toISOString()).toBe(new Date(expected).toISOString());
      },
    ),
    { numRuns: 150 },
  );
});

test.each([
  // Clocks in Berlin skip 02:00 to 03:00 on 29 March 2026 and repeat it on 25 October.
  ['Europe/Berlin', 2, '2026-03-28T23:30:00Z', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', 2, '2026-10-24T22:30:00Z', '2026-10-25T00:00:00.000Z'],
  ['Europe/Berlin', 2, '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
  ['Europe/Berlin', 8, '2026-03-28T07:00:00Z', '2026-03-29T06:00:00.000Z'],
  ['Asia/Kathmandu', 0, '2026-03-28T18:15:00Z', '2026-03-29T18:15:00.000Z'],
])('in %s at %d, after %s comes %s', (zone, hour, after, next) => {
  expect(findNextRun({ repeats: 'daily', weekday: 1, hour, zone }, new Date(after)).toISOString()).toBe(next);
});

test.each(['Mars/Olympus', '', '../etc'])('%j is no time zone', (zone) => {
  expect(deliverySchedule.safeParse({ repeats: 'daily', hour: 8, zone }).success).toBe(false);
});
