import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import { type endLease, leasePurchase } from '#contract/workspace.ts';
import { requestWorkspace, sendLeaving } from '../../platform/http/gateway-request.ts';
import { limiter } from '../../platform/http/limiter.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createRandomId } from '../../platform/storage/storage.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { reportBudget } from '../../purchase/account-budget.ts';
import type { Journal } from '../../purchase/journal.ts';
import type { RecordedEntry } from '../../purchase/journal-entry.ts';
import {
  createLostError,
  countBrowserWait,
  findLastEnd,
  type SharedPurchase,
  type PurchaseLock,
} from '../../purchase/purchase-lock.ts';
import { whenRecorded } from '../../purchase/record-bill.ts';
import { createBudgetError } from '../../purchase/reserve-budget.ts';
import { findLost, isReplayable } from '../../purchase/session.ts';
import { readSyncPlace } from './outbox.ts';
import { pause } from '../../platform/wait-until-idle.ts';

/** How often a waiting browser requests the lease, and how often its holder renews it; it lasts 45 s. */
const [pollMs, renewMs] = [300, 10_000];
/** Waits between attempts to get the first response about a lease. */
const retryMs = [300, 1000, 2000];
/** How long to wait for the records of a purchase to reach the workspace or this browser. */
const timeoutMs = 10_000;

type Lease = DataOf<typeof leasePurchase>;
/** Without a response from the gateway, nothing is known to have changed. */
const waiting = { granted: false, covered: true, completed: null } as const;

/**
 * Lets one browser of the account at a time make the same purchase, by leases of the gateway, which reserves the price
 * with the lease. A browser that waited learns what the other bought once its records have arrived here. Throws an
 * ApiError if the budget of the account does not cover the price, or the gateway does not say whether it does.
 */
export function createAccountLock(database: Database, signal: AbortSignal): PurchaseLock {
  return async (journal, purchase, buy) => {
    if (signal.aborted) return buy(undefined);
    const { fingerprint: request, cancelled, tenths } = purchase;
    const holder = createRandomId();
    const lost = findLost(await journal.append(() => []), request);
    // Our own service can return a lost response again under its key.
    const isResumed = lost && purchase.replays && isReplayable(lost, Date.now());
    const id = isResumed ? lost.id : createRandomId();
    const body = { request, holder, purchase: { id, tenths }, lost: isResumed ? undefined : lost?.id };
    const requestLease = (waited: boolean) => sendLeaseRequest(journal, { ...body, waited }, cancelled);
    let lease = await getFirstLease(requestLease);
    cancelled.throwIfAborted();
    if (lease && !lease.granted && lease.covered && !lease.completed) {
      countBrowserWait(1);
      try {
        lease = await waitForLease(requestLease, purchase);
      } finally {
        countBrowserWait(-1);
      }
    }
    // The key of this page has no workspace.
    if (!lease) return buy(undefined);
    if (!lease.covered) throw createBudgetError(journal.read().session, tenths);
    if (lease.completed) {
      // Our own service returns its response again under the same key.
      if (lease.completed.lost && !purchase.replays) throw createLostError();
      await waitForVersion(database, lease.version);
      const bought = await buy({ id: lease.completed.purchase, tenths: lease.completed.tenths });
      void releaseLease(database, journal, { request, holder, completed: { ...lease.completed, lost: false } });
      return bought;
    }
    const { pending } = await journal.append(() => []);
    const { seq } = journal.read();
    const known = pending.filter(({ fingerprint }) => fingerprint === request).map((one) => one.id);
    const renewing = setInterval(() => void requestLease(false).catch(() => undefined), renewMs);
    // Nothing was sent while it waits for the rate limit, so a page that replaces this one need not wait for the lease.
    const leave = () =>
      limiter.isWaiting() && sendLeaving('/workspace/leases/end', { request, holder, completed: null });
    addEventListener('pagehide', leave);
    try {
      return await buy(undefined, id);
    } finally {
      clearInterval(renewing);
      removeEventListener('pagehide', leave);
      void whenRecorded()
        .then(() => journal.readSince(seq))
        .then((entries) =>
          releaseLease(database, journal, { request, holder, completed: describeEnd(request, known, entries) }),
        );
    }
  };
}

type LeaseRequest = BodyOf<typeof leasePurchase>;

/** Requests a lease; undefined if the gateway keeps no workspace for the key of this page. */
async function sendLeaseRequest(
  journal: Journal,
  body: LeaseRequest,
  cancelled: AbortSignal,
): Promise<Lease | undefined> {
  try {
    const lease = parseLease(await requestWorkspace('/workspace/leases', cancelled, body));
    if (lease) await reportBudget(journal, lease.budget);
    return lease;
  } catch (error) {
    if (error instanceof ApiError && [401, 403, 404].includes(error.facts.status)) return undefined;
    throw error;
  }
}

/** Nothing is bought until the gateway says what is left of the budget. */
async function getFirstLease(
  requestLease: (waited: boolean) => Promise<Lease | undefined>,
): Promise<Lease | undefined> {
  for (const wait of retryMs) {
    try {
      return await requestLease(false);
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'offline') throw error;
      await pause(wait);
    }
  }
  throw new ApiError('unavailable', 'The gateway could not check the budget. Try again. You were not charged.');
}

/** Resolves when the lease is granted or its holder has bought; undefined if this key has no workspace. */
async function waitForLease(
  requestLease: (waited: boolean) => Promise<Lease | undefined>,
  { cancelled }: SharedPurchase,
): Promise<Lease | undefined> {
  for (;;) {
    cancelled.throwIfAborted();
    await pause(pollMs);
    const lease = await requestLease(true).catch(() => waiting);
    if (!lease || lease.granted || !lease.covered || lease.completed) return lease;
  }
}

const parseLease = (json: unknown): Lease | undefined => {
  const { data } = leasePurchase.data.safeParse((json as { data?: unknown } | undefined)?.data);
  return data;
};

/** Releases the lease and reports what was bought, after its records have reached the workspace. */
async function releaseLease(database: Database, journal: Journal, ended: BodyOf<typeof endLease>): Promise<void> {
  if (ended.completed?.lost === false) {
    await whenRecorded();
    await waitUntil(async () => (await database.count('outbox')) === 0);
  }
  const { signal } = new AbortController();
  await requestWorkspace('/workspace/leases/end', signal, ended).then(
    (json) => reportBudget(journal, (json as { readonly data: DataOf<typeof endLease> }).data.budget),
    () => undefined,
  );
}

/** How the purchase ended: charged or lost; null if nothing was charged. */
function describeEnd(request: string, known: readonly string[], entries: readonly RecordedEntry[]): Lease['completed'] {
  const end = findLastEnd(request, known, entries);
  if (end?.type === 'billed') return { purchase: end.id, tenths: end.tenths, lost: false };
  if (end?.type !== 'lost') return null;
  const reserved = entries.find((one) => one.type === 'reserved' && one.id === end.id);
  return { purchase: end.id, tenths: reserved?.type === 'reserved' ? reserved.tenths : 0, lost: true };
}

const waitForVersion = (database: Database, version: number): Promise<void> =>
  waitUntil(async () => ((await readSyncPlace(database))?.after ?? 0) >= version);

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until && !(await isDone())) await pause(100);
}
