import { ApiError } from '../platform/http/api-error.ts';
import { createRandomId } from '../platform/storage/storage.ts';
import { readJournal, tabName, type Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { formatCredits } from './price.ts';
import {
  type BudgetLeft,
  findLost,
  getBudgetLeft,
  isCovered,
  isReplayable,
  type PendingPurchase,
  type SpendingSession,
} from './session.ts';

/** A paid request before it is sent. */
export type PurchaseIntent = Pick<PendingPurchase, 'tenths' | 'fingerprint' | 'summary' | 'place'>;

/**
 * Reserves the highest price of a request; throws an ApiError where a budget does not cover it. A request that was lost
 * before takes its reservation up again where `replays` says that the service returns the same response under the same
 * key without charging. A new one is sent under `id`.
 */
export async function reserveBudget(
  journal: Journal,
  intent: PurchaseIntent,
  replays: boolean,
  id = createRandomId(),
): Promise<PendingPurchase> {
  const purchase: PendingPurchase = {
    ...intent,
    id,
    tab: tabName,
    at: Date.now(),
    step: 'reserved',
  };
  const reserved = await tryReserve(journal, purchase, replays);
  if (!reserved) throw createBudgetError(journal.read().session, intent.tenths);
  return reserved;
}

/**
 * Checks once that the budgets cover all that a purchase of several requests can cost, so that it does not stop in the
 * middle; throws an ApiError where they do not. It reserves nothing: each request does that itself.
 */
export async function checkBudget(tenths: number): Promise<void> {
  const journal = await readJournal();
  const session = await journal.append(() => []);
  if (!isCovered(session, tenths, Date.now())) throw createBudgetError(session, tenths);
}

/** Says what a purchase costs and what is left of the budgets. */
export function createBudgetError(session: SpendingSession, tenths: number): ApiError {
  const left = getBudgetLeft(session, Date.now());
  const rest = left ? ` ${describeBudgetLeft(left)}` : '';
  return new ApiError('budget', `This costs up to ${formatCredits(tenths)}.${rest}`);
}

/** "12 credits of today’s budget are left." */
export function describeBudgetLeft({ of, tenths }: BudgetLeft): string {
  const left = Math.max(0, tenths);
  return `${formatCredits(left)} of ${budgetNames[of]} ${left === 10 ? 'is' : 'are'} left.`;
}

/** The budgets in a sentence. */
export const budgetNames = { session: 'this session’s budget', day: 'today’s budget' } as const;

async function tryReserve(
  journal: Journal,
  purchase: PendingPurchase,
  replays: boolean,
): Promise<PendingPurchase | undefined> {
  let reserved: PendingPurchase | undefined;
  await journal.append((session, at): JournalEntry[] => {
    const lost = findLost(session, purchase.fingerprint);
    if (lost && replays && isReplayable(lost, at)) {
      reserved = { ...lost, tab: purchase.tab, at, step: 'sent' };
      return [{ type: 'resumed', at, id: lost.id, tab: purchase.tab }];
    }
    // Where browsers share a budget, the gateway has reserved the price with the lease.
    if (!session.account && !isCovered(session, purchase.tenths, at)) return [];
    reserved = purchase;
    // Sending it under a new key decides about the lost one: it may have been charged, so it still counts.
    return [...(lost ? [{ type: 'dismissed' as const, at, id: lost.id }] : []), buildReserved(purchase, at)];
  });
  return reserved;
}

const buildReserved = (purchase: PendingPurchase, at: number): JournalEntry => {
  const { id, tab, tenths, fingerprint, summary, place } = purchase;
  return { type: 'reserved', at, id, tab, tenths, fingerprint, summary, place };
};
