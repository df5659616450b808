import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { createState } from '../state.ts';

/** A page of packed rows (library/records/packed-rows.ts). */
type StoredPage = {
  readonly ids: readonly string[] | Uint32Array;
  readonly times: Float64Array;
  readonly starts: Uint32Array;
  readonly bytes: Uint8Array;
  readonly shapes: readonly (readonly string[])[];
};

/** The stores of the user's own work (library/own-work/work-store.ts). */
export const workNames = ['statuses', 'reviews', 'searches', 'lists'] as const;
export type WorkName = (typeof workNames)[number];
type StoredWork = { key: string[]; value: { readonly key: string[]; readonly at: number; readonly value: unknown } };

/** What this device stores for one account. Keys of unlocked records are `[kind, id]`. */
export interface DeviceSchema extends DBSchema {
  rows: { key: [kind: string, id: string]; value: { readonly at: number; readonly row: { readonly id: string } } };
  /** Packed rows; those in `rows` were added later, one by one. The key has the number of rows on a page. */
  pages: { key: [kind: string, number: number, count: number]; value: StoredPage };
  unknown: { key: [kind: string, id: string]; value: number };
  /** The user's own work; each entry contains its compound key, such as `[kind, id, field]` of a status. */
  statuses: StoredWork;
  reviews: StoredWork;
  searches: StoredWork;
  lists: StoredWork;
  /** Changes that the workspace does not have yet: kind and key, and when they were made (library/workspace). */
  outbox: { key: string[]; value: number };
  /** The calls of all browsers of the account, as in their workspace (purchase/shared-calls.ts). */
  'shared-calls': StoredWork;
  /** The journal of purchases, in order, and its projections as of an entry (purchase/journal.ts). */
  journal: { key: number; value: { readonly seq?: number; readonly type: string } };
  checkpoints: { key: string; value: unknown };
  /** What versions before the journal stored; read once by purchase/migrate-old-ledger.ts. */
  ledger: { key: string; value: unknown };
  calls: { key: string; value: { readonly id: string; readonly at: number }; indexes: { at: number } };
}
export type Database = IDBPDatabase<DeviceSchema>;

/**
 * Where data is stored: `opening` at first; `device`; or only `memory`, because the browser blocks storage or it is
 * full.
 */
type StorageState =
  { readonly kind: 'opening' | 'device' } | { readonly kind: 'memory'; readonly why: 'closed' | 'full' };
const storageState = createState<StorageState>({ kind: 'opening' });

export const useStorageState = storageState.use;

export const prefix = 'fundscope-';

/** Opens the database of an account, created if needed; undefined when the browser blocks storage. */
export async function openAccountDatabase(account: string): Promise<Database | undefined> {
  try {
    const database = await openDB<DeviceSchema>(`${prefix}${account}`, 7, {
      upgrade(fresh, before) {
        if (before < 1) for (const store of ['rows', 'unknown', 'ledger'] as const) fresh.createObjectStore(store);
        if (before < 2) fresh.createObjectStore('calls', { keyPath: 'id' }).createIndex('at', 'at');
        if (before < 3) fresh.createObjectStore('pages');
        if (before < 4) {
          fresh.createObjectStore('journal', { keyPath: 'seq', autoIncrement: true });
          fresh.createObjectStore('checkpoints');
        }
        if (before < 5) for (const store of workNames) fresh.createObjectStore(store, { keyPath: 'key' });
        if (before < 6) fresh.createObjectStore('outbox');
        if (before < 7) fresh.createObjectStore('shared-calls', { keyPath: 'key' });
      },
      // Another tab deletes or upgrades it, and must not wait for this tab.
      blocking: () => database.close(),
    });
    storageState.write({ kind: 'device' });
    return database;
  } catch {
    storageState.write({ kind: 'memory', why: 'closed' });
    return undefined;
  }
}

/** Resolves when everything written before is stored: a transaction starts after earlier ones on the same stores. */
export async function waitUntilStored(database: Database): Promise<void> {
  const transaction = database.transaction(['rows', 'unknown', ...workNames]);
  await Promise.all([transaction.objectStore('rows').getKey(['none', 'none']), transaction.done]);
}

/** Notes that something could not be written and is only in memory. */
export function reportNotStored(error: unknown): void {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  storageState.write({ kind: 'memory', why: full ? 'full' : 'closed' });
}
