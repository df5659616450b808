import { type CallEntry, mergeCallHistories, parseCallEntry, collectCalls } from '#contract/call-history.ts';
import type { CallHistory, LoggedCall } from '#contract/calls.ts';
import type { Database } from '../platform/storage/database.ts';
import { appendToJournal, type Journal, notifySharedCalls, sharedCalls } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';

type StoredEntry = { readonly key: string[]; readonly at: number; readonly value: unknown };

/** An entry as the device stores it. */
export const toStored = ({ key, at, value }: CallEntry): StoredEntry => ({ key: [...key], at, value });

/** What was read of the shared calls, until others arrive. */
let read: { readonly database: Database; readonly version: number; readonly history: SharedHistory } | undefined;
type SharedHistory = ReturnType<typeof collectCalls>;

/** This browser's own calls together with those from the workspace, each once. */
export async function addSharedCalls(database: Database, own: CallHistory): Promise<CallHistory> {
  if (read?.database !== database || read.version !== sharedCalls.read()) {
    const before = sharedCalls.read();
    read = { database, version: before, history: collectCalls(await database.getAll('shared-calls')) };
  }
  const { folded, ...shared } = read.history;
  return mergeCallHistories({ ...own, calls: own.calls.filter(({ id }) => !folded.has(id)) }, shared);
}

/** Takes over calls from the workspace; resolves with what this browser did not know. */
export async function mergeSharedCalls(database: Database, entries: readonly CallEntry[]): Promise<CallEntry[]> {
  const transaction = database.transaction('shared-calls', 'readwrite');
  const accepted: CallEntry[] = [];
  await Promise.all([
    ...entries
      .flatMap((sent) => parseCallEntry(sent) ?? [])
      .map(async (entry) => {
        if (((await transaction.store.get([...entry.key]))?.at ?? -1) > entry.at) return;
        accepted.push(entry);
        await transaction.store.put(toStored(entry));
      }),
    transaction.done,
  ]);
  if (accepted.length > 0) notifySharedCalls();
  return accepted;
}

/** Ends what this browser lists as unconfirmed and another one got the response of. */
export async function resolveUnconfirmed(journal: Journal, received: readonly CallEntry[]): Promise<void> {
  const confirmed = collectCalls(received).calls.filter(({ outcome }) => outcome !== 'unknown' && outcome !== 'free');
  if (confirmed.length === 0) return;
  const { calls } = await journal.readLedger();
  const settled = confirmed.filter(({ id }) => calls.get(id)?.outcome === 'unknown');
  if (settled.length === 0) return;
  await journal.append((_, at) => settled.map((call) => buildSettled(call, at)));
}

function buildSettled({ id, outcome, billedTenths, rows, unlockedRows, reply }: LoggedCall, at: number): JournalEntry {
  const known = { at, id, reply: reply ?? { status: 0, ms: 0 } };
  if (outcome === 'rejected') return { type: 'rejected', ...known };
  return { type: 'billed', ...known, tenths: billedTenths, listedTenths: 0, rows, unlockedRows };
}

/** Empties the list of calls; the session, its budget and the gateway's own history stay. */
export async function clearLedger(): Promise<void> {
  await appendToJournal((_, at) => [{ type: 'ledger-cleared', at }]);
  notifySharedCalls();
}
