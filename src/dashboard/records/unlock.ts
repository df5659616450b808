import { readDealInvestors } from '#contract/deals.ts';
import { splitIntoBatches } from '#contract/quote.ts';
import { maxUnlockedIds, type UnlockedKind, unlockedKinds } from '#contract/workspace/records.ts';
import { buyRecords, type IdsToUnlock } from '../spending/buy.ts';
import type { SpendAuthorization } from '../spending/spend-authorization.ts';
import { addRecords, type DealRecord, unlockedRoundInvestors } from './records.ts';
import { priceOf } from '../spending/price.ts';

type UnlockOptions = {
  /** Buys what is unlocked again. */
  readonly refresh?: boolean;
  /** Called with the number of records that are done, and of all. */
  readonly onProgress?: (done: number, of: number) => void;
};

/** Unlocks records as far as the authorization reaches. What arrived before a failure stays unlocked. */
export async function unlockByIds(
  authorization: SpendAuthorization,
  ids: IdsToUnlock,
  { refresh = false, onProgress }: UnlockOptions = {},
): Promise<void> {
  const all = unlockedKinds.flatMap((kind) => (ids[kind] ?? []).map((id) => ({ kind, id })));
  let done = 0;
  onProgress?.(0, all.length);
  for (const batch of splitIntoBatches(all, maxUnlockedIds)) {
    const lists: Partial<Record<UnlockedKind, string[]>> = {};
    for (const { kind, id } of batch) (lists[kind] ??= []).push(id);
    await buyRecords(authorization, lists, {
      refresh,
      onStep: (records, left) => {
        addRecords(records);
        onProgress?.(done + batch.length - left, all.length);
      },
    });
    done += batch.length;
  }
}

/** The investors that a deal names. */
type DealInvestors = Pick<DealRecord, 'id' | 'investor_ids' | 'angel_investor_ids'>;

/** The average number of investors paid for with each deal; the others keep a separate button. */
export const investorsPerDeal = 3;

/** The number of investors in a round, including angels: the rows that unlocking them costs. */
export const countRoundInvestors = (deal: DealInvestors): number =>
  (deal.investor_ids?.length ?? 0) + (deal.angel_investor_ids?.length ?? 0);

/** The exact price of the investors in these rounds, in tenths; the deals say how many there are. */
export const priceRoundInvestors = (deals: readonly DealInvestors[]): number =>
  priceOf(
    readDealInvestors.cost,
    deals.reduce((rows, deal) => rows + countRoundInvestors(deal), 0),
  );

/** The deals with investors that are still locked. */
export const findLockedRounds = <D extends DealInvestors>(deals: readonly D[]): D[] =>
  deals.filter((deal) => countRoundInvestors(deal) > 0 && unlockedRoundInvestors.read(deal.id) === undefined);
