import { describe, expect, test } from 'vitest';
import { financingTypes } from '#contract/enums.ts';
import { isExit, parseRoundType } from './round-types.ts';

const toWord = (round: ReturnType<typeof parseRoundType>) =>
  round &&
  [
    round.pre ? 'pre' : '',
    round.type,
    round.intermediate === 'NONE' ? '' : round.intermediate,
    round.extension ? 'extension' : '',
  ]
    .filter(Boolean)
    .join(' ');

describe('parseRoundType', () => {
  test.each([
    ['Seed', 'SEED'],
    ['seed round', 'SEED'],
    ['Pre-Seed', 'pre SEED'],
    ['Pre Seed Round', 'pre SEED'],
    ['Preseed', 'pre SEED'],
    ['Seed+', 'SEED PLUS'],
    ['Series A', 'SERIES_A'],
    ['series-a', 'SERIES_A'],
    ['SERIES_M', 'SERIES_M'],
    ['Series A funding', 'SERIES_A'],
    ['Pre-Series A', 'pre SERIES_A'],
    ['Series pre-A', 'pre SERIES_A'],
    ['pre series a1', 'pre SERIES_A ONE'],
    ['Series E-2', 'SERIES_E TWO'],
    ['Series C II', 'SERIES_C TWO'],
    ['Series A+', 'SERIES_A PLUS'],
    ['Series B Extension', 'SERIES_B extension'],
    ['Pre-Seed Extension', 'pre SEED extension'],
    ['Bridge Round', 'FUNDING_ROUND extension'],
    ['Series A bridge', 'SERIES_A extension'],
    ['Venture Debt', 'DEBT_FINANCING'],
    ['Convertible Note', 'CONVERTIBLE_NOTE'],
    ['post_ipo_debt', 'DEBT_FINANCING'],
    ['equity_crowdfunding', 'CROWDFUNDING'],
    ['Funding Round', 'FUNDING_ROUND'],
    ['undisclosed', 'FUNDING_ROUND'],
    ['Growth Equity', 'EQUITY'],
    ['Early Stage VC', 'FUNDING_ROUND'],
    ['Later Stage VC', 'FUNDING_ROUND'],
    ['LATE VC', 'FUNDING_ROUND'],
    ['Early Stage Venture', 'FUNDING_ROUND'],
    ['Angel (individual)', 'SEED'],
    ['Debt - General', 'DEBT_FINANCING'],
    ['PE Growth/Expansion', 'EQUITY'],
    ['Post-IPO Secondary', 'SECONDARY_MARKET'],
    ['Secondary Transaction - Private', 'SECONDARY_MARKET'],
    ['Series ?', 'FUNDING_ROUND'],
    ['B', 'SERIES_B'],
    ['Series B (2nd tranche)', 'SERIES_B extension'],
    ['Series B (first close)', 'SERIES_B'],
    ['Seed and Series A', 'SERIES_A'],
    ['Series A & B', 'SERIES_B'],
    ['Debt (non-convertible debentures)', 'DEBT_FINANCING'],
    ['5. Later Stage VC (Series B)', 'SERIES_B'],
    ['Serie A', 'SERIES_A'],
    ['Seies A', 'SERIES_A'],
    ['Ser. B', 'SERIES_B'],
    ['Série B', 'SERIES_B'],
    ['Pré-amorçage', 'pre SEED'],
    ['Ronda semilla', 'SEED'],
    ['天使轮', 'SEED'],
    ['A轮', 'SERIES_A'],
    ['Pre-A轮', 'pre SERIES_A'],
    ['B+轮', 'SERIES_B PLUS'],
    ['シリーズA', 'SERIES_A'],
    ['Series A Prime', 'SERIES_A'],
    ['Late Seed', 'SEED'],
    ['Revolving credit facility', 'DEBT_FINANCING'],
    ['Growth (equity and debt)', 'EQUITY'],
    ['Series F2', 'SERIES_F TWO'],
    ['Pre-Series A1', 'pre SERIES_A ONE'],
  ])('reads %s', (word, expected) => {
    expect(toWord(parseRoundType(word))).toBe(expected);
  });

  test.each(['', 'Series Z', 'DYCO', 'pre-IPO', 'Series A9', 'Presentation'])('does not guess at %j', (word) => {
    expect(parseRoundType(word)).toBeUndefined();
  });

  test('reads every type of the contract by its own name', () => {
    for (const type of financingTypes)
      expect(parseRoundType(type)).toMatchObject({ type, pre: false, extension: false });
  });
});

test.each([
  ['Acquisition', true],
  ['M&A', true],
  ['IPO', true],
  ['Merger/Acquisition', true],
  ['Übernahme', true],
  ['Buyout/LBO', true],
  ['Post-IPO Equity', false],
  ['Series A', false],
  ['Secondary', false],
])('%s is an exit: %s', (word, expected) => {
  expect(isExit(word)).toBe(expected);
});
