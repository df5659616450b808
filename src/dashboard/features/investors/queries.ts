import { readInvestorDeals } from '#contract/deals.ts';
import { readInvestor, searchInvestors } from '#contract/investors.ts';
import { ownedInvestors, type OwnedDeal } from '../../library/records/records.ts';
import { takePage } from '../../search/find.ts';
import type { Section } from '../../search/question.ts';
import type { FoundPage } from '../../search/resource.ts';
import type { Act } from '../../purchase/act.ts';
import { buy } from '../../purchase/buy.ts';
import type { PageRequest } from '../../search/table/pages.ts';

const unfiltered = { filtered_deal_count: null, filtered_lead_count: null };

/** Buys one page of a search; the counts of matching deals belong to the answer, not to the firm. */
export async function findInvestors(act: Act, body: Section): Promise<FoundPage> {
  const answer = await buy(act, searchInvestors, { body });
  const { investors } = answer.data;
  const figures = Object.fromEntries(
    (investors ?? []).map(({ id, filtered_deal_count, filtered_lead_count }) => [
      id,
      { filtered_deal_count, filtered_lead_count },
    ]),
  );
  const kept = investors?.map((investor) => ({ ...investor, ...unfiltered }));
  return takePage(searchInvestors, answer, kept, ownedInvestors, figures);
}

/** Buys one firm. */
export async function loadInvestor(act: Act, id: string): Promise<void> {
  const { data } = await buy(act, readInvestor, { query: { id } });
  if (data.investor) ownedInvestors.keep([{ ...data.investor, ...unfiltered }]);
}

/** Buys a page of the deals of a firm, newest first. */
export async function loadDeals(act: Act, id: string, { page, size }: PageRequest): Promise<readonly OwnedDeal[]> {
  const { data } = await buy(act, readInvestorDeals, { query: { id, page, page_size: size } });
  return data.deals ?? [];
}
