import type { DealRecord } from '../../library/records/records.ts';
import { formatMoney } from '../../platform/format.ts';

type Financed = Pick<DealRecord, 'financings'>;

/** "EUR 1.5M", "EUR 1.5M and SEK 2.0M"; blank where `sumNativeAmounts` is empty. */
export const formatNativeAmounts = (deal: Financed): string =>
  sumNativeAmounts(deal)
    .map(([currency, native]) => formatMoney(native, currency))
    .join(' and ');

/**
 * What a round raised by currency, as it was paid; empty where all of it was in US dollars or no currency is known.
 * Financings without an amount are left out.
 */
function sumNativeAmounts({ financings }: Financed): readonly (readonly [currency: string, native: number])[] {
  const sums = new Map<string, number>();
  for (const { size_native: native, currency } of financings ?? []) {
    if (native !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0) + native);
  }
  return [...sums.keys()].every((currency) => currency === 'USD') ? [] : [...sums];
}

/** The same in a file, to the unit: "EUR 1500000", "EUR 1500000; SEK 2000000". */
export const writeNativeAmounts = (deal: Financed): string =>
  sumNativeAmounts(deal)
    .map((sum) => sum.join(' '))
    .join('; ');
