import { z } from 'zod';
import type { WorkspaceEntry } from '#contract/workspace.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Kind } from '../records/records.ts';
import { type EntryName, isWorkName, readHeldEntry } from './entries.ts';

/**
 * Where the synchronization of this browser stands: the id of the workspace, the version up to which all changes were
 * taken over, the version below which older entries are still to come, and whether everything of this browser was sent.
 */
const syncPlace = z.object({
  workspace: z.string(),
  after: z.number(),
  before: z.number().nullable(),
  isSent: z.boolean(),
});
export type SyncPlace = z.infer<typeof syncPlace>;

export const readSyncPlace = async (database: Database): Promise<SyncPlace | undefined> =>
  syncPlace.safeParse(await database.get('checkpoints', 'workspace')).data;

export const storeSyncPlace = async (database: Database, place: SyncPlace): Promise<void> => {
  await database.put('checkpoints', place, 'workspace');
};

/** A change that the workspace does not have yet, and when it was made. */
export type WaitingChange = { readonly name: EntryName; readonly at: number };

/** Up to so many changes that wait to be sent. */
export async function readOutbox(database: Database, count: number): Promise<WaitingChange[]> {
  const { store } = database.transaction('outbox');
  const [names, times] = await Promise.all([store.getAllKeys(null, count), store.getAll(null, count)]);
  return names.map((name, at) => ({ name, at: times[at] ?? 0 }));
}

/** An entry as it is now, also where another tab changed it and this one has not heard of it yet. */
export async function readCurrentEntry(
  database: Database,
  { name, at }: WaitingChange,
): Promise<WorkspaceEntry | undefined> {
  const held = readHeldEntry(name);
  if (held && held.at >= at) return held;
  return (await readStoredEntry(database, name)) ?? held;
}

async function readStoredEntry(database: Database, name: EntryName): Promise<WorkspaceEntry | undefined> {
  const [kind = '', ...key] = name;
  const [first = '', second = ''] = key;
  if (isWorkName(kind)) {
    const stored = await database.get(kind, key);
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
