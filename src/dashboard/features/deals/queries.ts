import { calculatePrice } from '#contract/credits.ts';
import { readDeal, searchDeals } from '#contract/deals.ts';
import { ownedArticles, ownedDeals } from '../../library/records/records.ts';
import { takePage } from '../../search/find.ts';
import type { Section } from '../../search/question.ts';
import type { FoundPage } from '../../search/resource.ts';
import type { Act } from '../../purchase/act.ts';
import { buy } from '../../purchase/buy.ts';

/** Buys one page of a search. */
export async function findDeals(act: Act, body: Section): Promise<FoundPage> {
  const answer = await buy(act, searchDeals, { body });
  return takePage(searchDeals, answer, answer.data.deals, ownedDeals);
}
/** What a deal with its articles costs, in tenths. */
export const articlesTenths: number = calculatePrice(readDeal.cost, 1);

/** Buys a deal with its articles. */
export async function buyArticles(act: Act, id: string): Promise<void> {
  const { data } = await buy(act, readDeal, { params: { id } });
  if (!data.deal) return;
  const { articles, ...deal } = data.deal;
  ownedDeals.keep([deal]);
  ownedArticles.keep([{ id: deal.id, articles: articles ?? [] }]);
}
