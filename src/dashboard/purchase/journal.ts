import { z } from 'zod';
import { whenAccountOpen, type AccountModule } from '../platform/http/open-account.ts';
import { watchKey } from '../platform/http/key.ts';
import { createRandomId } from '../platform/random-id.ts';
import { createState } from '../platform/state.ts';
import { noteUnkept, openDatabase, type Database } from '../platform/storage/database.ts';
import { joinTabs } from '../platform/storage/tabs.ts';
import { readEntry, type JournalEntry, type RecordedEntry } from './journal-entry.ts';
import {
  applyToLedger,
  compactLedger,
  createLedger,
  defaultCompaction,
  getBook,
  readStoredLedger,
  storedLedger,
  type CompactionLimits,
  type Ledger,
} from './ledger.ts';
import { applyToMeter, blankMeter, type Meter } from './meter.ts';
import { migrateBooks } from './migrate-books.ts';
import { applyToSession, createSession, readSessionAt, spendingSession, type SpendingSession } from './session.ts';

/** The projections that every screen shows, up to the entry `seq`. */
export type JournalState = { readonly seq: number; readonly session: SpendingSession; readonly meter: Meter };

/** Chooses the entries to append, with the session of all tabs as it is at that moment. */
export type Decide = (session: SpendingSession, now: number) => readonly JournalEntry[];

/** The journal of one account, over all tabs; see README.md for what it guarantees. */
export type Journal = {
  readonly read: () => JournalState;
  /**
   * Appends entries in one transaction. The transactions of all tabs follow one another, so that two tabs never reserve
   * the same credits. Resolves with the session after them; never rejects.
   */
  readonly append: (decide: Decide) => Promise<SpendingSession>;
  readonly readLedger: () => Promise<Ledger>;
  readonly close: () => void;
};

/** Past `maxEntries` the projections are stored as checkpoints and the entries they include are deleted. */
type JournalLimits = CompactionLimits & { readonly maxEntries: number };
const defaultLimits: JournalLimits = { ...defaultCompaction, maxEntries: 1000 };

const sessionCheckpoint = z.object({ seq: z.number(), session: spendingSession });
const ledgerCheckpoint = z.object({ seq: z.number(), ledger: storedLedger });

const createBlankState = (): JournalState => ({ seq: -1, session: createSession(Date.now()), meter: blankMeter });

/** Applies the entries that a state does not include yet; a newer checkpoint stands in for deleted ones. */
function advance(state: JournalState, checkpoint: unknown, stored: readonly { readonly seq?: number }[]): JournalState {
  const { data } = sessionCheckpoint.safeParse(checkpoint);
  const base = data && data.seq > state.seq ? { ...state, ...data } : state;
  return stored.reduce<JournalState>(
    (before, one) => ((one.seq ?? 0) > before.seq ? applyEntry(before, readEntry(one)) : before),
    base,
  );
}

const applyEntry = (state: JournalState, entry: RecordedEntry): JournalState => ({
  seq: entry.seq,
  session: applyToSession(state.session, entry),
  meter: applyToMeter(state.meter, entry),
});

