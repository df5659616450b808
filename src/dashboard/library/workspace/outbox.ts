import { z } from 'zod';
import type { WorkspaceEntry } from '#contract/workspace.ts';
import { type Database, workNames } from '../../platform/storage/database.ts';
import type { JournalEntry } from '../../purchase/journal-entry.ts';
import type { Kind } from '../records/records.ts';
import { type EntryName, isWorkName, readUnsavedEntry } from './entries.ts';

/**
 * How far this browser is synchronized: the id of the workspace, the version up to which all changes were taken over,
 * the version below which older entries are still missing, and whether everything of this browser was sent.
 */
const syncPlace = z.object({
  workspace: z.string(),
  after: z.number(),
  before: z.number().nullable(),
  isSent: z.boolean(),
  /** False if a version that did not know calls was used here: it ignored those that it received. */
  hasCalls: z.boolean().default(false),
});
export type SyncPlace = z.infer<typeof syncPlace>;

export async function readSyncPlace(database: Database): Promise<SyncPlace | undefined> {
  const { data } = syncPlace.safeParse(await database.get('checkpoints', 'workspace'));
  return data && !data.hasCalls ? { ...data, before: Number.MAX_SAFE_INTEGER, hasCalls: true } : data;
}

export const storeSyncPlace = async (database: Database, place: SyncPlace): Promise<void> => {
  await database.put('checkpoints', place, 'workspace');
};

/** When the workspace was last emptied, as far as this browser knows; undefined if it was never in one. */
const readEmptied = async (database: Database): Promise<number | undefined> =>
  z.number().safeParse(await database.get('checkpoints', 'emptied')).data;

/** Starts over: everything is compared at the next synchronization. That it was in a workspace is remembered. */
export async function clearSyncPlace(database: Database): Promise<void> {
  if ((await readSyncPlace(database)) && (await readEmptied(database)) === undefined) {
    await database.put('checkpoints', 0, 'emptied');
  }
  await database.delete('checkpoints', 'workspace');
}

/** Empties the device if the workspace was emptied since this browser last knew it; `onEmptied` empties the memory. */
export async function followDeletion(database: Database, emptied: number, onEmptied: () => void): Promise<void> {
  const known = await readEmptied(database);
  if (known !== undefined && emptied > known) {
    onEmptied();
    await emptyDevice(database, emptied);
  } else await database.put('checkpoints', emptied, 'emptied');
}

/**
 * Deletes all records, the user's own work and the list of calls from the device; the session and its budget stay.
 * `emptied` is stored as the time of the last deletion.
 */
export async function emptyDevice(database: Database, emptied?: number): Promise<void> {
  const names = ['rows', 'pages', 'unknown', 'outbox', 'shared-calls', ...workNames] as const;
  const transaction = database.transaction([...names, 'checkpoints' as const, 'journal' as const], 'readwrite');
  const knowing = emptied === undefined ? [] : [transaction.objectStore('checkpoints').put(emptied, 'emptied')];
  const cleared = transaction.objectStore('journal').add({ type: 'ledger-cleared', at: Date.now() } as JournalEntry);
  await Promise.all([
    ...names.map((name) => transaction.objectStore(name).clear()),
    ...knowing,
    cleared,
    transaction.done,
  ]);
}

/** A change that the workspace does not have yet, and when it was made. */
export type WaitingChange = { readonly name: EntryName; readonly at: number };

/** All changes that are waiting to be sent. */
export async function readOutbox(database: Database): Promise<WaitingChange[]> {
  const { store } = database.transaction('outbox');
  const [names, times] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return names.map((name, at) => ({ name, at: times[at] ?? 0 }));
}

/** The current entry, even if another tab changed it and this one does not know yet. */
export async function readCurrentEntry(
  database: Database,
  { name, at }: WaitingChange,
): Promise<WorkspaceEntry | undefined> {
  const held = readUnsavedEntry(name);
  if (held && held.at >= at) return held;
  return (await readStoredEntry(database, name)) ?? held;
}

async function readStoredEntry(database: Database, name: EntryName): Promise<WorkspaceEntry | undefined> {
  const [kind = '', ...key] = name;
  const [first = '', second = ''] = key;
  if (isWorkName(kind) || kind === 'calls') {
    const stored = await database.get(kind === 'calls' ? 'shared-calls' : kind, key);
    return stored && { kind, key, at: stored.at, value: stored.value };
  }
  if (kind === 'unknown') {
    return (await database.get('unknown', [first, second])) === undefined
      ? undefined
      : { kind, key, at: 0, value: true };
  }
  const stored = await database.get('rows', [kind, first]);
  return stored && { kind: kind as Kind, key, at: stored.at, value: stored.row };
}

/** Removes changes that were sent, unless they were changed again in the meantime. */
export async function clearOutbox(database: Database, sent: readonly WaitingChange[]): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite');
  await Promise.all([
    ...sent.map(async ({ name, at }) => {
      const key = [...name];
      if ((await transaction.store.get(key)) === at) await transaction.store.delete(key);
    }),
    transaction.done,
  ]);
}
