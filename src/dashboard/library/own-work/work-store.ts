import { createState } from '../../platform/state.ts';
import { type WorkEntry, reportWork } from '../records/device.ts';
import { notifyLibraryChange } from '../records/records.ts';
import type { WorkName } from '../../platform/storage/database.ts';

type WorkStore<Key extends readonly string[], Value> = {
  /** Changes parts now. */
  readonly set: (key: Key, value: Value) => void;
  readonly setAll: (changes: readonly (readonly [Key, Value])[]) => void;
  readonly read: (key: Key) => Value | undefined;
  /** When a part was changed, in milliseconds. */
  readonly readTime: (key: Key) => number | undefined;
  readonly all: () => readonly WorkEntry<Key, Value>[];
  readonly count: () => number;
  /** Adds entries of a backup or another account, and stores those that are not older than the present ones. */
  readonly merge: (entries: readonly WorkEntry<Key, Value>[]) => void;
  /** Adds entries that this device or another tab has stored. */
  readonly receive: (entries: readonly WorkEntry<Key, Value>[]) => void;
  /** Empties the memory when the account changes. */
  readonly reset: () => void;
  /** A number that changes with every change, as React state. */
  readonly useVersion: () => number;
  /** Calls back on every change; returns a function that ends this. */
  readonly watch: (listener: () => void) => () => void;
};

/** Creates an empty store in memory; `report` receives what this tab changes. `inTables` if tables show its content. */
export function createWorkStore<Key extends readonly string[], Value>(
  report: (entries: readonly WorkEntry<Key, Value>[]) => void,
  { inTables = false }: { readonly inTables?: boolean } = {},
): WorkStore<Key, Value> {
  const entries = new Map<string, WorkEntry<Key, Value>>();
  const version = createState(0);
  version.watch(() => notifyLibraryChange(inTables));
  const find = (key: Key) => entries.get(formatIndex(key));

  const accept = (added: readonly WorkEntry<Key, Value>[]): WorkEntry<Key, Value>[] => {
    const newer = added.filter((entry) => {
      if (entry.at < (find(entry.key)?.at ?? 0)) return false;
      entries.set(formatIndex(entry.key), entry);
      return true;
    });
    if (newer.length > 0) version.write(version.read() + 1);
    return newer;
  };
  const merge = (added: readonly WorkEntry<Key, Value>[]) => {
    const accepted = accept(added);
    if (accepted.length > 0) report(accepted);
  };
  const setAll = (changes: readonly (readonly [Key, Value])[]) => {
    const now = Date.now();
    // A change is later than the one that it replaces, even if that is from a device whose clock is ahead.
    merge(changes.map(([key, value]) => ({ key, at: Math.max(now, (find(key)?.at ?? -1) + 1), value })));
  };

  return {
    set: (key, value) => setAll([[key, value]]),
    setAll,
    read: (key) => find(key)?.value,
    readTime: (key) => find(key)?.at,
    all: () => [...entries.values()],
    count: () => entries.size,
    merge,
    receive: (added) => void accept(added),
    reset() {
      entries.clear();
      version.write(version.read() + 1);
    },
    useVersion: version.use,
    watch: version.watch,
  };
}

/** The key in the map; never converted back. */
const formatIndex = (key: readonly string[]): string => key.join('\0');

/** The kinds of record that can have a status. */
export const statusKinds = ['deal', 'company', 'investor', 'person'] as const;
export type StatusKind = (typeof statusKinds)[number];
export const statusFields = ['status', 'stage', 'seen', 'tags', 'note', 'owner', 'next', 'due', 'rank'] as const;
/** Which member changed status and stage last, and which one the note. */
export const authorFields = ['by', 'note-by'] as const;
export type AuthorField = (typeof authorFields)[number];
/** The parts of a stage that the user made. */
export const stageFields = ['name', 'rank'] as const;
type StatusKey =
  | readonly [kind: StatusKind, id: string, field: (typeof statusFields)[number] | AuthorField]
  | readonly [kind: 'stage', id: string, field: (typeof stageFields)[number]];

/**
 * A deal that a finished review included, an alert that existed then, when the last review was finished, or the current
 * deal of the running one.
 */
type ReviewKey =
  readonly ['shown', dealId: string] | readonly ['alert', alertId: string] | readonly ['finished'] | readonly ['place'];

/** A saved search, or the number of new rows it found. */
export const searchParts = ['search', 'new-rows'] as const;
type SearchKey = readonly [id: string, part: (typeof searchParts)[number]];

/** The properties of a list, the text of its file, or the companies that its lines match. */
export const listParts = ['head', 'text', 'matches'] as const;
type ListKey = readonly [id: string, part: (typeof listParts)[number]];

/** Statuses, tags and notes (status/statuses.ts), and the user's stages (status/stages.ts). */
export const statusStore = createWorkStore<StatusKey, string | boolean | readonly string[] | null>(
  reportWork('statuses'),
);
/** What the review of alerts has shown (features/alerts/review-state.ts). */
export const reviewStore = createWorkStore<ReviewKey, string | number | null>(reportWork('reviews'));
/** Saved searches (search/saved/searches.tsx, which checks the values). */
export const searchStore = createWorkStore<SearchKey, unknown>(reportWork('searches'));
/** The user's lists of companies (lists/lists.ts, which checks the values). */
export const listStore = createWorkStore<ListKey, unknown>(reportWork('lists'), { inTables: true });

/** The user's own work. Clearing unlocked records never touches it. */
const workStores = { statuses: statusStore, reviews: reviewStore, searches: searchStore, lists: listStore };

/** A store without its types, for code that treats all stores alike. */
export const getWorkStore = (name: WorkName): WorkStore<readonly string[], unknown> =>
  workStores[name] as unknown as WorkStore<readonly string[], unknown>;
