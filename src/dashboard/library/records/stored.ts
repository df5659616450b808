import type { QueryClient } from '@tanstack/react-query';
import { findAccounts, openDatabase } from '../../platform/storage/database.ts';
import { clearKind, countRows, readKind, tell } from './device.ts';
import { readOpenAccount } from '../../platform/http/open-account.ts';
import { deleteUnlocked } from './open-library.ts';
import { unlockedKinds, kindNames, createStore } from './records.ts';
import { readRows, type RowPage } from '../row-pages/row-page.ts';

/** Removes everything that this account bought, from the device, from memory and from the other tabs; marks stay. */
export async function clearRecords(client: QueryClient): Promise<void> {
  const database = readOpenAccount()?.database;
  if (database) await Promise.all(unlockedKinds.map((kind) => clearKind(database, kind)));
  deleteUnlocked(client);
  tell({ cleared: true });
}

/** Rows that this device keeps for another account, such as an earlier key. */
export type OtherStore = { readonly account: string; readonly rows: number };

/** The other accounts for which this device keeps rows. */
export async function findOtherStores(): Promise<OtherStore[]> {
  const others = (await findAccounts()).filter((account) => account !== readOpenAccount()?.account);
  const stores = await Promise.all(
    others.map(async (account) => {
      const database = await openDatabase(account);
      const rows = database ? await countRows(database) : 0;
      database?.close();
      return { account, rows };
    }),
  );
  return stores.filter(({ rows }) => rows > 0);
}

/** Takes over what another account owns; the other store stays as it is. */
export async function takeOver(account: string): Promise<void> {
  const database = await openDatabase(account);
  if (!database) return;
  for (const kind of kindNames) {
    const { merge } = createStore(kind);
    const takePages = (pages: readonly RowPage[]) => {
      for (const page of pages) merge({ rows: readRows(page), unknown: [] });
    };
    await readKind(database, kind, { takePages, take: merge });
  }
  database.close();
}
