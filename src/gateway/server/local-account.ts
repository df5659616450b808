import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, findAccountsByIdOrName } from '../../service/accounts/accounts.ts';
import { createKey, readKeyOwner } from '../../service/accounts/keys.ts';
import type { Pool } from '../../service/db/pool.ts';
import { readRegularFile, writeSecret } from '../database/own-files.ts';
import { createStartError } from '../../service/db/start-error.ts';
import { saveDemoAlerts } from '../../service/import/demo/load-demo.ts';

/** The account that the dashboard on this machine uses without a typed key. */
interface LocalAccount {
  accountId: string;
  key: string;
}

/** The name of an account, the file with its key, and whether it gets alerts over demo data. */
export type AccountKind = { readonly name: string; readonly file: string; readonly hasDemoAlerts: boolean };

/** The account of the dashboard on this machine. */
export const localKind: AccountKind = { name: 'local', file: 'local-key', hasDemoAlerts: true };

/**
 * Reads the local account's key from the data folder. If that key does not work, the existing account gets a new one,
 * so its credits and alerts survive; if there is no account, one is created, with a few alerts over demo data.
 */
export async function openLocalAccount(
  sql: Pool,
  dataDir: string,
  { name, file, hasDemoAlerts }: AccountKind = localKind,
): Promise<LocalAccount> {
  const path = join(dataDir, file);
  const stored = (await readRegularFile(path)).trim();
  const owner = await readKeyOwner(sql, stored);
  if (owner) return { accountId: owner, key: stored };
  const account = (await addKey(sql, name)) ?? (await createLocalAccount(sql, name, hasDemoAlerts));
  try {
    await mkdir(dataDir, { recursive: true });
    await writeSecret(path, account.key);
  } catch (error) {
    throw createStartError(error, dataDir);
  }
  return account;
}

async function addKey(sql: Pool, name: string): Promise<LocalAccount | undefined> {
  const [oldest] = await findAccountsByIdOrName(sql, name);
  return oldest && { accountId: oldest.account_id, key: (await createKey(sql, oldest.account_id, name)).key };
}

async function createLocalAccount(sql: Pool, name: string, hasDemoAlerts: boolean): Promise<LocalAccount> {
  const { account_id: accountId, key } = await createAccount(sql, { name, plan: 'PRO_PLUS' });
  if (hasDemoAlerts) await saveDemoAlerts(sql, accountId);
  return { accountId, key };
}
