import { ApiError } from '../platform/http/api-error.ts';
import { createRandomId } from '../platform/storage/storage.ts';
import { createState } from '../platform/state.ts';
import { readJournal, tabName, type Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import {
  findLost,
  isCovered,
  isReplayable,
  raiseBudget,
  type PendingPurchase,
  type SpendingSession,
} from './session.ts';

/** A purchase that the budget does not cover, waiting for the user's decision. */
export type BudgetPrompt = {
  readonly tenths: number;
  readonly session: SpendingSession;
  readonly onDecide: (raise: boolean) => void;
};
const prompt = createState<BudgetPrompt | undefined>(undefined);
/** The prompt that is open, as React state. */
export const useBudgetPrompt = prompt.use;
export const readBudgetPrompt = prompt.read;

/** Purchases that do not fit wait for each other, so that one prompt is open at a time. */
let queue: Promise<unknown> = Promise.resolve();
let rejections = 0;

/** A paid request before it is sent. */
export type PurchaseIntent = Pick<PendingPurchase, 'tenths' | 'fingerprint' | 'summary' | 'place'>;

/**
 * Reserves the highest price of a request, after asking the user where the budget does not cover it; throws when the
 * answer is no. A request that was lost before takes its reservation up again where `replays` says that the service
 * returns the same response under the same key without charging.
 */
export async function reserveBudget(
  journal: Journal,
  intent: PurchaseIntent,
  replays: boolean,
): Promise<PendingPurchase> {
  const purchase: PendingPurchase = {
    ...intent,
    id: createRandomId(),
    tab: tabName,
    at: Date.now(),
    step: 'reserved',
  };
  const reserved = await tryReserve(journal, purchase, replays);
  if (reserved) return reserved;
  return waitForBudget(
    journal,
    intent.tenths,
    () => tryReserve(journal, purchase, replays),
    async () => {
      await journal.append((session, at) => [...raiseBudget(session, intent.tenths, at), buildReserved(purchase, at)]);
      return purchase;
    },
  );
}

/**
 * Asks once about all that a purchase of several requests can cost, where the budget does not cover it; throws when the
 * answer is no. It reserves nothing: each request does that itself.
 */
export async function coverBudget(tenths: number): Promise<void> {
  const journal = await readJournal();
  const covers = async () => isCovered(await journal.append(() => []), tenths) || undefined;
  if (await covers()) return;
  await waitForBudget(journal, tenths, covers, async () => {
    await journal.append((session, at) => raiseBudget(session, tenths, at));
    return true;
  });
}

/** Waits its turn, tries once more, and then asks; a no to one purchase is a no to all that waited with it. */
async function waitForBudget<T>(
  journal: Journal,
  tenths: number,
  attempt: () => Promise<T | undefined>,
  raise: () => Promise<T>,
): Promise<T> {
  const before = rejections;
  const mine = queue.then(async () => {
    const fits = await attempt();
    if (fits !== undefined) return fits;
    if (rejections === before && (await askUser(journal, tenths))) return raise();
    rejections += 1;
    throw new ApiError('budget', 'The session budget was not raised.');
  });
  queue = mine.catch(() => undefined);
  return mine;
}

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
    if (!isCovered(session, purchase.tenths)) return [];
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

const askUser = (journal: Journal, tenths: number): Promise<boolean> =>
  new Promise((resolve) => {
    const onDecide = (raised: boolean) => {
      prompt.write(undefined);
      resolve(raised);
    };
    prompt.write({ tenths, session: journal.read().session, onDecide });
  });
