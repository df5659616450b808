import { type Tabs, createRandomId, joinTabs } from '../platform/storage/storage.ts';
import { type Database, openAccountDatabase, reportNotStored } from '../platform/storage/database.ts';
import { type AccountModule, whenAccountOpen } from '../platform/http/account.ts';
import { watchKey } from '../platform/http/key.ts';
import { createState } from '../platform/state.ts';
import type { JournalEntry, RecordedEntry } from './journal-entry.ts';
import { type SpendingSession, applyToSession, createSession, advanceSession } from './session.ts';
import type { CompactionLimits, Ledger, LedgerSnapshot } from './ledger.ts';
import { type Meter, applyToMeter, emptyMeter, reloadMeter } from './meter.ts';
import { readDevice, readJournalSince, readSince, type StoredJournal } from './stored-journal.ts';

/** The projections that every screen shows, up to the entry `seq`. */
type JournalState = { readonly seq: number; readonly session: SpendingSession; readonly meter: Meter };

/** Past `maxEntries` the projections are stored as checkpoints and the entries they include are deleted. */
type JournalLimits = CompactionLimits & { readonly maxEntries: number };
const defaultLimits: JournalLimits = { maxEntries: 1000, maxCalls: 5000, compactedCalls: 4500 };

/** Entries after which the journal is compacted at once: because they are large, or so that nothing is left. */
const bulky: readonly JournalEntry['type'][] = ['restored', 'ledger-cleared'];

/** Chooses the entries to append, with the session of all tabs as it is at that moment. It must not throw. */
export type Decide = (session: SpendingSession, now: number) => readonly JournalEntry[];

const createBlankState = (): JournalState => ({ seq: -1, session: createSession(Date.now()), meter: emptyMeter });

/** Applies the entries that a state does not include yet; a newer checkpoint replaces deleted ones. */
function advance(state: JournalState, stored: StoredJournal): JournalState {
  const { checkpoint } = stored;
  const base = checkpoint && checkpoint.seq > state.seq ? { ...state, ...checkpoint } : state;
  return stored.entries.reduce<JournalState>(
    (before, entry) => (entry.seq > before.seq ? applyEntry(before, entry) : before),
    base,
  );
}

const applyEntry = (state: JournalState, entry: RecordedEntry): JournalState => ({
  seq: entry.seq,
  session: applyToSession(state.session, entry),
  meter: applyToMeter(state.meter, entry),
});

/** The journal of one account over all tabs; README.md says what it guarantees. */
export class Journal {
  #state = createBlankState();
  #device = createRandomId();
  #tabs: Tabs<'changed'>;
  #isClosed = false;
  /** Undefined once something could not be written; then the journal continues in this tab alone. */
  #writable: Database | undefined;
  readonly #memory: RecordedEntry[] = [];
  #ledger: LedgerSnapshot | undefined;

  private constructor(
    readonly account: string,
    readonly database: Database | undefined,
    readonly onChange: (state: JournalState) => void,
    readonly limits: JournalLimits,
  ) {
    this.#writable = database;
    this.#tabs = joinTabs<'changed'>(`journal ${account}`, () => void this.#catchUp());
  }

  /** Opens the journal of an account; without a database it lives in this tab alone. */
  static async open(
    account: string,
    database: Database | undefined,
    onChange: (state: JournalState) => void,
    limits = defaultLimits,
  ): Promise<Journal> {
    const journal = new Journal(account, database, onChange, limits);
    if (database) await journal.#load(database);
    await journal.append(({ pending }, at) =>
      pending.some(({ tab }) => tab === tabName) ? [{ type: 'tab-reopened', at, tab: tabName }] : [],
    );
    return journal;
  }

  /** The projections as this tab last saw them. */
  read(): JournalState {
    return this.#state;
  }

  /** Whether other tabs read the same journal. */
  get isShared(): boolean {
    return this.#writable !== undefined && !this.#isClosed;
  }

