import { describe, expect, it } from 'vitest';
import { financingTypes } from './enums.ts';
import { parseRoundName, formatRoundName } from './rounds.ts';

describe('human round names', () => {
  it('of every round are parsed, in any case, with or without hyphens and spaces', () => {
    for (const type of financingTypes)
      for (const pre of [false, true])
        for (const extension of [false, true]) {
          const name = formatRoundName({ type, pre, extension });
          for (const spelling of [name, name.toUpperCase(), name.replaceAll(/[ -]/g, ''), ` ${name} `])
            expect(parseRoundName(spelling)).toEqual({ type, pre, extension });
        }
  });

  it.each([
    [{ type: 'SERIES_A', pre: false, extension: false }, 'Series A'],
    [{ type: 'SEED', pre: true, extension: true }, 'Pre-Seed Extension'],
    [{ type: 'INITIAL_COIN_OFFERING', pre: false, extension: false }, 'Initial Coin Offering'],
  ] as const)('%j is %s', (round, name) => expect(formatRoundName(round)).toBe(name));

  it('that are unknown are rejected', () => expect(parseRoundName('Series Z')).toBeUndefined());
});
