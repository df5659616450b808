import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumAmounts } from './sum-amounts.ts';

it('sums disclosed amounts, counts the others, and takes percentiles as PostgreSQL does', () => {
  expect(sumAmounts([4, null, 1, 3, 2])).toEqual({ undisclosed: 1, total: 10, median: 2.5, middleHalf: undefined });
  expect(sumAmounts([1, 2, 3, 4, 5, 6, 7, 8]).middleHalf).toEqual([2.75, 6.25]);
  expect(sumAmounts([null])).toEqual({ undisclosed: 1, total: null, median: null, middleHalf: undefined });
  expect(sumAmounts([])).toEqual({ undisclosed: 0, total: null, median: null, middleHalf: undefined });
  expect(sumAmounts([0, null])).toMatchObject({ undisclosed: 1, total: 0, median: 0 });
});

it('has half of the amounts on each side of the median, and a quarter on each side of the middle half', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 1000 })), { minLength: 8 }), (amounts) => {
      const known = amounts.filter((usd) => usd !== null);
      const { total, median, middleHalf, undisclosed } = sumAmounts(amounts);
      expect([undisclosed, total ?? 0]).toEqual([
        amounts.length - known.length,
        known.reduce((sum, usd) => sum + usd, 0),
      ]);
      const below = (limit: number) => known.filter((usd) => usd < limit).length;
      if (median !== null) expect(below(median)).toBeLessThanOrEqual(known.length / 2);
      if (middleHalf) {
        expect(below(middleHalf[0])).toBeLessThanOrEqual(known.length / 4 + 1);
        expect(middleHalf[0]).toBeLessThanOrEqual(median ?? 0);
        expect(middleHalf[1]).toBeGreaterThanOrEqual(median ?? 0);
      }
    }),
  );
});
