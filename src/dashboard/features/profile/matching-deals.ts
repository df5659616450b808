import type { QueryClient } from '@tanstack/react-query';
import { calculatePrice } from '#contract/credits.ts';
import { searchDeals } from '#contract/deals.ts';
import type { InvestorSearchFilters } from '#contract/investors.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { buyStored, readArrivedResponse } from '../../library/records/stored-query.ts';
import { checkBudget } from '../../purchase/reserve-budget.ts';
import { largestPage } from '../../purchase/price.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { storedMatches } from './stored-parts.ts';

type Investments = NonNullable<InvestorSearchFilters['company_investments']>;

/**
 * The search for deals that finds what the portfolio filters of an investor search count; undefined where POST /deals
 * has no such filter: what its companies do, and only deals that the investor led.
 */
export function convertToDealSearch(investments: Partial<Investments>, investorId: string) {
  const {
    search_query: about,
    only_lead_deals: isLed,
    min_relevance: _relevance,
    min_matching_deals: _minimum,
    financing_types,
    deal_size_min: size_min,
    deal_size_max: size_max,
    deal_start_date: date_start,
    deal_end_date: date_end,
    ...company
  } = investments;
  if (about !== undefined || isLed === true) return undefined;
  return {
    deal: { financing_types, size_min, size_max, date_start, date_end },
    company,
    investors: { investor_ids: [investorId] },
  };
}

/** A search for the deals of an investor; `within` is the search parameters from which it was converted. */
type MatchingDeals = {
  readonly id: string;
  readonly within: string;
  readonly body: NonNullable<ReturnType<typeof convertToDealSearch>>;
  readonly count: number;
};

/** The highest price of the matching deals, in tenths. */
export const priceMatches = ({ count }: MatchingDeals): number =>
  calculatePrice(searchDeals.cost, Math.min(count, largestPage));

/** Unlocks the matching deals of an investor, at most 500. */
export async function unlockMatches(
  authorization: SpendAuthorization,
  client: QueryClient,
  matches: MatchingDeals,
): Promise<void> {
  const { id, within, body, count } = matches;
  await checkBudget(priceMatches(matches));
  const options = storedMatches(id, within);
  const queryFn = async () => {
    const arrived = await readArrivedResponse(options, 'deals');
    if (arrived) return arrived;
    const { data } = await sendPaid(authorization, searchDeals, {
      body: { ...body, page_size: Math.min(count, largestPage) },
    });
    const deals = data.deals ?? [];
    unlockedDeals.add(deals);
    return deals.map((deal) => deal.id);
  };
  await buyStored(client, options, queryFn);
}
