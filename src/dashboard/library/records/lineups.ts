import { calculatePrice } from '#contract/credits.ts';
import { readLineup } from '#contract/deals.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { sendPaid } from '../../purchase/send-paid.ts';
import { keepFreeNames, toLineupNames } from './free-names.ts';
import { unlockedLineups, type DealRecord } from './records.ts';

/** What a deal says of who took part. */
type Named = Pick<DealRecord, 'id' | 'investor_ids' | 'angel_investor_ids'>;

/** Firms and angels of a deal: the rows of its line-up. */
export const toLineupRows = (deal: Named): number =>
  (deal.investor_ids?.length ?? 0) + (deal.angel_investor_ids?.length ?? 0);

/** What the line-ups of deals cost, in tenths; exact, because the deals name who is in them. */
export const toLineupTenths = (deals: readonly Named[]): number =>
  calculatePrice(
    readLineup.cost,
    deals.reduce((rows, deal) => rows + toLineupRows(deal), 0),
  );

/** The deals with somebody in them whose line-up is not owned. */
export const toWithoutLineup = <D extends Named>(deals: readonly D[]): D[] =>
  deals.filter((deal) => toLineupRows(deal) > 0 && unlockedLineups.read(deal.id) === undefined);

/** Buys who took part in deals, with partners and profiles; one request a deal. */
export async function unlockLineups(authorization: SpendAuthorization, deals: readonly Named[]): Promise<void> {
  for (const deal of deals) {
    const { data } = await sendPaid(authorization, readLineup, { params: { id: deal.id }, rows: toLineupRows(deal) });
    const [firms, angels] = [data.investors ?? [], data.angel_investors ?? []];
    keepFreeNames(toLineupNames(firms, angels));
    unlockedLineups.keep([{ id: deal.id, firms, angels }]);
  }
}
