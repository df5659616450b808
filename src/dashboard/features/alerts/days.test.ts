import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  addDays,
  countDays,
  findRangeProblem,
  formatDayName,
  getPeriodDays,
  getPreviousDays,
  getDealDay,
  buildDateParameters,
  formatDayRange,
  toUtcDay,
} from './days.ts';

const zone = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = zone ?? 'UTC';
});

/** Far behind UTC, with daylight saving, and far before it. */
const zones = ['Pacific/Pago_Pago', 'America/New_York', 'Pacific/Kiritimati'];

/** A day by counting alone, without any date of the language: the check on all that follows. */
function findDayByCounting(daysSince2000: number): string {
  let [year, left] = [2000, daysSince2000];
  const isLeap = (y: number) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  while (left >= (isLeap(year) ? 366 : 365)) {
    left -= isLeap(year) ? 366 : 365;
    year += 1;
  }
  const months = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  let month = 0;
  while (left >= months[month]!) {
    left -= months[month]!;
    month += 1;
  }
  return [String(year), ...[month + 1, left + 1].map((part) => String(part).padStart(2, '0'))].join('-');
}

const dayNumber = fc.integer({ min: 0, max: 20_000 });

test('the zone of these tests is the one that they set', () => {
  const offsets = zones.map((place) => {
    process.env['TZ'] = place;
    return new Date('2026-07-01T12:00:00Z').getTimezoneOffset();
  });
  expect(offsets).toEqual([660, 240, -840]);
});

describe.each(zones)('with a browser in %s', (place) => {
  test('a deal stands on its UTC day, whatever the hour, the offset and the season', () => {
    process.env['TZ'] = place;
    fc.assert(
      fc.property(
        dayNumber,
        fc.integer({ min: 0, max: 86_399 }),
        fc.constantFrom(-720, -300, 0, 60, 840),
        (number, second, offset) => {
          const day = findDayByCounting(number);
          const moment = new Date(Date.UTC(2000, 0, 1 + number) + second * 1000);
          expect(getDealDay(moment.toISOString())).toBe(day);
          // The same moment, written by somebody far away.
          const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, 19);
          const sign = offset < 0 ? '-' : '+';
          const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
            String(part).padStart(2, '0'),
          );
          expect(getDealDay(`${local}${sign}${hours}:${minutes}`)).toBe(day);
          expect(getDealDay(`${day}T00:00:00`)).toBe(day);
          expect(getDealDay(day)).toBe(day);
        },
      ),
    );
  });

  test('weeks are seven UTC days from Monday, also where the clocks change and where the year ends', () => {
    process.env['TZ'] = place;
    fc.assert(
      fc.property(dayNumber, (number) => {
        const today = findDayByCounting(number);
        const week = getPeriodDays('week', today);
        // 2000-01-03 was a Monday.
        const monday = number - ((number + 7 - 2) % 7);
        fc.pre(monday >= 7);
        expect(week).toEqual({ from: findDayByCounting(monday), to: findDayByCounting(monday + 6) });
        expect(getPeriodDays('last-week', today)).toEqual({
          from: findDayByCounting(monday - 7),
          to: findDayByCounting(monday - 1),
        });
        expect(getPreviousDays(week)).toEqual(getPeriodDays('last-week', today));
        expect(countDays(getPeriodDays('review', today))).toBe(90);
        expect(getPeriodDays('review', today).to).toBe(today);
      }),
    );
  });

  test.each([
    // The clocks change on 1 November 2026 in New York, at the end of March and October in Europe.
    ['2026-10-31T23:59:59.999Z', '2026-10-31', 'Saturday 31 October 2026'],
    ['2026-11-01T00:00:00.000Z', '2026-11-01', 'Sunday 1 November 2026'],
    ['2026-11-01T06:30:00.000Z', '2026-11-01', 'Sunday 1 November 2026'],
    ['2026-03-08T07:00:00.000Z', '2026-03-08', 'Sunday 8 March 2026'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29', 'Sunday 29 March 2026'],
    ['2026-12-31T23:59:59.999Z', '2026-12-31', 'Thursday 31 December 2026'],
    ['2027-01-01T00:00:00.000Z', '2027-01-01', 'Friday 1 January 2027'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29', 'Tuesday 29 February 2028'],
  ])('%s stands under %s', (moment, day, name) => {
    process.env['TZ'] = place;
    expect(getDealDay(moment)).toBe(day);
    expect(toUtcDay(Date.parse(moment))).toBe(day);
    expect(formatDayName(day)).toBe(name);
  });
});

test('the moments of a span are its first and its last, and 365 days are within what the service takes', () => {
  const year = { from: '2025-11-21', to: '2026-11-20' };
  expect(buildDateParameters(year)).toEqual({
    start_date: '2025-11-21T00:00:00.000Z',
    end_date: '2026-11-20T23:59:59.999Z',
  });
  expect(countDays(year)).toBe(365);
  expect(
    Date.parse(buildDateParameters(year).end_date) - Date.parse(buildDateParameters(year).start_date),
  ).toBeLessThan(365 * 86_400_000);
});

test.each([
  [{ from: '2025-11-21', to: '2026-11-20' }, undefined],
  [{ from: '2026-11-20', to: '2026-11-20' }, undefined],
  [{ from: '2026-11-20', to: '2027-01-20' }, undefined],
  [{ from: '2025-11-20', to: '2026-11-20' }, 'This range has 366 days. Choose at most 365.'],
  [{ from: '2026-11-20', to: '2026-11-19' }, 'The last day is before the first.'],
  [{ from: '2026-11-21', to: '2026-11-22' }, 'The range starts in the future.'],
])('the range %j is rejected: %s', (days, problem) => {
  expect(findRangeProblem(days, '2026-11-20')).toBe(problem);
});

test.each([null, '', 'soon', '2026-02-30', '2026-13-01T00:00:00Z'])('%j is no day of a deal', (date) => {
  expect(getDealDay(date)).toBeNull();
});

test('spans have a name, over a year end too', () => {
  expect(formatDayRange({ from: '2026-12-28', to: '2027-01-03' })).toBe('28 Dec 2026 to 3 Jan 2027');
  expect(formatDayRange({ from: '2026-12-28', to: '2026-12-28' })).toBe('28 Dec 2026');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});