  /** The entries of all tabs after `seq`; none where they cannot be read. */
  async readSince(seq: number): Promise<readonly RecordedEntry[]> {
    if (!this.#writable) return [];
    return readJournalSince(this.#writable, seq).then(
      ({ entries }) => entries,
      () => [],
    );
  }

  /**
   * Appends entries in one transaction. The transactions of all tabs follow one another, so that two tabs never reserve
   * the same credits. Resolves with the session after them; never rejects.
   */
  async append(decide: Decide): Promise<SpendingSession> {
    if (!this.#writable) return this.#appendToMemory(decide);
    try {
      if (!this.#isClosed) return await this.#appendToDatabase(this.#writable, decide);
      // A response that arrives after the account was changed belongs to the account that paid.
      const reopened = await openAccountDatabase(this.account);
      if (!reopened) return this.#appendToMemory(decide);
      return await this.#appendToDatabase(reopened, decide).finally(() => reopened.close());
    } catch (error) {
      reportNotStored(error);
      this.#writable = undefined;
      return this.#appendToMemory(decide);
    }
  }

  /** The ledger of all tabs. Its code is loaded when it is first read, to keep the first page small. */
  async readLedger(): Promise<Ledger> {
    const { updateLedger } = await import('./stored-ledger.ts');
    this.#ledger = await updateLedger(this.database, this.#device, this.#ledger, this.#memory);
    return this.#ledger.ledger;
  }

  close(): void {
    this.#isClosed = true;
    this.#tabs.close();
  }

  async #load(database: Database): Promise<void> {
    try {
      this.#device = await readDevice(database);
      if ((await database.count('ledger')) + (await database.count('calls')) > 0) {
        const { migrateOldLedger } = await import('./migrate-old-ledger.ts');
        await migrateOldLedger(database, this.#device);
      }
      this.#show(advance(this.#state, await readJournalSince(database, this.#state.seq)));
      // The meter and the account's budget show what was reported since this page was loaded.
      const { meter, session } = this.#state;
      this.#show({ ...this.#state, meter: reloadMeter(meter), session: { ...session, account: null } });
    } catch (error) {
      reportNotStored(error);
      this.#writable = undefined;
    }
  }

  async #catchUp(): Promise<void> {
    if (!this.#writable) return;
    try {
      this.#show(advance(this.#state, await readJournalSince(this.#writable, this.#state.seq)));
    } catch (error) {
      if (!this.#isClosed) reportNotStored(error);
    }
  }

  #show(next: JournalState): void {
    if (next.seq < this.#state.seq) return;
    this.#state = next;
    this.onChange(next);
  }

  #appendToMemory(decide: Decide): SpendingSession {
    const now = Date.now();
    let next = { ...this.#state, session: advanceSession(this.#state.session, now) };
    for (const entry of decide(next.session, now)) {
      const recorded = { ...entry, seq: next.seq + 1 };
      this.#memory.push(recorded);
      next = applyEntry(next, recorded);
    }
    this.#show(next);
    return next.session;
  }

  async #appendToDatabase(database: Database, decide: Decide): Promise<SpendingSession> {
    const transaction = database.transaction(['journal', 'checkpoints'], 'readwrite');
    const journal = transaction.objectStore('journal');
    const now = Date.now();
    let next = advance(this.#state, await readSince(transaction, this.#state.seq));
    next = { ...next, session: advanceSession(next.session, now) };
    const entries = decide(next.session, now);
    for (const entry of entries) next = applyEntry(next, { ...entry, seq: await journal.add(entry) });
    const count = await journal.count();
    await transaction.done;
    this.#show(next);
    if (entries.length > 0 && !this.#isClosed) this.#tabs.post('changed');
    const isLarge = count > this.limits.maxEntries || entries.some(({ type }) => bulky.includes(type));
    if (isLarge) await this.#compact(database).catch(() => undefined);
    return next.session;
  }

  /** Stores the projections as checkpoints and deletes the entries that they include. */
  async #compact(database: Database): Promise<void> {
    const { compactJournal } = await import('./stored-ledger.ts');
    await compactJournal(database, this.#device, this.limits, (stored) => advance(createBlankState(), stored));
  }
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

/** A number that changes when calls of other browsers arrive (shared-calls.ts). */
export const sharedCalls = createState(0);
export const notifySharedCalls = (): void => sharedCalls.write(sharedCalls.read() + 1);

let current: Promise<Journal> = Journal.open('nobody', undefined, view.write);
/** Counts the accounts that were opened. */
let opened = 0;

// At once, before anything is sent with the next key.
watchKey(() => view.write(createBlankState()));

/** Opens the journal of the account in use. */
export const journalOfAccount: AccountModule = {
  close: () => {
    void current.then((journal) => journal.close());
    view.write(createBlankState());
  },
  open: async ({ account, database }) => {
    const number = (opened += 1);
    current = Journal.open(account, database, (state) => {
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
export const recordReuse = async (tenths: number): Promise<void> => {
  await appendToJournal((_, at) => [{ type: 'reused', at, tenths }]);
};
