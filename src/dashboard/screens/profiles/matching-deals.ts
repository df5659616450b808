import type { QueryClient } from '@tanstack/react-query';
import { searchDeals } from '#contract/deals.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import type { InvestorSearchFilters } from '#contract/investors.ts';
import { largestPage } from '#contract/quote.ts';
import type { SearchRequest } from '#contract/workspace/searches.ts';
import { buySearch } from '../../spending/buy.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import { buildBody, readQuery } from '../searches/kit/query/search-query.ts';
import { showStoredSearch } from '../searches/kit/fetch/stored-results.ts';
import { priceOf } from '../../spending/price.ts';

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

/** A search for the deals of an investor that match another search, and how many there are. */
type MatchingDeals = { readonly request: SearchRequest; readonly count: number };

/**
 * The search for the deals of an investor that match a search for investors; undefined where there is none. `within` is
 * the search part of that search's address.
 */
export function buildMatchesRequest(investorId: string, within: string): SearchRequest | undefined {
  if (within === '') return undefined;
  const query = readQuery(investorCatalogue, parseRawSearch(within));
  const { company_investments: investments } = buildBody(
    investorCatalogue.filters,
    query,
  ) as Partial<InvestorSearchFilters>;
  const body = investments && convertToDealSearch(investments, investorId);
  return body && { resource: 'deals', body, via: null };
}

/** The highest price of the matching deals, in tenths. */
export const priceMatches = ({ count }: MatchingDeals): number =>
  priceOf(searchDeals.cost, Math.min(count, largestPage));

/** Unlocks the matching deals of an investor, at most 500. */
export async function unlockMatches(
  authorization: SpendAuthorization,
  client: QueryClient,
  { request, count }: MatchingDeals,
): Promise<void> {
  const rows = Math.min(count, largestPage);
  showStoredSearch(client, request, await buySearch(authorization, { ...request, rows }));
}
