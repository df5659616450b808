import { createState } from '../state.ts';

/** What the service calls a record: everything has an id. */
export type Identified = { readonly id: string };

/** A row with the moment at which it came, in milliseconds: of two, the newer one stands. */
export type Kept<R extends Identified> = { readonly at: number; readonly row: R };

/** What was added to a store: the device writes it down, and other tabs take it over. */
export type Addition<R extends Identified> = { readonly rows: readonly Kept<R>[]; readonly unknown: readonly string[] };

/**
 * Rows that were paid for, by id. A row once owned is never bought again, and an id that the service could not
 * resolve is remembered too, so that nobody pays or waits for it twice.
 */
export type Owned<R extends Identified> = {
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
  /** Everything that is held, with its times. */
  readonly all: () => Addition<R>;
  /** Takes over rows with their times, from a backup or another account; an older row changes nothing. */
  readonly merge: (addition: Addition<R>) => void;
  /** Takes over what the device or another tab holds, and tells nobody but React; an older row changes nothing. */
  readonly take: (addition: Addition<R>) => void;
  /** Forgets everything, when another account comes into use. */
  readonly reset: () => void;
  /** Watches the store as React state; the number changes with every addition. */
  readonly useVersion: () => number;
  /** Calls on every addition; returns the way to stop. */
  readonly watch: (listener: () => void) => () => void;
};

const anyVersion = createState(0);
/** Watches all stores as React state; the number changes with every addition to any. */
export const useOwnedVersion = anyVersion.use;
/** The same number outside React: what was derived from the stores holds as long as it stays. */
export const readOwnedVersion = anyVersion.read;

/** Makes an empty store in memory; `report` hears of what this tab adds. */
export function createOwned<R extends Identified>(report?: (addition: Addition<R>) => void): Owned<R> {
  const rows = new Map<string, Kept<R>>();
  const unknown = new Set<string>();
  const version = createState(0);
  version.watch(() => anyVersion.write(anyVersion.read() + 1));

  /** Takes over what is newer than what is held, and gives it back; undefined when nothing is. */
  const accept = (addition: Addition<R>): Addition<R> | undefined => {
    const newer = addition.rows.filter(({ at, row }) => at >= (rows.get(row.id)?.at ?? 0));
    for (const kept of newer) {
      rows.set(kept.row.id, kept);
      unknown.delete(kept.row.id);
    }
    const unheard = addition.unknown.filter((id) => !rows.has(id));
    for (const id of unheard) unknown.add(id);
    if (newer.length + unheard.length === 0) return undefined;
    version.write(version.read() + 1);
    return { rows: newer, unknown: unheard };
  };
  const merge = (addition: Addition<R>) => {
    const accepted = accept(addition);
    if (accepted) report?.(accepted);
  };

  return {
    keep: (added, at = Date.now()) => merge({ rows: added.map((row) => ({ at, row })), unknown: [] }),
    keepUnknown: (ids) => merge({ rows: [], unknown: ids }),
    read: (id) => rows.get(id)?.row,
    readTime: (id) => rows.get(id)?.at,
    isUnknown: (id) => unknown.has(id),
    missing: (ids) => [...new Set(ids)].filter((id) => !rows.has(id) && !unknown.has(id)),
    all: () => ({ rows: [...rows.values()], unknown: [...unknown] }),
    merge,
    take: (addition) => void accept(addition),
    reset() {
      rows.clear();
      unknown.clear();
      version.write(version.read() + 1);
    },
    useVersion: version.use,
    watch: version.watch,
  };
}
