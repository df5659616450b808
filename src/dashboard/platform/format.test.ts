import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatCount,
  formatEmployees,
  formatMoney,
  formatGrouped,
  formatShortDay,
  parseShortDay,
  toDay,
} from './format.ts';

test.each([
  [0, '$0'],
  [940, '$940'],
  [1_200, '$1.2K'],
  [1_700_000, '$1.7M'],
  [999_960, '$1.0M'],
  [3_050_000, '$3.1M'],
  [3_150_000, '$3.2M'],
  [2_550_000, '$2.6M'],
  [99_949_999, '$99.9M'],
  [99_960_000, '$100M'],
  [108_400_000, '$108M'],
  [108_450_000, '$108M'],
  [1_250_000_000, '$1.3B'],
])('%d dollars read %s', (usd, text) => {
  expect(formatMoney(usd)).toBe(text);
});

test('an amount in another currency names it', () => {
  expect(formatMoney(1_250_000.5, 'EUR')).toBe('EUR 1.3M');
});

test.each([
  ['11-50', '11–50'],
  ['501-1000', '501–1,000'],
  ['5001-10000', '5,001–10,000'],
  ['10001+', '10,001+'],
  [null, null],
])('the employees %s read %s', (range, text) => {
  expect(formatEmployees(range)).toBe(text);
});

test.each([
  ['2026-11-20T23:30:00.000Z', '2026-11-20'],
  ['2026-11-20T23:30:00-02:00', '2026-11-21'],
  ['soon', undefined],
  [null, undefined],
])('%s is the UTC day %s', (moment, day) => {
  expect(toDay(moment)).toBe(day);
});

test('counts have their noun', () => {
  expect([formatCount(1, 'deal'), formatCount(0, 'deal'), formatCount(1547, 'deal')]).toEqual([
    '1 deal',
    '0 deals',
    '1,547 deals',
  ]);
});

test('grouped numbers read as the platform writes them in English', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 52), max: 2 ** 52 }), (count) => {
      expect(formatGrouped(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
  expect([formatGrouped(1411.9, 1), formatGrouped(0.1, 1)]).toEqual(['1,411.9', '0.1']);
});

test('a day that is shown is read back as the same day, and nothing else is read as one', () => {
  const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10);
      expect(parseShortDay(formatShortDay(day))).toBe(day);
    }),
  );
  for (const text of ['', '31 Feb 2026', '3 November 2026', '2026-11-03', 'Q3 2025', '3 xyz 2026']) {
    expect(parseShortDay(text), text).toBeUndefined();
  }
});
