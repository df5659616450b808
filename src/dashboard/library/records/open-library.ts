import type { QueryClient } from '@tanstack/react-query';
import type { AccountModule } from '../../platform/http/open-account.ts';
import { reportNotStored, type Database } from '../../platform/storage/database.ts';
import { joinTabs, type Tabs } from '../../platform/storage/storage.ts';
import { setUnlockedTest, type ReceivedRecord } from '../../purchase/price.ts';
import { pause } from '../../platform/pause.ts';
import { packKind, readKind, writeTo, type Message } from './device.ts';
import { deleteStoredResults, storeQueries, showStoredResults } from './stored-query.ts';
import { unlockedKinds, kindNames, createStore, unlockedRoundInvestors, type Kind } from './records.ts';

/** Loads what this browser stores for the account in use, and hears what other tabs unlock. */
export function createLibraryModule(client: QueryClient): AccountModule {
  storeQueries(client);
  setUnlockedTest(isUnlockedRecord);
  let tabs: Tabs<Message> | undefined;
  return {
    close: () => {
      tabs?.close();
      writeTo(undefined);
      forgetRecords(client);
    },
    open: async ({ account, database }) => {
      tabs = joinTabs<Message>(`records ${account}`, (message) => hear(message, client));
      // All at once: one kind after the other took twice as long.
      if (database) {
        await Promise.all(kindNames.map((kind) => readKind(database, kind, createStore(kind)))).catch(reportNotStored);
      }
      writeTo({ database, tabs });
      // Without room for pages the rows stay as they are: nothing is lost, only the next start is slower.
      if (database) void packRows(database).catch(() => undefined);
    },
  };
}

const isKind = (member: string): member is Kind => kindNames.some((kind) => kind === member);
/** The members of responses that hold a single record. */
const kindsOfSingles: Readonly<Record<string, Kind>> = {
  deal: 'deals',
  company: 'companies',
  investor: 'investors',
  person: 'people',
};

/** Whether a record of a response was unlocked before; the investors of a round are unlocked together. */
function isUnlockedRecord({ member, id, path }: ReceivedRecord): boolean {
  const [, dealId] = /^\/deals\/([^/]+)\/investors$/.exec(path) ?? [];
  if (dealId !== undefined) return unlockedRoundInvestors.read(dealId) !== undefined;
  const kind = kindsOfSingles[member] ?? member;
  return isKind(kind) && createStore(kind).read(id) !== undefined;
}

/** Packs what stands row by row while nothing else is to be done. */
async function packRows(database: Database): Promise<void> {
  await pause();
  for (const kind of kindNames) await packKind(database, kind, pause);
}

/** Empties the memory; what the device keeps stays. */
function forgetRecords(client: QueryClient): void {
  for (const kind of kindNames) createStore(kind).reset();
  deleteStoredResults(client);
}

/** Empties the memory of what was bought; marks and notes stay. */
export function deleteUnlocked(client: QueryClient): void {
  for (const kind of unlockedKinds) createStore(kind).reset();
  deleteStoredResults(client);
}

/** Hears what another tab of the account bought. */
function hear(message: Message, client: QueryClient): void {
  if ('cleared' in message) return deleteUnlocked(client);
  const kind = kindNames.find((known): known is Kind => known === message.kind);
  if (!kind) return;
  createStore(kind).take(message.addition);
  if (kind === 'answers') for (const { row } of message.addition.rows) showStoredResults(client, row.id);
}
