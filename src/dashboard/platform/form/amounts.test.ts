import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completeAmounts, parseAmountRange } from './amount-range.ts';
import { explainAmount, formatAmountInput, parseAmount } from '#ask/amounts.ts';

test.each([
  ['2.5m', 2_500_000],
  ['500k', 500_000],
  ['1bn', 1_000_000_000],
  ['1,000,000', 1_000_000],
  ['1 000 000', 1_000_000],
  ['$1.1M', 1_100_000],
  ['3 million', 3_000_000],
  ['0', 0],
  ['$12.34', 12.34],
  ['2,5m', 2_500_000],
  ['1.000.000', 1_000_000],
  ['1500', 1500],
  ['500 usd', 500],
])('%s is %d dollars', (text, dollars) => {
  expect(parseAmount(text)).toBe(dollars);
});

test.each([
  '',
  '-1',
  '1.5',
  '20',
  '€5m',
  'abc',
  '1e6',
  '2..5m',
  '1,00',
  'NaN',
  'Infinity',
  '5x',
  '１m',
  '99999999bn',
  '1m2',
])('%j is no amount', (text) => {
  expect(parseAmount(text)).toBeUndefined();
});

test('an amount in a field is parsed to the same number', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(1, 1e3, 1e5, 1e6, 1e9), (amount, step) => {
      const dollars = Math.floor(amount / step) * step;
      expect(parseAmount(formatAmountInput(dollars))).toBe(dollars);
    }),
  );
});

test('a field keeps cents', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000_00 }), (cents) => {
      expect(parseAmount(formatAmountInput(cents / 100))).toBe(cents / 100);
    }),
  );
});

test('nonsense of any kind never becomes a wrong number', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const dollars = parseAmount(text);
      expect(dollars === undefined || (Number.isFinite(dollars) && dollars >= 0)).toBe(true);
    }),
  );
});

test.each([
  ['10-50m', 10e6, 50e6],
  ['$10M–50M', 10e6, 50e6],
  ['$10M - $50M', 10e6, 50e6],
  ['500k to 2m', 500e3, 2e6],
  ['between 1 and 2,5 million', 1e6, 2.5e6],
  ['1,000,000-5,000,000', 1e6, 5e6],
  ['over 20m', 20e6, undefined],
  ['>20m', 20e6, undefined],
  ['10m+', 10e6, undefined],
  ['under $5M', undefined, 5e6],
  ['up to 750k', undefined, 750e3],
])('%s is from %s to %s dollars', (text, min, max) => {
  expect(parseAmountRange(text)).toEqual({
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  });
});

test.each(['50-10m', '10-50', 'over', '-', 'a-b', '10m-', 'over 20'])('%j is no range', (text) => {
  expect(parseAmountRange(text)).toBeUndefined();
});

test('a figure without a unit needs confirmation, and is never taken for dollars', () => {
  expect(explainAmount('1.5')).toBe('Do you mean 1.5M?');
  expect(explainAmount('20')).toBe('Do you mean 20M?');
  expect(explainAmount('x')).toContain('Write an amount such as');
});

test('a range fills both fields, an amount its own, and invalid text stays', () => {
  expect(completeAmounts(['10-50m', ''], 0)).toEqual(['10M', '50M']);
  expect(completeAmounts(['', '10-50m'], 1)).toEqual(['10M', '50M']);
  expect(completeAmounts(['over 2m', '1m'], 0)).toEqual(['2M', '']);
  expect(completeAmounts(['2500000', '3m'], 0)).toEqual(['2.5M', '3m']);
  expect(completeAmounts(['', 'many'], 1)).toEqual(['', 'many']);
});
