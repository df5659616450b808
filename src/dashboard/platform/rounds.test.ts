import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { financingTypes, type FinancingType } from '#contract/enums.ts';
import { listRoundForms, listStageRounds } from '#contract/facets.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { roundOrder, formatRoundType, formatShortRound, getRoundColor, groupRounds } from './rounds.ts';

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

describe('rounds as groups', () => {
  const one = (type: FinancingType, modifiers: Partial<FinancingFilter> = {}): FinancingFilter => ({
    type,
    pre: false,
    extension: false,
    ...modifiers,
  });
  const name = (rounds: readonly FinancingFilter[]) => groupRounds(rounds).map((group) => group.name);

  test('whole stages and types have their name, and a plain round says that it is alone', () => {
    expect(name([...listStageRounds('SERIES_A'), ...listStageRounds('SEED')])).toEqual(['Seed', 'Series A']);
    expect(name(listStageRounds('SERIES_D_PLUS'))).toEqual(['Series D and later']);
    expect(name(listRoundForms(one('SERIES_E')))).toEqual(['Series E']);
    expect(name([one('SERIES_A'), one('SEED', { extension: true })])).toEqual([
      'Series A without extensions',
      'Seed extension',
    ]);
  });

  test('hold the same rounds, whatever they are', () => {
    const round = fc.record({
      type: fc.constantFrom(...financingTypes),
      pre: fc.boolean(),
      extension: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(round, { selector: formatRoundKey, maxLength: 40 }), (rounds) => {
        const grouped = groupRounds(rounds).flatMap((group) => group.rounds.map(formatRoundKey));
        expect(grouped.toSorted()).toEqual(rounds.map(formatRoundKey).toSorted());
      }),
    );
  });
});

describe('a short name of a round', () => {
  const rounds = financingTypes.flatMap((type) =>
    [false, true].flatMap((extension) =>
      [false, ...(type === 'SEED' || type.startsWith('SERIES_') ? [true] : [])].flatMap((pre) =>
        ['NONE', 'PLUS', 'TWO'].map((intermediate) => ({ type, pre, extension, intermediate })),
      ),
    ),
  );

  test('fits a badge, whatever the round', () => {
    for (const round of rounds.filter(
      ({ type, intermediate }) => type.startsWith('SERIES_') || intermediate === 'NONE',
    )) {
      expect(formatShortRound(round).length, formatRoundType(round)).toBeLessThanOrEqual(16);
    }
  });

  test('tells all rounds apart that their whole names tell apart', () => {
    const short = new Map(rounds.map((round) => [formatRoundType(round), formatShortRound(round)]));
    expect(new Set(short.values()).size).toBe(short.size);
    expect(short.get('Series B extension')).toBe('Series B ext.');
    expect(short.get('Pre-Series A extension')).toBe('Pre-A ext.');
    expect(short.get('Series A')).toBe('Series A');
  });
});
