import { createState } from '../../platform/state.ts';
import { createPackedRows } from '../row-pages/packed-rows.ts';
import { type Identified, packRowPage, type RowPage, type StoredRecord } from '../row-pages/row-page.ts';

/** What was added to a store: the device writes it down, and other tabs take it over. */
export type Addition<R extends Identified> = {
  readonly rows: readonly StoredRecord<R>[];
  readonly unknown: readonly string[];
};

/**
 * Rows that were paid for, by id. A row once owned is never bought again, and an id that the service could not
 * resolve is remembered too, so that nobody pays or waits for it twice.
 */
export type RecordStore<R extends Identified> = {
  /** Takes over rows, newer ones over older ones. */
  readonly keep: (rows: readonly R[], at?: number) => void;
  /** Remembers ids that were asked for and did not come back. */
  readonly keepUnknown: (ids: readonly string[]) => void;
  /** A row, or undefined when it was never bought. */
  readonly read: (id: string) => R | undefined;
  /** When a row came, in milliseconds; undefined when it was never bought. */
  readonly readTime: (id: string) => number | undefined;
  /** Whether the service was asked for this id and knew nothing. */
  readonly isUnknown: (id: string) => boolean;
  /** The distinct ids that are neither owned nor known to be unknown, in the order given. */
  readonly missing: (ids: Iterable<string>) => string[];
  /** How many rows are held. */
  readonly count: () => number;
  /** Every row that is held, with its time, made one by one: nobody needs all of them at once to look through them. */
  readonly rows: () => Iterable<StoredRecord<R>>;
  /** Everything that is held, with its times. */
  readonly all: () => Addition<R>;
  /** Takes over rows with their times, from a backup or another account; an older row changes nothing. */
  readonly merge: (addition: Addition<R>) => void;
  /** Takes over what the device or another tab holds, and tells nobody but React; an older row changes nothing. */
  readonly take: (addition: Addition<R>) => void;
  /** Takes over rows that the device holds as bytes, in the same way. */
  readonly takePages: (pages: readonly RowPage[]) => void;
  /** Forgets everything, when another account comes into use. */
  readonly reset: () => void;
  /** Watches the store as React state; the number changes with every addition. */
  readonly useVersion: () => number;
  /** Calls on every addition; returns the way to stop. */
  readonly watch: (listener: () => void) => () => void;
};

const anyVersion = createState(0);
/** Watches all stores as React state; the number changes with every addition to any. */
export const useLibraryVersion = anyVersion.use;
/** The same number outside React: what was derived from the stores holds as long as it stays. */
export const readLibraryVersion = anyVersion.read;

const rowsVersion = createState(0);
/** Watches the stores of rows alone, without answers and a person's own work; what a table shows comes from those. */
export const useRowsVersion = rowsVersion.use;

/** Counts a change of any store of the library; `inTables` where a table shows it. */
export function noteLibraryChange(inTables: boolean): void {
  anyVersion.write(anyVersion.read() + 1);
  if (inTables) rowsVersion.write(rowsVersion.read() + 1);
}

/** So many rows stand as objects before they become bytes. */
const mostLoose = 2000;

/** Makes an empty store in memory; `report` hears of what this tab adds. Tables read from it unless it says no. */
export function createRecordStore<R extends Identified>(
  report?: (addition: Addition<R>) => void,
  { inTables = true }: { readonly inTables?: boolean } = {},
): RecordStore<R> {
  /** Rows that came lately, each newer than the packed one of its id. */
  const loose = new Map<string, StoredRecord<R>>();
  const packed = createPackedRows<R>();
  const unknown = new Set<string>();
  const version = createState(0);
  version.watch(() => noteLibraryChange(inTables));

  const has = (id: string) => loose.has(id) || packed.has(id);
  const readTime = (id: string) => loose.get(id)?.at ?? packed.readTime(id);

  /** Takes over what is newer than what is held, and gives it back; undefined when nothing is. */
  const accept = (addition: Addition<R>): Addition<R> | undefined => {
    const newer = addition.rows.filter(({ at, row }) => at >= (readTime(row.id) ?? 0));
    for (const kept of newer) {
      loose.set(kept.row.id, kept);
      unknown.delete(kept.row.id);
    }
    const unheard = addition.unknown.filter((id) => !has(id));
    for (const id of unheard) unknown.add(id);
    if (newer.length + unheard.length === 0) return undefined;
    if (loose.size > mostLoose) {
      packed.add(packRowPage([...loose.values()]));
      loose.clear();
    }
    version.write(version.read() + 1);
    return { rows: newer, unknown: unheard };
  };
  const merge = (addition: Addition<R>) => {
    const accepted = accept(addition);
    if (accepted) report?.(accepted);
  };

  function* rows(): Generator<StoredRecord<R>> {
    for (const kept of packed.all()) if (!loose.has(kept.row.id)) yield kept;
    yield* loose.values();
  }

  return {
    keep: (added, at = Date.now()) => merge({ rows: added.map((row) => ({ at, row })), unknown: [] }),
    keepUnknown: (ids) => merge({ rows: [], unknown: ids }),
    read: (id) => loose.get(id)?.row ?? packed.read(id),
    readTime,
    isUnknown: (id) => unknown.has(id),
    missing: (ids) => [...new Set(ids)].filter((id) => !has(id) && !unknown.has(id)),
    count: () => packed.count() + [...loose.keys()].filter((id) => !packed.has(id)).length,
    rows,
    all: () => ({ rows: [...rows()], unknown: [...unknown] }),
    merge,
    take: (addition) => void accept(addition),
    takePages(pages) {
      if (pages.length === 0) return;
      // What came before, from another tab, stays above the pages only where it is newer.
      const before = [...loose.values()];
      loose.clear();
      for (const page of pages) packed.add(page);
      accept({ rows: before, unknown: [] });
      for (const id of unknown) if (packed.has(id)) unknown.delete(id);
      version.write(version.read() + 1);
    },
    reset() {
      loose.clear();
      packed.clear();
      unknown.clear();
      version.write(version.read() + 1);
    },
    useVersion: version.use,
    watch: version.watch,
  };
}