/** Opens the journal of an account; without a database, or where it cannot be written, it lives in this tab alone. */
export async function createJournal(
  account: string,
  database: Database | undefined,
  onChange: (state: JournalState) => void,
  limits = defaultLimits,
): Promise<Journal> {
  let state = createBlankState();
  let device = createRandomId();
  /** Undefined once something could not be written. */
  let writable = database;
  let isClosed = false;
  /** What is in this tab alone. */
  const memory: RecordedEntry[] = [];
  let ledger: { readonly seq: number; readonly ledger: Ledger } | undefined;

  const show = (next: JournalState) => {
    if (next.seq < state.seq) return;
    state = next;
    onChange(state);
  };
  const catchUp = async () => {
    if (!writable) return;
    const transaction = writable.transaction(['journal', 'checkpoints']);
    const [checkpoint, stored] = await Promise.all([
      transaction.objectStore('checkpoints').get('session'),
      transaction.objectStore('journal').getAll(IDBKeyRange.lowerBound(state.seq, true)),
    ]);
    show(advance(state, checkpoint, stored));
  };
  const tabs = joinTabs<'changed'>(`journal ${account}`, () => {
    void catchUp().catch((error) => isClosed || noteUnkept(error));
  });

  const appendToMemory = (decide: Decide): SpendingSession => {
    const now = Date.now();
    let next = { ...state, session: readSessionAt(state.session, now) };
    for (const entry of decide(next.session, now)) {
      const recorded = { ...entry, seq: next.seq + 1 };
      memory.push(recorded);
      next = applyEntry(next, recorded);
    }
    show(next);
    return next.session;
  };

  const appendToDatabase = async (target: Database, decide: Decide): Promise<SpendingSession> => {
    const transaction = target.transaction(['journal', 'checkpoints'], 'readwrite');
    const journal = transaction.objectStore('journal');
    const [checkpoint, stored] = await Promise.all([
      transaction.objectStore('checkpoints').get('session'),
      journal.getAll(IDBKeyRange.lowerBound(state.seq, true)),
    ]);
    const now = Date.now();
    let next = advance(state, checkpoint, stored);
    next = { ...next, session: readSessionAt(next.session, now) };
    const entries = decide(next.session, now);
    for (const entry of entries) next = applyEntry(next, { ...entry, seq: await journal.add(entry) });
    const count = await journal.count();
    await transaction.done;
    show(next);
    if (entries.length > 0 && !isClosed) tabs.tell('changed');
    const isLarge = count > limits.maxEntries || entries.some(({ type }) => type === 'restored');
    if (isLarge) await compact(target, device, limits).catch(() => undefined);
    return next.session;
  };

  const journal: Journal = {
    read: () => state,
    append: async (decide) => {
      if (!writable) return appendToMemory(decide);
      try {
        if (!isClosed) return await appendToDatabase(writable, decide);
        // A response that arrives after the account was changed belongs to the account that paid.
        const reopened = await openDatabase(account);
        if (!reopened) return appendToMemory(decide);
        return await appendToDatabase(reopened, decide).finally(() => reopened.close());
      } catch (error) {
        noteUnkept(error);
        writable = undefined;
        return appendToMemory(decide);
      }
    },
    readLedger: async () => {
      const base = ledger ?? { seq: -1, ledger: createLedger(device) };
      const stored = database && (await readStored(database, device, base).catch(() => undefined));
      // Other tabs may still write where this one could not; its own entries follow what it had read.
      const fresh = stored ?? { base, entries: [] };
      const first = memory[0]?.seq ?? Infinity;
      const entries = [
        ...fresh.entries.filter(({ seq }) => seq < first),
        ...memory.filter(({ seq }) => seq > base.seq),
      ];
      const seq = Math.max(fresh.base.seq, entries.at(-1)?.seq ?? -1);
      ledger = { seq, ledger: applyToLedger(fresh.base.ledger, entries) };
      return ledger.ledger;
    },
    close: () => {
      isClosed = true;
      tabs.close();
    },
  };

  if (database) {
    try {
      device = await readDevice(database);
      await migrateBooks(database, device);
      await catchUp();
      // The meter shows what was reported since this page was loaded.
      state = { ...state, meter: blankMeter };
    } catch (error) {
      noteUnkept(error);
      writable = undefined;
    }
  }
  await journal.append(({ pending }, at) =>
    pending.some(({ tab }) => tab === tabName) ? [{ type: 'tab-reopened', at, tab: tabName }] : [],
  );
  return journal;
}

/** The name of this device in the ledger, so that the ledgers of several devices merge. */
async function readDevice(database: Database): Promise<string> {
  const transaction = database.transaction(['checkpoints', 'ledger'], 'readwrite');
  const checkpoints = transaction.objectStore('checkpoints');
  const known: unknown = (await checkpoints.get('device')) ?? (await transaction.objectStore('ledger').get('device'));
  const device = typeof known === 'string' ? known : createRandomId();
  await checkpoints.put(device, 'device');
  await transaction.done;
  return device;
}

