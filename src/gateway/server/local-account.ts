import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, findAccounts } from '../../service/accounts/accounts.ts';
import { createKey, readKeyOwner } from '../../service/accounts/keys.ts';
import type { Pool } from '../../service/db/pool.ts';
import { createStartError } from '../../service/db/start-error.ts';
import { saveDemoAlerts } from '../../service/import/demo/load-demo.ts';

/** The account that the dashboard on this machine uses without anyone typing a key. */
export interface LocalAccount {
  accountId: string;
  key: string;
}

const localName = 'local';

/**
 * Reads the local account's key from the data folder. When that key does not work, the existing account gets a new key,
 * so its credits and alerts survive; when there is no account, one is created, with a few alerts over demo data.
 */
export async function openLocalAccount(sql: Pool, dataDir: string): Promise<LocalAccount> {
  const path = join(dataDir, 'local-key');
  const stored = (await readFile(path, 'utf8').catch(() => '')).trim();
  const owner = await readKeyOwner(sql, stored);
  if (owner) return { accountId: owner, key: stored };
  const account = (await addKey(sql)) ?? (await createLocalAccount(sql));
  await writeSecret(dataDir, path, account.key);
  return account;
}

async function addKey(sql: Pool): Promise<LocalAccount | undefined> {
  const [oldest] = await findAccounts(sql, localName);
  return oldest && { accountId: oldest.account_id, key: (await createKey(sql, oldest.account_id, localName)).key };
}

async function createLocalAccount(sql: Pool): Promise<LocalAccount> {
  const { account_id: accountId, key } = await createAccount(sql, { name: localName, plan: 'PRO_PLUS' });
  await saveDemoAlerts(sql, accountId);
  return { accountId, key };
}

/** Writes the file readable by its owner only, and whole or not at all. */
async function writeSecret(folder: string, path: string, secret: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, `${secret}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    throw createStartError(error, folder);
  }
}
