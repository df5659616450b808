import { reportNotStored, type Database, type WorkName } from '../../platform/storage/database.ts';
import { createRandomId, type Tabs, writeStored } from '../../platform/storage/storage.ts';
import { type Addition, type Identified, pageRows, type RowPage, type StoredRecord } from './packed-rows.ts';

/** One part of the user's own work. Each has its own time, so that two devices merge part by part. */
export type WorkEntry<Key extends readonly string[] = readonly string[], Value = unknown> = {
  readonly key: Key;
  /** When it was changed, in milliseconds. Of two entries with one key the later one counts. */
  readonly at: number;
  readonly value: Value;
};

/**
 * A message between tabs: records that it unlocked, the user's work that changed, that
 * records were cleared, that calls of other browsers arrived, or that everything was deleted.
 */
export type LibraryMessage =
  | { readonly kind: string; readonly addition: Addition<Identified> }
  | { readonly work: WorkName; readonly entries: readonly WorkEntry[] }
  | { readonly cleared: true }
  | { readonly calls: true }
  | { readonly emptied: true };

/** Where this tab stores changes of an account, and the channel to the other tabs. */
type Device = {
  readonly account: string;
  readonly database: Database | undefined;
  readonly tabs: Tabs<LibraryMessage>;
};
let device: Device | undefined;
/**
 * Whether changes are noted in the outbox, for the workspace of the gateway; those received from it never are. `onNote`
 * is called with the kind and key of each.
 */
export const outboxNotes = { isOn: true, onNote: (_name: readonly string[]): void => undefined };
export const receiving = { isOn: false };
const isNoted = (): boolean => outboxNotes.isOn && !receiving.isOn;
/** Changes from before the device was open. */
let waiting: (() => void)[] = [];

/** Stores changes from now on, including earlier ones; without a device they wait. */
export function setDevice(next: Device | undefined): void {
  device = next;
  const late = waiting;
  waiting = [];
  if (next) for (const change of late) change();
}

/** Sends a message to the other tabs of this account. */
export const postToTabs = (message: LibraryMessage): void => device?.tabs.post(message);

function store(message: LibraryMessage, save: (database: Database) => Promise<void>): void {
  if (!device) {
    waiting.push(() => store(message, save));
    return;
  }
  postToTabs(message);
  if (device.database) void save(device.database).catch(reportNotStored);
}

/** Stores additions to one kind of record. It writes in the same task as the change and commits without waiting. */
export const reportRecords =
  (kind: string) =>
  (addition: Addition<Identified>): void =>
    store({ kind, addition }, (database) => writeRecords(database, kind, addition));

/**
 * Stores changes of the user's own work, in the same way. A transaction that waits for another one, such as that of
 * many records, is lost when the page is left, although it is committed. Local storage has the changes until it is done
 * (own-work/recover-work.ts).
 */
export const reportWork =
  (work: WorkName) =>
  (entries: readonly WorkEntry[]): void =>
    store({ work, entries }, async (database) => {
      const name = `unsaved ${device?.account} ${createRandomId()}`;
      if (!receiving.isOn) writeStored(name, JSON.stringify({ work, entries }));
      await writeWork(database, work, entries);
      writeStored(name, undefined);
    });

/** If another tab has stored a later change that this one does not know of, that change stays. */
async function writeWork(database: Database, work: WorkName, entries: readonly WorkEntry[]): Promise<void> {
  const hasNote = isNoted();
  const transaction = database.transaction([work, 'outbox'], 'readwrite');
  const [stored, outbox] = [transaction.objectStore(work), transaction.objectStore('outbox')];
  const writes = entries.map(async (entry) => {
    const key = [...entry.key];
    if (((await stored.get(key))?.at ?? 0) > entry.at) return;
    await Promise.all([stored.put({ ...entry, key }), hasNote && outbox.put(entry.at, [work, ...key])]);
  });
  if (hasNote) for (const { key } of entries) outboxNotes.onNote([work, ...key]);
  await Promise.all([...writes, transaction.done]);
}

/** The kinds of rows in which versions before 5 of the database stored the user's work. */
export const oldWorkKinds: Readonly<Record<WorkName, string>> = {
  statuses: 'marks',
  reviews: 'shown',
  searches: 'searches',
  lists: 'lists',
};

/** All ids of a kind: an array sorts after every text. */
export const buildSpan = (kind: string): IDBKeyRange => IDBKeyRange.bound([kind], [kind, []]);

/** Whether a database has work that an older version stored among the records. */
export async function hasOldWork(database: Database): Promise<boolean> {
  const transaction = database.transaction(['rows', 'pages']);
  const found = await Promise.all(
    Object.values(oldWorkKinds).flatMap((kind) =>
      (['rows', 'pages'] as const).map((name) => transaction.objectStore(name).getKey(buildSpan(kind))),
    ),
  );
  return found.some((key) => key !== undefined);
}

/** Writes rows and unknown ids of one kind in one transaction; rejects if the browser has no room for them. */
async function writeRecords(database: Database, kind: string, { rows, unknown }: Addition<Identified>): Promise<void> {
  const hasNote = isNoted();
  // Received entries do not lock the outbox, so that the user's changes can be noted in the meantime.
  const transaction = database.transaction(['rows', 'unknown', ...(hasNote ? ['outbox' as const] : [])], 'readwrite');
  const [stored, unknownIds] = [transaction.objectStore('rows'), transaction.objectStore('unknown')];
  const writes: Promise<unknown>[] = [transaction.done];
  const note = (at: number, ...name: string[]) => {
    if (!hasNote) return;
    writes.push(transaction.objectStore('outbox').put(at, name));
    outboxNotes.onNote(name);
  };
  for (const record of rows) {
    const { id } = record.row;
    writes.push(stored.put(record, [kind, id]), unknownIds.delete([kind, id]));
    note(record.at, kind, id);
  }
  for (const id of unknown) {
    writes.push(unknownIds.put(1, [kind, id]));
    note(0, 'unknown', kind, id);
  }
  transaction.commit();
  await Promise.all(writes);
}

/** Receives what is read from the device, part by part: pages first. */
type Reader = {
  readonly receivePages: (pages: readonly RowPage[]) => void;
  readonly receive: (addition: Addition<Identified>) => void;
};

/** Reads all records of a kind from one snapshot, in parts, so that not all rows are objects at the same time. */
export async function readKind(database: Database, kind: string, { receivePages, receive }: Reader): Promise<void> {
  const transaction = database.transaction(['rows', 'pages', 'unknown']);
  const span = buildSpan(kind);
  const rows = transaction.objectStore('rows');
  const [pages, unknown, first] = await Promise.all([
    transaction.objectStore('pages').getAll(span),
    transaction.objectStore('unknown').getAllKeys(span),
    rows.getAll(span, pageRows),
  ]);
  receivePages(pages);
  receive({ rows: first, unknown: unknown.map(([, id]) => id) });
  for (let part = first, last = part.at(-1); last && part.length === pageRows; last = part.at(-1)) {
    part = await rows.getAll(IDBKeyRange.bound([kind, last.row.id], [kind, []], true), pageRows);
    receive({ rows: part, unknown: [] });
  }
}

/** Reads single records that another tab has just stored. */
export async function readStoredRecords(kind: string, ids: readonly string[]): Promise<StoredRecord<Identified>[]> {
  if (!device?.database) return [];
  const { store: rows } = device.database.transaction('rows');
  const found = await Promise.all(ids.map((id) => rows.get([kind, id])));
  return found.filter((record) => record !== undefined);
}
