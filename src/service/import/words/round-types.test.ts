import { describe, expect, test } from 'vitest';
import { financingTypes } from '#contract/enums.ts';
import { parseRoundType } from './enums.ts';

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
  ])('reads %s', (word, expected) => {
    expect(toWord(parseRoundType(word))).toBe(expected);
  });

  test.each(['', 'Series Z', 'Series', 'Series A & B', 'DYCO', 'pre-IPO', 'Series A9', 'Presentation'])(
    'does not guess at %j',
    (word) => {
      expect(parseRoundType(word)).toBeUndefined();
    },
  );

  test('reads every type of the contract by its own name', () => {
    for (const type of financingTypes)
      expect(parseRoundType(type)).toMatchObject({ type, pre: false, extension: false });
  });
});
