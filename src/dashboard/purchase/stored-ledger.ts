import { z } from 'zod';
import type { Database } from '../platform/storage/database.ts';
import {
  type CompactionLimits,
  applyToLedger,
  compactLedger,
  createLedger,
  getCallHistory,
  parseStoredLedger,
  storedLedger,
  type LedgerSnapshot,
} from './ledger.ts';
import type { RecordedEntry } from './journal-entry.ts';
import type { SpendingSession } from './session.ts';
import { type StoredJournal, readSince } from './stored-journal.ts';

const ledgerCheckpoint = z.object({ seq: z.number(), ledger: storedLedger });

/** Updates a ledger with the entries of all tabs; `memory` are those that could not be stored. */
export async function updateLedger(
  database: Database | undefined,
  device: string,
  known: LedgerSnapshot = { seq: -1, ledger: createLedger(device) },
  memory: readonly RecordedEntry[] = [],
): Promise<LedgerSnapshot> {
  const stored = database && (await readStoredEntries(database, device, known).catch(() => undefined));
  const { base, entries } = stored ?? { base: known, entries: [] };
  // Other tabs may still write where this one could not; its own entries follow what it had read.
  const firstInMemory = memory[0]?.seq ?? Infinity;
  const fresh = [...entries.filter(({ seq }) => seq < firstInMemory), ...memory.filter(({ seq }) => seq > base.seq)];
  return {
    seq: Math.max(base.seq, fresh.at(-1)?.seq ?? -1),
    ledger: applyToLedger(base.ledger, fresh),
  };
}

/** Reads the entries that a ledger does not include yet, and the checkpoint where it replaces deleted ones. */
async function readStoredEntries(
  database: Database,
  device: string,
  known: LedgerSnapshot,
): Promise<{ readonly base: LedgerSnapshot; readonly entries: readonly RecordedEntry[] }> {
  const transaction = database.transaction(['journal', 'checkpoints']);
  const { checkpoint, entries } = await readSince(transaction, known.seq);
  // Both checkpoints are written together.
  const isReplaced = known.seq < 0 || (checkpoint?.seq ?? -1) > known.seq;
  const stored = isReplaced
    ? parseCheckpoint(await transaction.objectStore('checkpoints').get('ledger'), device)
    : undefined;
  const base = stored && stored.seq >= known.seq ? stored : known;
  return { base, entries: entries.filter(({ seq }) => seq > base.seq) };
}

function parseCheckpoint(checkpoint: unknown, device: string): LedgerSnapshot | undefined {
  const { data } = ledgerCheckpoint.safeParse(checkpoint);
  return data && { seq: data.seq, ledger: parseStoredLedger(device, data.ledger) };
}

/**
 * Stores the session and the ledger as checkpoints and deletes the entries that they include, in one transaction.
 * `project` returns the session after all entries.
 */
export async function compactJournal(
  database: Database,
  device: string,
  limits: CompactionLimits,
  project: (stored: StoredJournal) => { readonly seq: number; readonly session: SpendingSession },
): Promise<void> {
  const transaction = database.transaction(['journal', 'checkpoints'], 'readwrite');
  const checkpoints = transaction.objectStore('checkpoints');
  const [stored, before] = await Promise.all([readSince(transaction, -1), checkpoints.get('ledger')]);
  const base = parseCheckpoint(before, device) ?? { seq: -1, ledger: createLedger(device) };
  const { seq, session } = project(stored);
  const entries = stored.entries.filter((entry) => entry.seq > base.seq);
  const ledger = compactLedger(applyToLedger(base.ledger, entries), limits, Date.now());
  await Promise.all([
    checkpoints.put({ seq, session }, 'session'),
    checkpoints.put({ seq, ledger: getCallHistory(ledger) }, 'ledger'),
    transaction.objectStore('journal').delete(IDBKeyRange.upperBound(seq)),
    transaction.done,
  ]);
}
