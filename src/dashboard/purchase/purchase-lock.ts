import { ApiError } from '../platform/http/api-error.ts';
import { createState } from '../platform/state.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry, RecordedEntry } from './journal-entry.ts';
import { whenRecorded } from './record-bill.ts';

const waiting = createState(0);
/** How many purchases of this tab wait for the same one in another tab, as React state. */
export const useWaitsForTab = waiting.use;

const waitingForBrowser = createState(0);
/** The same for another browser of the account. */
export const useWaitsForBrowser = waitingForBrowser.use;
export const countBrowserWait = (by: 1 | -1): void => waitingForBrowser.write(waitingForBrowser.read() + by);

/**
 * A purchase that may be running in several tabs. `replays`: the service returns its response again without charging.
 */
export type SharedPurchase = {
  readonly fingerprint: string;
  readonly replays: boolean;
  readonly cancelled: AbortSignal;
  /** The most it can cost. */
  readonly tenths: number;
};

/** The same purchase, completed by another tab while this one waited. */
type OtherPurchase = { readonly id: string; readonly tenths: number };

/**
 * Runs a purchase while nobody else runs the same one. `buy` gets the one that another completed before it, or the
 * Idempotency-Key under which the gateway has reserved its price.
 */
export type PurchaseLock = <T>(
  journal: Journal,
  purchase: SharedPurchase,
  buy: (other: OtherPurchase | undefined, id?: string) => Promise<T>,
) => Promise<T>;

let accountLock: PurchaseLock = (_journal, _purchase, buy) => buy(undefined);
/** Sets the lock between the browsers of an account; the library does where they share a workspace. */
export const setAccountLock = (lock: PurchaseLock): void => {
  accountLock = lock;
};

/** Runs a purchase while no other tab and no other browser of the account runs the same one. */
export const buyOnce: PurchaseLock = (journal, purchase, buy) =>
  buyInOneTab(journal, purchase, (other) => (other ? buy(other) : accountLock(journal, purchase, buy)));

/**
 * Runs a purchase while no other tab runs the same one. The second tab waits until the first has ended or was closed,
 * and then learns in `buy` what it completed. Throws an ApiError where the first may have been charged without a
 * response and the service does not replay it.
 */
export async function buyInOneTab<T>(
  journal: Journal,
  purchase: SharedPurchase,
  buy: (other: OtherPurchase | undefined) => Promise<T>,
): Promise<T> {
  const locks = (globalThis as { readonly navigator?: { readonly locks?: LockManager } }).navigator?.locks;
  // Over plain http, or with nothing stored, tabs cannot know of each other.
  if (!locks || !journal.isShared) {
    await closeAbandoned(journal, purchase, false);
    return buy(undefined);
  }
  const { pending } = await journal.append(() => []);
  const { seq } = journal.read();
  const known = pending.filter(({ fingerprint }) => fingerprint === purchase.fingerprint).map(({ id }) => id);
  return new Promise<T>((resolve, reject) => {
    const run = async (hasWaited: boolean) => {
      const settle = async () => {
        const entries = hasWaited ? await journal.readSince(seq) : [];
        const other = findCompleted(purchase, known, entries);
        if (!other) await closeAbandoned(journal, purchase, true);
        return other;
      };
      await settle().then(buy).then(resolve, reject);
      // The next tab must find the rows and the bill.
      await whenRecorded();
    };
    runWithLock(locks, `fundscope ${journal.account} ${purchase.fingerprint}`, purchase.cancelled, run).catch(reject);
  });
}

async function runWithLock(
  locks: LockManager,
  name: string,
  signal: AbortSignal,
  run: (hasWaited: boolean) => Promise<void>,
): Promise<void> {
  const isDone = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run(false);
    return lock !== null;
  });
  if (isDone) return;
  let left = 1;
  const endWait = () => {
    waiting.write(waiting.read() - left);
    left = 0;
  };
  waiting.write(waiting.read() + left);
  await locks
    .request(name, { signal }, () => {
      endWait();
      return run(true);
    })
    .finally(endWait);
}

/** What the other tab completed, from the entries since this one began to wait; undefined where nothing was charged. */
export function findCompleted(
  { fingerprint, replays }: Pick<SharedPurchase, 'fingerprint' | 'replays'>,
  known: readonly string[],
  entries: readonly RecordedEntry[],
): OtherPurchase | undefined {
  const end = findLastEnd(fingerprint, known, entries);
  if (end?.type === 'billed') {
    if (end.rows !== null) return { id: end.id, tenths: end.tenths };
    throw new ApiError('unreadable', 'The response could not be read.', { status: 0, usedTenths: end.tenths });
  }
  if (end?.type === 'lost' && !replays) throw createLostError();
  return undefined;
}

/** The last charge or loss of a purchase that is among the `known` ids or reserved in these entries. */
export function findLastEnd(fingerprint: string, known: readonly string[], entries: readonly RecordedEntry[]) {
  const reserved = entries.flatMap((one) =>
    one.type === 'reserved' && one.fingerprint === fingerprint ? [one.id] : [],
  );
  const ids = new Set([...known, ...reserved]);
  return entries.findLast((one) => (one.type === 'billed' || one.type === 'lost') && ids.has(one.id));
}

/**
 * Ends the purchases of closed pages: the tab that holds the lock knows that no other one sends the same request. Throws
 * an ApiError where one may have been charged and the service does not replay it, so that the user decides.
 */
async function closeAbandoned(
  journal: Journal,
  { fingerprint, replays }: SharedPurchase,
  hasLock: boolean,
): Promise<void> {
  let isLost = false;
  await journal.append(({ pending }, at) =>
    pending
      .filter((one) => one.fingerprint === fingerprint && (one.step === 'lost' ? one.isUntold : hasLock))
      .map(({ id, step }): JournalEntry => {
        const reply = { status: 0, ms: 0, message: 'Its page was closed.' };
        if (step === 'reserved') return { type: 'rejected', at, id, reply };
        isLost = true;
        return { type: 'lost', at, id, reply };
      }),
  );
  if (isLost && !replays) throw createLostError();
}

/** Nobody knows whether the purchase of another was charged, so the user decides. */
export const createLostError = (): ApiError => new ApiError('lost', 'No response arrived.');
