import { expect, test } from 'vitest';
import { financingTypes } from '#contract/enums.ts';
import { roundOrder, formatRoundType, getRoundColor } from './rounds.ts';

test.each([
  [{ type: 'SEED', pre: true }, 'Pre-seed'],
  [{ type: 'SERIES_A', extension: true }, 'Series A extension'],
  [{ type: 'SERIES_A', pre: true, extension: true }, 'Pre-Series A extension'],
  [{ type: 'SERIES_E', intermediate: 'TWO' }, 'Series E-2'],
  [{ type: 'SERIES_B', intermediate: 'PLUS' }, 'Series B+'],
  [{ type: 'SERIES_B', intermediate: 'NONE' }, 'Series B'],
  [{ type: 'SAFE', pre: true }, 'Pre-SAFE'],
  [{ type: 'NON_EQUITY_ASSISTANCE' }, 'Non-equity assistance'],
  [{ type: 'INITIAL_COIN_OFFERING' }, 'Initial coin offering'],
  [{ type: 'VENTURE_LEASE' }, 'Venture lease'],
  [{ type: null }, 'Unknown round'],
])('%o has the name "%s"', (round, name) => {
  expect(formatRoundType(round)).toBe(name);
});

test('offers every round type once, by its stage', () => {
  expect(roundOrder.toSorted()).toEqual(financingTypes.toSorted());
  expect(roundOrder.slice(0, 3)).toEqual(['SEED', 'SERIES_A', 'SERIES_B']);
});

test('colors stages from pre-seed to late, and rounds without a stage gray', () => {
  const steps = [
    { type: 'SEED', pre: true },
    { type: 'SEED' },
    { type: 'SERIES_A' },
    { type: 'SERIES_B' },
    { type: 'SERIES_C' },
    { type: 'SERIES_M' },
    { type: 'GRANT' },
  ].map(getRoundColor);
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 0].map((step) => `var(--color-stage-${step})`));
});
