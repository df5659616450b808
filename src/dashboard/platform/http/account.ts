import type { QueryClient } from '@tanstack/react-query';
import type { Config } from '#contract/config.ts';
import { readStored, writeStored } from '../storage/storage.ts';
import { type Database, openAccountDatabase } from '../storage/database.ts';
import { createState } from '../state.ts';
import { connection, isDirect, watchConnected } from './connection.ts';
import { readKey, watchKey } from './key.ts';
import { hashText } from '../hash-text.ts';

/**
 * The name of the account in use, under which this device stores unlocked records. It is a hash of the key and host, or
 * the id that the connection reports. If neither is known it is the last account used, so that unlocked rows show
 * offline.
 */
export function deriveAccountName(connected: Config | undefined): string {
  const key = readKey();
  const name = isDirect || key === undefined ? connected?.accountId : hashText(`${window.location.host} ${key}`);
  if (name !== undefined && name !== null) writeStored('account', name);
  return name ?? readStored('account') ?? 'nobody';
}

/** The account in use and its database; without a database this browser stores nothing for it. */
export type OpenAccount = { readonly account: string; readonly database: Database | undefined };

/** A module that stores data per account: the library and the purchase journal. */
export type AccountModule = {
  /** Closes the open account before another one opens. */
  readonly close: () => void;
  readonly open: (opened: OpenAccount) => Promise<void>;
};

const opened = createState<OpenAccount | undefined>(undefined);
/** The account in use, undefined until it is open. */
export const useOpenAccount = opened.use;
export const readOpenAccount = opened.read;

let opening: Promise<void> | undefined;

/** Resolves when the data of the account in use is loaded; screens that show rows wait for it, the shell does not. */
export const whenAccountOpen = (): Promise<void> => opening ?? Promise.resolve();

/** Opens the account in use, now and whenever the key or the service changes. */
export function openAccounts(client: QueryClient, modules: readonly AccountModule[]): void {
  const open = () => {
    opening = (opening ?? Promise.resolve()).then(() => openAccount(client, modules)).catch(() => undefined);
  };
  watchKey(open);
  watchConnected(open);
  open();
}

async function openAccount(client: QueryClient, modules: readonly AccountModule[]): Promise<void> {
  const connected = await client.query(connection).catch(() => undefined);
  const account = deriveAccountName(connected);
  const before = opened.read();
  if (account === before?.account) return;
  for (const module of modules) module.close();
  before?.database?.close();
  const database = await openAccountDatabase(account);
  await Promise.all(modules.map((module) => module.open({ account, database })));
  opened.write({ account, database });
}
