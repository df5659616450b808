import type { CompanyRecord, DealRecord } from '../../../../records/records.ts';
import { formatNativeAmounts, formatExactNativeAmounts } from '../../../../platform/rounds.ts';
import { formatMoney, formatShortDay, toDay } from '../../../../platform/format.ts';

type Financed = Pick<DealRecord, 'financings'>;

/** An amount in US dollars, in short; undisclosed is never 0. */
export const formatUsd = (usd: number | null | undefined): string =>
  typeof usd === 'number' ? formatMoney(usd) : 'Undisclosed';

/** The latest valuation of a company with its UTC day: "$120M, 3 Nov 2026". */
export function formatLatestValuation({
  latest_valuation_usd: usd,
  latest_valuation_date: date,
}: CompanyRecord): string {
  const day = toDay(date);
  return usd === null || day === undefined ? formatUsd(usd) : `${formatMoney(usd)}, ${formatShortDay(day)}`;
}

/** What a round raised, and how it was paid: "$13.5M, EUR 12.5M", "EUR 12.5M", "Undisclosed". */
export function formatRaised(deal: Financed & Pick<DealRecord, 'total_round_raised'>): string {
  const native = formatNativeAmounts(deal);
  const usd = formatUsd(deal.total_round_raised);
  return native === '' ? usd : deal.total_round_raised === null ? native : `${usd}, ${native}`;
}

/**
 * What a company raised in total; where no dollars are known, what these rounds raised in other currencies: "EUR 5.0M",
 * and "EUR 5.0M+" where it has more rounds. Blank where nothing is disclosed.
 */
export function formatTotalRaised(
  { total_raised: usd, num_funding_rounds: all, latest_deal: latest }: CompanyRecord,
  rounds: readonly Financed[] = latest ? [latest] : [],
): string {
  if (usd !== null) return formatMoney(usd);
  const native = formatNativeAmounts({ financings: rounds.flatMap(({ financings }) => financings ?? []) });
  return native !== '' && (all ?? 0) > rounds.length ? `${native}+` : native;
}

/** The same for a file, to the unit; null where dollars or nothing are known: "EUR 5012500", "EUR 5012500+". */
export function formatExactNativeTotal({
  total_raised: usd,
  num_funding_rounds: all,
  latest_deal: latest,
}: CompanyRecord): string | null {
  const native = usd === null && latest ? formatExactNativeAmounts(latest) : '';
  return native === '' ? null : (all ?? 0) > 1 ? `${native}+` : native;
}

const valuationNames: Record<string, string> = { POST_MONEY: 'post-money', PRE_MONEY: 'pre-money' };

/** A valuation with its kind, in US dollars and as it was said; "Undisclosed" where there is none. */
export function formatValuation({ valuation }: Pick<DealRecord, 'valuation'>): string {
  if (!valuation) return 'Undisclosed';
  const { type, valuation_usd: usd, valuation_native: native, valuation_currency: currency } = valuation;
  const amounts = [
    ...(usd === null ? [] : [formatMoney(usd)]),
    ...(native === null || currency === null || currency === 'USD' ? [] : [formatMoney(native, currency)]),
  ];
  if (amounts.length === 0) return 'Undisclosed';
  return [...amounts, valuationNames[type ?? ''] ?? 'basis not stated'].join(', ');
}