type LedgerAt = { readonly seq: number; readonly ledger: Ledger };

/** Reads the entries that a ledger does not include yet, and the checkpoint where it stands in for deleted ones. */
async function readStored(
  database: Database,
  device: string,
  known: LedgerAt,
): Promise<{ readonly base: LedgerAt; readonly entries: readonly RecordedEntry[] }> {
  const transaction = database.transaction(['journal', 'checkpoints']);
  const [stored, entries] = await Promise.all([
    transaction.objectStore('checkpoints').get('ledger'),
    transaction.objectStore('journal').getAll(IDBKeyRange.lowerBound(known.seq, true)),
  ]);
  const { data } = ledgerCheckpoint.safeParse(stored);
  const base = data && data.seq >= known.seq ? { seq: data.seq, ledger: readStoredLedger(device, data.ledger) } : known;
  return { base, entries: entries.map(readEntry).filter(({ seq }) => seq > base.seq) };
}

/** Stores the projections as checkpoints and deletes the entries that they include, in one transaction. */
async function compact(database: Database, device: string, limits: JournalLimits): Promise<void> {
  const transaction = database.transaction(['journal', 'checkpoints'], 'readwrite');
  const [checkpoints, journal] = [transaction.objectStore('checkpoints'), transaction.objectStore('journal')];
  const [session, stored, all] = await Promise.all([
    checkpoints.get('session'),
    checkpoints.get('ledger'),
    journal.getAll(),
  ]);
  const state = advance(createBlankState(), session, all);
  const { data } = ledgerCheckpoint.safeParse(stored);
  const base = data ? readStoredLedger(device, data.ledger) : createLedger(device);
  const entries = all.map(readEntry).filter(({ seq }) => seq > (data?.seq ?? -1));
  const ledger = compactLedger(applyToLedger(base, entries), limits);
  await Promise.all([
    checkpoints.put({ seq: state.seq, session: state.session }, 'session'),
    checkpoints.put({ seq: state.seq, ledger: getBook(ledger) }, 'ledger'),
    journal.delete(IDBKeyRange.upperBound(state.seq)),
    transaction.done,
  ]);
}

/** A name for this tab that survives a reload; a new one where the browser closes its storage. */
export const tabName = readTabName();

function readTabName(): string {
  try {
    const name = sessionStorage.getItem('fundscope.tab') ?? createRandomId();
    sessionStorage.setItem('fundscope.tab', name);
    return name;
  } catch {
    return createRandomId();
  }
}

const view = createState<JournalState>(createBlankState());
/** The projections of the account in use, as React state. */
export const useJournal = view.use;
export const useSession = (): SpendingSession => view.use().session;

let current: Promise<Journal> = createJournal('nobody', undefined, view.write);
/** Counts the accounts that were opened. */
let opened = 0;

// At once, before anything is sent with the next key.
watchKey(() => view.write(createBlankState()));

/** Opens the journal of the account in use. */
export const journalOfAccount: AccountModule = {
  close: () => {
    void current.then(({ close }) => close());
    view.write(createBlankState());
  },
  open: async ({ account, database }) => {
    const number = (opened += 1);
    current = createJournal(account, database, (state) => {
      // A request of another account that is still in flight ends in the journal where it began.
      if (number === opened) view.write(state);
    });
    await current;
  },
};

/** The journal of the account in use, once it is known which that is. */
export const readJournal = (): Promise<Journal> => whenAccountOpen().then(() => current);

/** Appends to the journal of the account in use. */
export const appendToJournal = (decide: Decide): Promise<SpendingSession> =>
  readJournal().then((journal) => journal.append(decide));

/** Notes what a request would have cost if its rows were not unlocked already. */
export const noteReuse = async (tenths: number): Promise<void> => {
  await appendToJournal((_, at) => [{ type: 'reused', at, tenths }]);
};
