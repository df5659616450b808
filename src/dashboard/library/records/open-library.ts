import type { QueryClient } from '@tanstack/react-query';
import { toAccountName } from '../../platform/http/account.ts';
import { connection, watchConnected } from '../../platform/http/config.ts';
import { noteUnkept, openDatabase, type Database } from '../../platform/storage/database.ts';
import { watchKey } from '../../platform/http/key.ts';
import { joinTabs } from '../../platform/storage/tabs.ts';
import { createState } from '../../platform/state.ts';
import { pause } from '../../platform/pause.ts';
import { packKind, readKind, writeTo, type Message } from './device.ts';
import { forgetAnswers, storeQueries, showAnswer } from './stored-query.ts';
import { boughtKinds, kindNames, toStore, type Kind } from './records.ts';

/** Whose rows are in memory, and where they are kept; undefined until they are read. */
export type Opened = { readonly account: string; readonly database: Database | undefined };
const opened = createState<Opened | undefined>(undefined);
export const useOpened = opened.use;
export const readOpened = opened.read;

let reading: Promise<void> | undefined;
let close = (): void => undefined;

/** Resolves when what this device owns is in memory; screens that show rows wait for it, the shell does not. */
export const whenLibraryOpen = (): Promise<void> => reading ?? Promise.resolve();

/**
 * Reads what this device keeps for the account in use, now and whenever another key comes into use, or what stands
 * behind this page becomes known after it was not.
 */
export function openLibrary(client: QueryClient, onOpen: (opened: Opened) => Promise<void>): void {
  storeQueries(client);
  const open = () => {
    reading = (reading ?? Promise.resolve()).then(() => openAccount(client, onOpen)).catch(() => undefined);
  };
  watchKey(open);
  watchConnected(open);
  open();
}

async function openAccount(client: QueryClient, onOpen: (opened: Opened) => Promise<void>): Promise<void> {
  const connected = await client.query(connection).catch(() => undefined);
  const account = toAccountName(connected);
  if (account === opened.read()?.account) return;
  close();
  writeTo(undefined);
  forgetRecords(client);
  const database = await openDatabase(account);
  const tabs = joinTabs<Message>(`records ${account}`, (message) => hear(message, client));
  // All at once: one kind after the other took twice as long.
  if (database) {
    await Promise.all(kindNames.map((kind) => readKind(database, kind, toStore(kind)))).catch(noteUnkept);
  }
  writeTo({ database, tabs });
  close = () => {
    tabs.close();
    database?.close();
  };
  opened.write({ account, database });
  await onOpen({ account, database });
  // Without room for pages the rows stay as they are: nothing is lost, only the next start is slower.
  if (database) void packRows(database).catch(() => undefined);
}

/** Packs what stands row by row while nothing else is to be done. */
async function packRows(database: Database): Promise<void> {
  await pause();
  for (const kind of kindNames) await packKind(database, kind, pause);
}

/** Empties the memory; what the device keeps stays. */
function forgetRecords(client: QueryClient): void {
  for (const kind of kindNames) toStore(kind).reset();
  forgetAnswers(client);
}

/** Empties the memory of what was bought; marks and notes stay. */
export function forgetBought(client: QueryClient): void {
  for (const kind of boughtKinds) toStore(kind).reset();
  forgetAnswers(client);
}

/** Hears what another tab of the account bought. */
function hear(message: Message, client: QueryClient): void {
  if ('cleared' in message) return forgetBought(client);
  const kind = kindNames.find((known): known is Kind => known === message.kind);
  if (!kind) return;
  toStore(kind).take(message.addition);
  if (kind === 'answers') for (const { row } of message.addition.rows) showAnswer(client, row.id);
}
