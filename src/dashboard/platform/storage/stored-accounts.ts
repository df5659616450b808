import { prefix } from './database.ts';

/** The names of all accounts that this device keeps something for; empty where the browser cannot tell. */
export async function findStoredAccounts(): Promise<string[]> {
  const all = await indexedDB.databases().catch(() => []);
  return all.flatMap(({ name }) => (name?.startsWith(prefix) === true ? [name.slice(prefix.length)] : []));
}
