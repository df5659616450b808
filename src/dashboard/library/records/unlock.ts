import { searchCompanies } from '#contract/companies.ts';
import { calculatePrice } from '#contract/credits.ts';
import { readLineup } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { splitIntoBatches } from '../../purchase/price.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { Identified } from '../row-pages/row-page.ts';
import { storeFreeNames, collectRoundInvestorNames } from './free-names.ts';
import type { RecordStore } from './record-store.ts';
import { unlockedCompanies, unlockedInvestors, unlockedRoundInvestors, type DealRecord } from './records.ts';

/** Unlocks companies by id, in requests of up to 500 ids whose page size is their number of ids. */
export async function unlockCompanies(authorization: SpendAuthorization, ids: readonly string[]): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    const { data } = await sendPaid(authorization, searchCompanies, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    storeRows(unlockedCompanies, batch, data.companies);
  }
}

/** Unlocks investors by id, in the same way. */
export async function unlockInvestors(authorization: SpendAuthorization, ids: readonly string[]): Promise<void> {
  for (const batch of splitIntoBatches(ids)) {
    const { data } = await sendPaid(authorization, searchInvestors, {
      body: { identifiers: { ids: batch }, page_size: batch.length },
    });
    storeRows(unlockedInvestors, batch, data.investors);
  }
}

/** Stores the rows. Where they could not be read (null), nothing is known about the ids that the service lacks. */
function storeRows<R extends Identified>(
  store: RecordStore<R>,
  requested: readonly string[],
  rows: readonly R[] | null,
): void {
  if (rows === null) return;
  store.keep(rows);
  store.storeUnknown(store.missing(requested));
}

/** The investors that a deal names. */
type DealInvestors = Pick<DealRecord, 'id' | 'investor_ids' | 'angel_investor_ids'>;

/** The number of investors in a round, angels included: the rows that unlocking them costs. */
export const buildRoundInvestorRows = (deal: DealInvestors): number =>
  (deal.investor_ids?.length ?? 0) + (deal.angel_investor_ids?.length ?? 0);

/** The exact price of the investors in these rounds, in tenths, because the deals name them. */
export const priceRoundInvestors = (deals: readonly DealInvestors[]): number =>
  calculatePrice(
    readLineup.cost,
    deals.reduce((rows, deal) => rows + buildRoundInvestorRows(deal), 0),
  );

/** The deals that have investors which are still locked. */
export const dropRoundInvestors = <D extends DealInvestors>(deals: readonly D[]): D[] =>
  deals.filter((deal) => buildRoundInvestorRows(deal) > 0 && unlockedRoundInvestors.read(deal.id) === undefined);

/** Unlocks the investors in rounds, with their partners, in one request per deal. */
export async function unlockRoundInvestors(
  authorization: SpendAuthorization,
  deals: readonly DealInvestors[],
): Promise<void> {
  for (const deal of deals) {
    const { data } = await sendPaid(authorization, readLineup, {
      params: { id: deal.id },
      rows: buildRoundInvestorRows(deal),
    });
    const [firms, angels] = [data.investors ?? [], data.angel_investors ?? []];
    storeFreeNames(collectRoundInvestorNames(firms, angels));
    unlockedRoundInvestors.keep([{ id: deal.id, firms, angels }]);
  }
}
