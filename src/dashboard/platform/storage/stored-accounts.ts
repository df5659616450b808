import { prefix } from './database.ts';

// Not in database.ts, which every page loads.

/** The names of all accounts for which this device stores anything; empty if the browser cannot list them. */
export async function findStoredAccounts(): Promise<string[]> {
  const all = await indexedDB.databases().catch(() => []);
  return all.flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name.slice(prefix.length)] : []));
}
