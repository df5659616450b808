import { calculatePrice } from '#contract/credits.ts';
import { readDeal, searchDeals } from '#contract/deals.ts';
import { unlockedArticles, unlockedDeals } from '../../library/records/records.ts';
import { takePage } from '../../search/fetch/take-page.ts';
import type { Section } from '../../search/query/search-query.ts';
import type { FoundPage } from '../../search/resource/resource.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';

/** Buys one page of a search. */
export async function findDeals(authorization: SpendAuthorization, body: Section): Promise<FoundPage> {
  const answer = await sendPaid(authorization, searchDeals, { body });
  return takePage(searchDeals, answer, answer.data.deals, unlockedDeals);
}
/** What a deal with its articles costs, in tenths. */
export const articlesTenths: number = calculatePrice(readDeal.cost, 1);

/** Buys a deal with its articles. */
export async function buyArticles(authorization: SpendAuthorization, id: string): Promise<void> {
  const { data } = await sendPaid(authorization, readDeal, { params: { id } });
  if (!data.deal) return;
  const { articles, ...deal } = data.deal;
  unlockedDeals.keep([deal]);
  unlockedArticles.keep([{ id: deal.id, articles: articles ?? [] }]);
}
