import type { DataOf } from '#contract/endpoint.ts';
import { leasePurchase } from '#contract/workspace.ts';
import { requestWorkspace } from '../../platform/http/gateway-request.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createRandomId } from '../../platform/storage/storage.ts';
import type { Journal } from '../../purchase/journal.ts';
import type { RecordedEntry } from '../../purchase/journal-entry.ts';
import { createLostError, noteBrowserWait, type SharedPurchase, type TakeTurn } from '../../purchase/one-tab.ts';
import { readSyncPlace } from './outbox.ts';

/** How often one that waits asks, and how often the holder renews its lease of 45 s. */
const [askMs, renewMs] = [300, 10_000];
/** Records of a purchase reach the others within this time, or the others go on without. */
const patienceMs = 10_000;

type Lease = DataOf<typeof leasePurchase>;

/**
 * Takes turns with the other browsers of the account by leases of the gateway. A browser that waited learns what the
 * other has bought, after its records have arrived here. Where the gateway gives no answer, each buys for itself.
 */
export function createTurns(database: Database, signal: AbortSignal): TakeTurn {
  return async (journal, purchase, buy) => {
    if (signal.aborted) return buy(undefined);
    const request = purchase.fingerprint;
    const holder = createRandomId();
    const take = (waited: boolean): Promise<Lease | undefined> =>
      requestWorkspace('/workspace/leases', purchase.cancelled, { request, holder, waited }).then(
        parseLease,
        () => undefined,
      );
    let lease = await take(false);
    purchase.cancelled.throwIfAborted();
    if (lease?.granted === false) {
      noteBrowserWait(1);
      try {
        lease = await waitForTurn(take, purchase);
      } finally {
        noteBrowserWait(-1);
      }
    }
    if (!lease) return buy(undefined);
    if (lease.completed) {
      // Our own service returns its response again under the same key, or charges it now.
      if (lease.completed.lost && !purchase.replays) throw createLostError('No response arrived in another browser.');
      await waitForVersion(database, lease.version);
      return buy({ id: lease.completed.purchase, tenths: lease.completed.tenths });
    }
    const { pending } = await journal.append(() => []);
    const { seq } = journal.read();
    const known = pending.filter(({ fingerprint }) => fingerprint === request).map(({ id }) => id);
    const renewing = setInterval(() => void take(false), renewMs);
    try {
      return await buy(undefined);
    } finally {
      clearInterval(renewing);
      void endTurn(database, { journal, request, known, seq, holder });
    }
  };
}

/** Resolves when the lease is granted or its holder has bought; undefined where the gateway gives no answer. */
async function waitForTurn(
  take: (waited: boolean) => Promise<Lease | undefined>,
  { cancelled }: SharedPurchase,
): Promise<Lease | undefined> {
  for (;;) {
    cancelled.throwIfAborted();
    await pause(askMs);
    const lease = await take(true);
    if (!lease || lease.granted || lease.completed) return lease;
  }
}

const parseLease = (json: unknown): Lease | undefined => {
  const { data } = leasePurchase.data.safeParse((json as { data?: unknown } | undefined)?.data);
  return data;
};

type Turn = {
  readonly journal: Journal;
  readonly request: string;
  /** Earlier purchases of the same request, one of which may have been taken up again. */
  readonly known: readonly string[];
  readonly seq: number;
  readonly holder: string;
};

/** Tells what was bought, after its records have reached the workspace. */
async function endTurn(database: Database, { journal, request, known, seq, holder }: Turn): Promise<void> {
  const completed = findEnd(request, known, await journal.readSince(seq));
  if (completed?.lost === false) {
    // The caller stores the records within this task.
    await pause(0);
    await waitUntil(async () => (await database.count('outbox')) === 0);
  }
  const { signal } = new AbortController();
  await requestWorkspace('/workspace/leases/end', signal, { request, holder, completed }).catch(() => undefined);
}

/** How the purchase ended: charged or lost; null where nothing was charged. */
function findEnd(request: string, known: readonly string[], entries: readonly RecordedEntry[]): Lease['completed'] {
  const reserved = entries.flatMap((one) => (one.type === 'reserved' && one.fingerprint === request ? [one] : []));
  const ids = new Set([...known, ...reserved.map(({ id }) => id)]);
  const end = entries.findLast((one) => (one.type === 'billed' || one.type === 'lost') && ids.has(one.id));
  if (end?.type === 'billed') return { purchase: end.id, tenths: end.tenths, lost: false };
  if (end?.type !== 'lost') return null;
  return { purchase: end.id, tenths: reserved.find(({ id }) => id === end.id)?.tenths ?? 0, lost: true };
}

const waitForVersion = (database: Database, version: number): Promise<void> =>
  waitUntil(async () => ((await readSyncPlace(database))?.after ?? 0) >= version);

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until && !(await isDone())) await pause(100);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
