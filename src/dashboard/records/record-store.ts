import type { UnlockedRecord } from '#contract/workspace/records.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import { createState } from '../platform/state.ts';

/** What every record has. */
export type Identified = { readonly id: string };
/** A record with the time at which it was unlocked, in milliseconds. */
type StoredRecord<R> = { readonly at: number; readonly row: R };

/** Records of one kind in memory, by id: what this page has read of those that the gateway has. */
export type RecordStore<R extends Identified> = {
  /** Adds records; newer ones replace older ones. */
  readonly add: (rows: readonly R[], at?: number) => void;
  /** Adds records as the gateway has them; `record` is null for an id that the service does not know. */
  readonly receive: (records: readonly UnlockedRecord[]) => void;
  /** Remembers ids that the service does not know. */
  readonly storeUnknown: (ids: readonly string[]) => void;
  /** Remembers that these ids are locked, unless they are unlocked here. */
  readonly storeLocked: (ids: readonly string[]) => void;
  /** Forgets which ids are locked, because somebody may have unlocked them. */
  readonly forgetLocked: () => void;
  /** A record; undefined if it is locked, or not read yet: then the gateway is asked for it. */
  readonly read: (id: string) => R | undefined;
  /** When a record was unlocked, in milliseconds; undefined like `read`. */
  readonly readTime: (id: string) => number | undefined;
  /** Whether the service does not know this id. */
  readonly isUnknown: (id: string) => boolean;
  /** The distinct ids that are not unlocked here and not known to be unknown, in the order given. */
  readonly missing: (ids: Iterable<string>) => string[];
  /** The number of records. */
  readonly count: () => number;
  /** Every record with its time. */
  readonly rows: () => Iterable<StoredRecord<R>>;
  readonly reset: () => void;
  /** Watches the store as React state; the number changes with every addition. */
  readonly useVersion: () => number;
  /** Calls back on every addition; returns a function that ends this. */
  readonly watch: (listener: () => void) => () => void;
};

const anyVersion = createState(0);
/** Watches all stores as React state; the number changes with every addition to any. */
export const useLibraryVersion = anyVersion.use;
/** The same number outside React: anything derived from the stores is valid until it changes. */
export const readLibraryVersion = anyVersion.read;

const rowsVersion = createState(0);
/** The same for stores that tables show: without most of the user's work. */
export const useRowsVersion = rowsVersion.use;

/** Counts a change of any store of the library; `inTables` if a table shows it. */
export function notifyLibraryChange(inTables: boolean): void {
  anyVersion.write(anyVersion.read() + 1);
  if (inTables) rowsVersion.write(rowsVersion.read() + 1);
}

type Entry<R> = { readonly at: number; readonly raw: LooseRecord | undefined; row: R | undefined };

type RecordStoreOptions<R> = {
  /** Reads a record as the gateway has it; undefined if it cannot be shown. */
  readonly parse?: (raw: LooseRecord) => R | undefined;
  /** Called with ids of which nothing is known yet. */
  readonly onWanted?: (id: string) => void;
};

/** Creates an empty store. Records are parsed when they are first read, because few of many rows are. */
export function createRecordStore<R extends Identified>({
  parse = () => undefined,
  onWanted,
}: RecordStoreOptions<R> = {}): RecordStore<R> {
  const entries = new Map<string, Entry<R>>();
  const unknown = new Set<string>();
  const locked = new Set<string>();
  const version = createState(0);
  version.watch(() => notifyLibraryChange(true));
  const notify = () => version.write(version.read() + 1);

  const accept = (id: string, entry: Entry<R>) => {
    if (entry.at < (entries.get(id)?.at ?? 0)) return;
    entries.set(id, entry);
    unknown.delete(id);
    locked.delete(id);
  };
  const readEntry = (id: string): Entry<R> | undefined => {
    const entry = entries.get(id);
    if (!entry && !unknown.has(id) && !locked.has(id)) onWanted?.(id);
    return entry;
  };
  const readRow = (entry: Entry<R> | undefined): R | undefined => {
    if (entry?.raw && !entry.row) entry.row = parse(entry.raw);
    return entry?.row;
  };

  return {
    add(rows, at = Date.now()) {
      for (const row of rows) accept(row.id, { at, raw: undefined, row });
      if (rows.length > 0) notify();
    },
    receive(records) {
      for (const { id, record, unlocked_at } of records) {
        if (record) accept(id, { at: Date.parse(unlocked_at), raw: record, row: undefined });
        else if (!entries.has(id)) unknown.add(id);
      }
      if (records.length > 0) notify();
    },
    storeUnknown(ids) {
      const added = ids.filter((id) => !entries.has(id));
      for (const id of added) unknown.add(id);
      if (added.length > 0) notify();
    },
    storeLocked(ids) {
      for (const id of ids) if (!entries.has(id) && !unknown.has(id)) locked.add(id);
    },
    forgetLocked() {
      if (locked.size === 0) return;
      locked.clear();
      notify();
    },
    read: (id) => readRow(readEntry(id)),
    readTime: (id) => readEntry(id)?.at,
    isUnknown: (id) => unknown.has(id),
    missing: (ids) => [...new Set(ids)].filter((id) => !readEntry(id) && !unknown.has(id)),
    count: () => entries.size,
    *rows() {
      for (const entry of entries.values()) {
        const row = readRow(entry);
        if (row) yield { at: entry.at, row };
      }
    },
    reset() {
      entries.clear();
      unknown.clear();
      locked.clear();
      notify();
    },
    useVersion: version.use,
    watch: version.watch,
  };
}
