import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createAccount,
  findAccountsByIdOrName,
  localAccountName,
  type NewAccount,
} from '../../service/accounts/accounts.ts';
import { createKey, readKeyOwner } from '../../service/accounts/keys.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { Sql } from '../../service/db/sql.ts';
import { readRegularFile, writeSecret } from '../database/own-files.ts';
import { createStartError } from '../../service/db/start-error.ts';
import { hasOwnRecords } from '../../service/import/sources.ts';
import { saveDemoAlerts } from '../../service/import/demo/alerts.ts';

/** The account that the dashboard on this machine uses without a typed key. */
interface LocalAccount {
  accountId: string;
  key: string;
}

/** The name of an account, the file with its key, and whether it gets alerts over demo data. */
export type AccountKind = { readonly name: string; readonly file: string; readonly hasDemoAlerts: boolean };

/** The account of the dashboard on this machine. */
export const localKind: AccountKind = { name: localAccountName, file: 'local-key', hasDemoAlerts: true };

/**
 * Reads the local account's key from the data folder. If that key does not work, the existing account gets a new one,
 * so its credits and alerts survive; if there is no account, one is created, with a few alerts over demo data. Records
 * of its owner are free on this machine.
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
  const [existing] = await findAccountsByIdOrName(sql, name);
  const isOwn = name === localAccountName && (await hasOwnRecords(sql));
  // A key that cannot be stored is not added.
  const account = await sql.begin(async (tx) => {
    const added = await addKey(tx, { name, unmetered: isOwn }, existing?.account_id);
    try {
      await mkdir(dataDir, { recursive: true });
      await writeSecret(path, added.key);
    } catch (error) {
      throw createStartError(error, dataDir);
    }
    return added;
  });
  if (!existing && hasDemoAlerts) await saveDemoAlerts(sql, account.accountId);
  return account;
}

/** Adds a key to an account, or creates one with its first key. */
async function addKey(
  sql: Sql,
  { name, unmetered }: Pick<NewAccount, 'name' | 'unmetered'>,
  accountId: string | undefined,
): Promise<LocalAccount> {
  if (accountId !== undefined) return { accountId, key: (await createKey(sql, accountId, name)).key };
  const created = await createAccount(sql, { name, plan: 'PRO_PLUS', unmetered });
  return { accountId: created.account_id, key: created.key };
}
