import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAmount, formatAmountInput } from '../format.ts';

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
