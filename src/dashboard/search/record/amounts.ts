import type { DealRecord } from '../../library/records/records.ts';
import { formatFullMoney, formatMoney } from '../../platform/format.ts';

type Sized = Pick<DealRecord, 'total_round_raised' | 'financings'>;

/** The size of a round in US dollars, in short; "undisclosed" is never 0. */
export const formatRoundSize = (usd: number | null | undefined): string =>
  typeof usd === 'number' ? formatMoney(usd) : 'undisclosed';

/**
 * What a round raised in the currencies in which it was paid, where they are not US dollars: "EUR 12,000,000"; blank
 * when all of it was in US dollars or no currency is known. Financings without an amount are left out.
 */
export function formatNativeAmounts({ financings }: Sized): string {
  const sums = new Map<string, number>();
  for (const { size_native: native, currency } of financings ?? []) {
    if (native !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + native);
  }
  if ([...sums.keys()].every((currency) => currency === 'USD')) return '';
  return [...sums].map(([currency, native]) => formatFullMoney(native, currency)).join(' and ');
}

const valuationNames: Record<string, string> = { POST_MONEY: 'post-money', PRE_MONEY: 'pre-money' };

/** A valuation with its kind, in US dollars and as it was said; "undisclosed" where there is none. */
export function formatValuation({ valuation }: Pick<DealRecord, 'valuation'>): string {
  if (!valuation) return 'undisclosed';
  const { type, valuation_usd: usd, valuation_native: native, valuation_currency: currency } = valuation;
  const amounts = [
    ...(usd === null ? [] : [formatFullMoney(usd, 'USD')]),
    ...(native === null || currency === null || currency === 'USD' ? [] : [formatFullMoney(native, currency)]),
  ];
  if (amounts.length === 0) return 'undisclosed';
  return [...amounts, valuationNames[type ?? ''] ?? 'basis not said'].join(', ');
}
