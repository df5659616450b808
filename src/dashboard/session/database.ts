import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { createState } from '../state.ts';

/** What this device keeps for one account. Keys are `[kind, id]`; a value knows when it came. */
interface DeviceSchema extends DBSchema {
  rows: { key: [kind: string, id: string]; value: { readonly at: number; readonly row: { readonly id: string } } };
  unknown: { key: [kind: string, id: string]; value: number };
  ledger: { key: string; value: unknown };
  /** Every call, by its id (spend/call-log.ts). */
  calls: { key: string; value: { readonly id: string; readonly at: number }; indexes: { at: number } };
}
export type Database = IDBPDatabase<DeviceSchema>;

/**
 * Where things are kept: `opening` at first; `device`; or `memory` alone, because the browser keeps storage closed
 * or its room is used up.
 */
export type Keeping =
  { readonly kind: 'opening' | 'device' } | { readonly kind: 'memory'; readonly why: 'closed' | 'full' };
const keeping = createState<Keeping>({ kind: 'opening' });

export const useKeeping = keeping.use;

const prefix = 'fundscope-';

/** Opens what is kept for an account, making it when there is none; undefined when the browser keeps storage closed. */
export async function openDatabase(account: string): Promise<Database | undefined> {
  try {
    const database = await openDB<DeviceSchema>(`${prefix}${account}`, 2, {
      upgrade(fresh, before) {
        if (before < 1) for (const store of ['rows', 'unknown', 'ledger'] as const) fresh.createObjectStore(store);
        fresh.createObjectStore('calls', { keyPath: 'id' }).createIndex('at', 'at');
      },
      // Another tab deletes it or brings a newer version: it must not wait for this tab.
      blocking: () => database.close(),
    });
    keeping.write({ kind: 'device' });
    return database;
  } catch {
    keeping.write({ kind: 'memory', why: 'closed' });
    return undefined;
  }
}

/** Notes that something could not be written, so that it is only in memory. */
export function noteUnkept(error: unknown): void {
  const full = error instanceof DOMException && error.name === 'QuotaExceededError';
  keeping.write({ kind: 'memory', why: full ? 'full' : 'closed' });
}

/** The names of all accounts that this device keeps something for; empty where the browser cannot tell. */
export async function findAccounts(): Promise<string[]> {
  const all = await indexedDB.databases().catch(() => []);
  return all.flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name.slice(prefix.length)] : []));
}
