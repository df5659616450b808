import type { IDBPTransaction } from 'idb';
import { z } from 'zod';
import { createRandomId } from '../platform/storage/storage.ts';
import type { Database, DeviceSchema } from '../platform/storage/database.ts';
import { type RecordedEntry, parseEntry } from './journal-entry.ts';
import { type SpendingSession, spendingSession } from './session.ts';

const sessionCheckpoint = z.object({ seq: z.number(), session: spendingSession });

/** Entries of a journal in order, and the newest checkpoint of the session. */
export type StoredJournal = {
  readonly checkpoint: { readonly seq: number; readonly session: SpendingSession } | undefined;
  readonly entries: readonly RecordedEntry[];
};

type JournalTransaction<Mode extends IDBTransactionMode> = IDBPTransaction<
  DeviceSchema,
  ('journal' | 'checkpoints')[],
  Mode
>;

/** Reads the entries after `seq`, as a part of a transaction. */
export async function readSince<Mode extends IDBTransactionMode>(
  transaction: JournalTransaction<Mode>,
  seq: number,
): Promise<StoredJournal> {
  const [checkpoint, entries] = await Promise.all([
    transaction.objectStore('checkpoints').get('session'),
    transaction.objectStore('journal').getAll(IDBKeyRange.lowerBound(seq, true)),
  ]);
  return { checkpoint: sessionCheckpoint.safeParse(checkpoint).data, entries: entries.map(parseEntry) };
}

/** Reads the entries after `seq`. */
export const readJournalSince = (database: Database, seq: number): Promise<StoredJournal> =>
  readSince(database.transaction(['journal', 'checkpoints']), seq);

/** The name of this device in the ledger, so that the ledgers of several devices merge. */
export async function readDevice(database: Database): Promise<string> {
  const transaction = database.transaction(['checkpoints', 'ledger'], 'readwrite');
  const checkpoints = transaction.objectStore('checkpoints');
  const known: unknown = (await checkpoints.get('device')) ?? (await transaction.objectStore('ledger').get('device'));
  const device = typeof known === 'string' ? known : createRandomId();
  await checkpoints.put(device, 'device');
  await transaction.done;
  return device;
}
