import {
  buildCallEntry,
  buildFoldedEntry,
  buildSumsEntries,
  type CallEntry,
  getDevice,
  collectCalls,
} from '#contract/call-history.ts';
import type { LoggedCall } from '#contract/calls.ts';
import type { Database } from '../platform/storage/database.ts';
import { toStored } from './shared-calls.ts';
import { updateLedger } from './stored-ledger.ts';
import type { LedgerSnapshot } from './ledger.ts';
import { readDevice } from './stored-journal.ts';

/**
 * Puts this browser's own calls among those of the account, and notes for the workspace what is new or better known. It
 * reads the journal of all tabs, so that nothing is missed where a tab was closed in between, and repeating it changes
 * nothing.
 */
export function createCallSharing(database: Database): () => Promise<void> {
  let snapshot: LedgerSnapshot | undefined;
  /** The calls as they were shared last. */
  let shared: ReadonlyMap<string, LoggedCall> | undefined;
  return async () => {
    const [device, emptied] = await Promise.all([readDevice(database), database.get('checkpoints', 'emptied')]);
    const before = snapshot;
    snapshot = await updateLedger(database, device, before);
    if (shared && before?.seq === snapshot.seq) return;
    const { calls, sums } = snapshot.ledger;
    const earlier = shared ?? (await readOwnShared(database, device));
    const changed = [...calls.values()].filter((call) => shared?.get(call.id) !== call);
    const folded = [...earlier.values()].filter(
      (call) => !calls.has(call.id) && call.at <= (sums[device]?.to ?? -1) && getDevice(call) === device,
    );
    const entries = [
      ...changed.map(buildCallEntry),
      ...buildSumsEntries(sums),
      ...folded.map(({ id }) => buildFoldedEntry(id)),
    ];
    if (await store(database, entries, emptied)) shared = calls;
    else snapshot = shared = undefined;
  };
}

async function readOwnShared(database: Database, device: string): Promise<ReadonlyMap<string, LoggedCall>> {
  const { calls } = collectCalls(await database.getAll('shared-calls'));
  return new Map(calls.filter((call) => getDevice(call) === device).map((call) => [call.id, call]));
}

/** Stores what is better known than before; false where everything was deleted in the meantime. */
async function store(database: Database, entries: readonly CallEntry[], emptied: unknown): Promise<boolean> {
  const transaction = database.transaction(['shared-calls', 'outbox', 'checkpoints'], 'readwrite');
  const [calls, outbox] = [transaction.objectStore('shared-calls'), transaction.objectStore('outbox')];
  if ((await transaction.objectStore('checkpoints').get('emptied')) !== emptied) return false;
  await Promise.all([
    ...entries.map(async (entry) => {
      const held = await calls.get([...entry.key]);
      if ((held?.at ?? -1) >= entry.at) return;
      await Promise.all([calls.put(toStored(entry)), outbox.put(entry.at, ['calls', ...entry.key])]);
    }),
    transaction.done,
  ]);
  return true;
}
