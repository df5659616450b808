import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatAmountInput,
  formatCount,
  formatFullMoney,
  formatGrouped,
  formatMoney,
  toAmount,
  toDay,
} from './format.ts';

test.each([
  [0, '$0'],
  [940, '$940'],
  [1_200, '$1.2K'],
  [1_700_000, '$1.7M'],
  [999_960, '$1.0M'],
  [99_960_000, '$100M'],
  [108_400_000, '$108M'],
  [1_250_000_000, '$1.3B'],
])('%d dollars read %s', (usd, text) => {
  expect(formatMoney(usd)).toBe(text);
});

test('an amount in full keeps every digit and names its currency', () => {
  expect(formatFullMoney(1_250_000.5, 'EUR')).toBe('EUR 1,250,000.5');
});

test.each([
  ['2026-11-20T23:30:00.000Z', '2026-11-20'],
  ['2026-11-20T23:30:00-02:00', '2026-11-21'],
  ['soon', undefined],
  [null, undefined],
])('%s is the UTC day %s', (moment, day) => {
  expect(toDay(moment)).toBe(day);
});

test('counts carry their noun', () => {
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

test.each([
  ['2.5m', 2_500_000],
  ['500k', 500_000],
  ['1bn', 1_000_000_000],
  ['1,000,000', 1_000_000],
  ['1 000 000', 1_000_000],
  ['$1.1M', 1_100_000],
  ['3 million', 3_000_000],
  ['0', 0],
  ['12.34', 12.34],
])('%s is %d dollars', (text, dollars) => {
  expect(toAmount(text)).toBe(dollars);
});

test.each(['', '-1', '1,5m', 'abc', '1e6', '2..5m', '1,00', 'NaN', 'Infinity', '5x', '１m', '99999999bn', '1m2'])(
  '%j is no amount',
  (text) => {
    expect(toAmount(text)).toBeUndefined();
  },
);

test('an amount that a field shows reads back as the same number', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(1, 1e3, 1e5, 1e6, 1e9), (amount, step) => {
      const dollars = Math.floor(amount / step) * step;
      expect(toAmount(formatAmountInput(dollars))).toBe(dollars);
    }),
  );
});

test('cents survive a field', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000_00 }), (cents) => {
      expect(toAmount(formatAmountInput(cents / 100))).toBe(cents / 100);
    }),
  );
});

test('nonsense of any kind never becomes a wrong number', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const dollars = toAmount(text);
      expect(dollars === undefined || (Number.isFinite(dollars) && dollars >= 0)).toBe(true);
    }),
  );
});
