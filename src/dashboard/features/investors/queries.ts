import { readInvestorDeals } from '#contract/deals.ts';
import { readInvestor, searchInvestors } from '#contract/investors.ts';
import { unlockedInvestors, type DealRecord } from '../../library/records/records.ts';
import { takePage } from '../../search/fetch/take-page.ts';
import type { Section } from '../../search/query/search-query.ts';
import type { FoundPage } from '../../search/resource/resource.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { PageRequest } from '../../search/table/pages.ts';

const unfiltered = { filtered_deal_count: null, filtered_lead_count: null };

/** Buys one page of a search; the counts of matching deals belong to the answer, not to the firm. */
export async function findInvestors(authorization: SpendAuthorization, body: Section): Promise<FoundPage> {
  const answer = await sendPaid(authorization, searchInvestors, { body });
  const { investors } = answer.data;
  const figures = Object.fromEntries(
    (investors ?? []).map(({ id, filtered_deal_count, filtered_lead_count }) => [
      id,
      { filtered_deal_count, filtered_lead_count },
    ]),
  );
  const kept = investors?.map((investor) => ({ ...investor, ...unfiltered }));
  return takePage(searchInvestors, answer, kept, unlockedInvestors, figures);
}

/** Buys one firm. */
export async function loadInvestor(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readInvestor, { query: { id } });
  if (data.investor) unlockedInvestors.keep([{ ...data.investor, ...unfiltered }]);
}

/** Buys a page of the deals of a firm, newest first. */
export async function loadDeals(
  authorization: SpendAuthorization,
  id: string,
  { page, size }: PageRequest,
): Promise<readonly DealRecord[]> {
  const { data } = await sendPaid(authorization, readInvestorDeals, { query: { id, page, page_size: size } });
  return data.deals ?? [];
}
