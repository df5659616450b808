import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPeriod } from './periods.ts';

const today = '2026-11-20';

test.each([
  ['2025', '2025-01-01', '2025-12-31'],
  ['Q3 2025', '2025-07-01', '2025-09-30'],
  ["q1 '24", '2024-01-01', '2024-03-31'],
  ['2025 Q4', '2025-10-01', '2025-12-31'],
  ['H2 2025', '2025-07-01', '2025-12-31'],
  ['Nov 2025', '2025-11-01', '2025-11-30'],
  ['november 2025', '2025-11-01', '2025-11-30'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['2/2024', '2024-02-01', '2024-02-29'],
  ['last 7 days', '2026-11-14', '2026-11-20'],
  ['7 days', '2026-11-14', '2026-11-20'],
  ['past two weeks', '2026-11-07', '2026-11-20'],
  ['last 12 months', '2025-11-21', '2026-11-20'],
  ['12m', '2025-11-21', '2026-11-20'],
  ['last 2 years', '2024-11-21', '2026-11-20'],
  ['this week', '2026-11-16', '2026-11-22'],
  ['last week', '2026-11-09', '2026-11-15'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ['this quarter', '2026-10-01', '2026-12-31'],
  ['last year', '2025-01-01', '2025-12-31'],
  ['last yr', '2025-01-01', '2025-12-31'],
  ['this wk', '2026-11-16', '2026-11-22'],
  ['past 18 mos', '2025-05-21', '2026-11-20'],
  ['last few weeks', '2026-10-31', '2026-11-20'],
  ['past couple of yrs', '2024-11-21', '2026-11-20'],
  ['jan', '2026-01-01', '2026-01-31'],
  ['dec', '2025-12-01', '2025-12-31'],
  ['ytd', '2026-01-01', '2026-11-20'],
  ['jan to mar 2025', '2025-01-01', '2025-03-31'],
  ['2023 to 2025', '2023-01-01', '2025-12-31'],
  ['2023–2025', '2023-01-01', '2025-12-31'],
  ['between Q1 2025 and Q3 2025', '2025-01-01', '2025-09-30'],
  ['2025-01-05 to 2025-02-01', '2025-01-05', '2025-02-01'],
  ['March', '2026-03-01', '2026-03-31'],
  ['December', '2025-12-01', '2025-12-31'],
  ['3 March 2024', '2024-03-03', '2024-03-03'],
  ['Mar 3, 2024', '2024-03-03', '2024-03-03'],
  ['12 Dec', '2025-12-12', '2025-12-12'],
  ['yesterday', '2026-11-19', '2026-11-19'],
  ['20.11.2025', '2025-11-20', '2025-11-20'],
  ['11/20/2025', '2025-11-20', '2025-11-20'],
  ['2026-02-28', '2026-02-28', '2026-02-28'],
])('%s is from %s to %s', (text, from, to) => {
  expect(readPeriod(text, today)).toEqual({ from, to });
});

test.each([
  ['since 2024', { from: '2024-01-01' }],
  ['from March 2024', { from: '2024-03-01' }],
  ['after 2024', { from: '2025-01-01' }],
  ['until Q1 2025', { to: '2025-03-31' }],
  ['before 2024', { to: '2023-12-31' }],
])('%s is open at one end', (text, period) => {
  expect(readPeriod(text, today)).toEqual(period);
});

test.each([
  '',
  'soon',
  '5/3/2024',
  '2026-02-30',
  '2025-13',
  'q5 2025',
  'last 0 days',
  '12',
  '9:30',
  '2025 to 2023',
  'next to nothing',
])('%j is no period', (text) => {
  expect(readPeriod(text, today)).toBeUndefined();
});

test('the last 12 months of a leap day end on it and begin on 1 March', () => {
  expect(readPeriod('last 12 months', '2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' });
  expect(readPeriod('last 1 month', '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
});

const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2035-12-31'), noInvalidDate: true });
const iso = (date: Date) => date.toISOString().slice(0, 10);

test('any day is read in its usual notations', () => {
  const locales = [
    (date: Date) => iso(date),
    (date: Date) =>
      date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    (date: Date) =>
      date.toLocaleDateString('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  ];
  fc.assert(
    fc.property(day, day, fc.constantFrom(...locales), (date, now, format) => {
      expect(readPeriod(format(date), iso(now))).toEqual({ from: iso(date), to: iso(date) });
    }),
  );
});

test('a span up to today has as many days as it says, and never begins after it ends', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 4000 }), (now, days) => {
      const { from = '', to = '' } = readPeriod(`last ${days} days`, iso(now)) ?? {};
      expect((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1).toBe(days);
      expect(to).toBe(iso(now));
    }),
  );
});

test('reading a period never throws, whatever the text', () => {
  fc.assert(fc.property(fc.string(), day, (text, now) => void readPeriod(text, iso(now))));
});
