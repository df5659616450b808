import { toTenths } from '#contract/credits.ts';
import { readDeal, readLineup } from '#contract/deals.ts';
import { keepFreeNames, toLineupNames } from '../records/free-names.ts';
import { ownedArticles, ownedDeals, ownedLineups, type OwnedDeal } from '../records/records.ts';
import type { Act } from '../spend/act.ts';
import { buy } from '../spend/buy.ts';

/** What a deal with its articles costs, in tenths. */
export const articlesTenths: number = toTenths(readDeal.cost, 1);

/** Firms and angels of a deal: the rows of its line-up. */
export const toLineupRows = (deal: OwnedDeal): number =>
  (deal.investor_ids?.length ?? 0) + (deal.angel_investor_ids?.length ?? 0);

/** What the line-up of a deal costs, in tenths; exact, because the deal names who is in it. */
export const toLineupTenths = (deal: OwnedDeal): number => toTenths(readLineup.cost, toLineupRows(deal));

/** Buys a deal with its articles. */
export async function buyArticles(act: Act, id: string): Promise<void> {
  const { data } = await buy(act, readDeal, { params: { id } });
  if (!data.deal) return;
  const { articles, ...deal } = data.deal;
  ownedDeals.keep([deal]);
  ownedArticles.keep([{ id: deal.id, articles: articles ?? [] }]);
}

/** Buys who took part in a deal, with partners and profiles. */
export async function buyLineup(act: Act, deal: OwnedDeal): Promise<void> {
  const { data } = await buy(act, readLineup, { params: { id: deal.id }, rows: toLineupRows(deal) });
  keepFreeNames(toLineupNames(data.investors ?? [], data.angel_investors ?? []));
  ownedLineups.keep([{ id: deal.id, firms: data.investors ?? [], angels: data.angel_investors ?? [] }]);
}
