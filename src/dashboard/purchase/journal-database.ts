import type { IDBPTransaction } from 'idb';
import { z } from 'zod';
import { createRandomId } from '../platform/random-id.ts';
import type { Database, DeviceSchema } from '../platform/storage/database.ts';
import { readEntry, type RecordedEntry } from './journal-entry.ts';
import { createLedger, getBook, readStoredLedger, storedLedger, type Ledger } from './ledger.ts';
import { spendingSession, type SpendingSession } from './session.ts';

const sessionCheckpoint = z.object({ seq: z.number(), session: spendingSession });
const ledgerCheckpoint = z.object({ seq: z.number(), ledger: storedLedger });

/** Entries of a journal in order, and the newest checkpoint of the session. */
export type StoredJournal = {
  readonly checkpoint: { readonly seq: number; readonly session: SpendingSession } | undefined;
  readonly entries: readonly RecordedEntry[];
};
/** A ledger with the last entry that it includes. */
export type LedgerSnapshot = { readonly seq: number; readonly ledger: Ledger };

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
  return { checkpoint: sessionCheckpoint.safeParse(checkpoint).data, entries: entries.map(readEntry) };
}

/** Reads the entries after `seq`. */
export const readJournalSince = (database: Database, seq: number): Promise<StoredJournal> =>
  readSince(database.transaction(['journal', 'checkpoints']), seq);

/** Reads the entries that a ledger does not include yet, and the checkpoint where it replaces deleted ones. */
export async function readStoredEntries(
  database: Database,
  device: string,
  known: LedgerSnapshot,
): Promise<{ readonly base: LedgerSnapshot; readonly entries: readonly RecordedEntry[] }> {
  const transaction = database.transaction(['journal', 'checkpoints']);
  const [checkpoint, { entries }] = await Promise.all([
    transaction.objectStore('checkpoints').get('ledger'),
    readSince(transaction, known.seq),
  ]);
  const stored = readCheckpoint(checkpoint, device);
  const base = stored && stored.seq >= known.seq ? stored : known;
  return { base, entries: entries.filter(({ seq }) => seq > base.seq) };
}

function readCheckpoint(checkpoint: unknown, device: string): LedgerSnapshot | undefined {
  const { data } = ledgerCheckpoint.safeParse(checkpoint);
  return data && { seq: data.seq, ledger: readStoredLedger(device, data.ledger) };
}

type Checkpoints = LedgerSnapshot & { readonly session: SpendingSession };

/** Stores what `project` makes of all entries as checkpoints and deletes those entries, in one transaction. */
export async function writeCheckpoints(
  database: Database,
  device: string,
  project: (stored: StoredJournal, base: LedgerSnapshot) => Checkpoints,
): Promise<void> {
  const transaction = database.transaction(['journal', 'checkpoints'], 'readwrite');
  const checkpoints = transaction.objectStore('checkpoints');
  const [stored, before] = await Promise.all([readSince(transaction, -1), checkpoints.get('ledger')]);
  const base = readCheckpoint(before, device) ?? { seq: -1, ledger: createLedger(device) };
  const { seq, session, ledger } = project(stored, base);
  await Promise.all([
    checkpoints.put({ seq, session }, 'session'),
    checkpoints.put({ seq, ledger: getBook(ledger) }, 'ledger'),
    transaction.objectStore('journal').delete(IDBKeyRange.upperBound(seq)),
    transaction.done,
  ]);
}

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
