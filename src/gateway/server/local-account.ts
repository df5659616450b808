import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, findAccounts } from '../../service/accounts/accounts.ts';
import { createKey } from '../../service/accounts/keys.ts';
import { readKeyOwner } from '../../service/accounts/key-owner.ts';
import type { Sql } from '../../service/db/open.ts';
import { toStartError } from '../../service/db/start-error.ts';
import { saveDemoAlerts } from '../../service/import/demo/alerts.ts';

/** The account that the local dashboard uses without anybody typing a key. */
export interface LocalAccount {
  accountId: string;
  key: string;
}

const localName = 'local';

/**
 * Reads the local account's key from the data folder. Where none works here, the existing local account gets a new one,
 * so that its credits and alerts outlive the file; where there is no account it is made, over demo data with a few
 * saved alerts.
 */
export async function openLocalAccount(sql: Sql, dataDir: string): Promise<LocalAccount> {
  const path = join(dataDir, 'local-key');
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim();
  const owner = await readKeyOwner(sql, kept);
  if (owner) return { accountId: owner, key: kept };
  const account = (await addKey(sql)) ?? (await makeAccount(sql));
  await writeSecret(dataDir, path, account.key);
  return account;
}

async function addKey(sql: Sql): Promise<LocalAccount | undefined> {
  const [oldest] = await findAccounts(sql, localName);
  return oldest && { accountId: oldest.account_id, key: (await createKey(sql, oldest.account_id, localName)).key };
}

async function makeAccount(sql: Sql): Promise<LocalAccount> {
  const { account_id: accountId, key } = await createAccount(sql, { name: localName, plan: 'PRO_PLUS' });
  await saveDemoAlerts(sql, accountId);
  return { accountId, key };
}

async function writeSecret(folder: string, path: string, secret: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, `${secret}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, path);
  } catch (error) {
    throw toStartError(error, folder);
  }
}
