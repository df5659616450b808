import { formatNativeAmounts } from '../../../../platform/rounds.ts';
import { expect, test } from 'vitest';
import type { CompanyRecord, DealRecord } from '../../../../records/records.ts';
import { formatUsd, formatRaised, formatTotalRaised, formatValuation, formatExactNativeTotal } from './amounts.ts';

const buildFinancing = (size_native: number | null, currency: string | null) =>
  ({ id: 'x', type: 'SEED', size_usd: null, size_native, currency }) as NonNullable<DealRecord['financings']>[number];
const buildNative = (...financings: ReturnType<typeof buildFinancing>[]) => formatNativeAmounts({ financings });

test('native amounts are added within a currency, and said only where one is not US dollars', () => {
  expect(buildNative(buildFinancing(1_000_000, 'EUR'), buildFinancing(500_000.5, 'EUR'))).toBe('EUR 1.5M');
  expect(buildNative(buildFinancing(1, 'USD'), buildFinancing(2, 'SEK'))).toBe('$1 and SEK 2');
  expect([buildNative(), buildNative(buildFinancing(7, 'USD')), buildNative(buildFinancing(null, 'EUR'))]).toEqual([
    '',
    '',
    '',
  ]);
});

test('a round that was not paid in dollars has its own amount where its dollars are not known', () => {
  const toText = (total_round_raised: number | null, ...financings: ReturnType<typeof buildFinancing>[]) =>
    formatRaised({ total_round_raised, financings });
  expect(toText(13_500_000, buildFinancing(12_500_000, 'EUR'))).toBe('$13.5M, EUR 12.5M');
  expect(toText(null, buildFinancing(12_500_000, 'EUR'))).toBe('EUR 12.5M');
  expect(toText(null)).toBe('Undisclosed');
});

test('the total of a company without a dollar total is that of its rounds, and marked as more where not all rounds are known', () => {
  const [seed, grant] = [buildFinancing(2_500_000, 'EUR'), buildFinancing(500_000, 'EUR')];
  const toText = (total_raised: number | null, num_funding_rounds: number, ...rounds: { financings: never }[]) =>
    formatTotalRaised(
      { total_raised, num_funding_rounds, latest_deal: { financings: [seed] } } as CompanyRecord,
      rounds.length === 0 ? undefined : rounds,
    );
  const rounds = [seed, grant].map((one) => ({ financings: [one] as never }));
  expect(toText(3_000_000, 2)).toBe('$3.0M');
  expect([toText(null, 1), toText(null, 2), toText(null, 2, ...rounds)]).toEqual(['EUR 2.5M', 'EUR 2.5M+', 'EUR 3.0M']);
  expect(formatTotalRaised({ total_raised: null, num_funding_rounds: 0, latest_deal: null } as CompanyRecord)).toBe('');
});

test('a file has the total of a company without dollars to the unit', () => {
  const write = (total_raised: number | null, num_funding_rounds: number) =>
    formatExactNativeTotal({
      total_raised,
      num_funding_rounds,
      latest_deal: { financings: [buildFinancing(1_254_321, 'EUR')] },
    } as CompanyRecord);
  expect([write(null, 1), write(null, 2), write(1_300_000, 1)]).toEqual(['EUR 1254321', 'EUR 1254321+', null]);
  expect(
    formatExactNativeTotal({ total_raised: null, num_funding_rounds: 0, latest_deal: null } as CompanyRecord),
  ).toBeNull();
});

test('what is undisclosed is said so and is never 0', () => {
  expect([formatUsd(null), formatUsd(undefined), formatUsd(0)]).toEqual(['Undisclosed', 'Undisclosed', '$0']);
  expect(formatValuation({ valuation: null })).toBe('Undisclosed');
});

test('a valuation names its kind, and that none is said', () => {
  const toText = (type: 'POST_MONEY' | 'PRE_MONEY' | 'DEFAULT', native: number | null, currency: string | null) =>
    formatValuation({
      valuation: { type, valuation_usd: 5_000_000, valuation_native: native, valuation_currency: currency },
    });
  expect(toText('POST_MONEY', 4_600_000, 'EUR')).toBe('$5.0M, EUR 4.6M, post-money');
  expect(toText('PRE_MONEY', 5_000_000, 'USD')).toBe('$5.0M, pre-money');
  expect(toText('DEFAULT', null, null)).toBe('$5.0M, basis not stated');
});
