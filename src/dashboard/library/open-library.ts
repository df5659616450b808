import type { QueryClient } from '@tanstack/react-query';
import type { AccountModule } from '../platform/http/account.ts';
import { reportNotStored, type Database, type WorkName, workNames } from '../platform/storage/database.ts';
import { joinTabs, type Tabs } from '../platform/storage/storage.ts';
import { notifySharedCalls } from '../purchase/journal.ts';
import { setUnlockedTest, type ReceivedRecord } from '../purchase/price.ts';
import { getWorkStore } from './own-work/work-store.ts';
import { hasOldWork, type LibraryMessage, readKind, setDevice, type WorkEntry } from './records/device.ts';
import { showStoredResults } from './records/stored-query.ts';
import { kindNames, getStore, unlockedRoundInvestors, type Kind } from './records/records.ts';
import { clearMemory, deleteUnlocked, clearLibrary } from './clear-library.ts';

/** Loads what this browser stores for the account in use, and follows what other tabs unlock. */
export function createLibraryModule(client: QueryClient): AccountModule {
  setUnlockedTest(isUnlockedRecord);
  let tabs: Tabs<LibraryMessage> | undefined;
  let open = new AbortController();
  return {
    close: () => {
      tabs?.close();
      setDevice(undefined);
      open.abort();
      clearLibrary(client);
    },
    open: async ({ account, database }) => {
      open = new AbortController();
      const { signal } = open;
      const background = import('./background.ts').catch(() => undefined);
      const isNew = database && !(await database.get('checkpoints', 'workspace').catch(() => true));
      if (isNew) void background.then((part) => part?.firstPage.request(database, signal));
      tabs = joinTabs<LibraryMessage>(`records ${account}`, (message) => applyMessage(message, client));
      // All at once, because one kind after the other takes twice as long.
      if (database) {
        const reading = kindNames.map((kind) => readKind(database, kind, getStore(kind)));
        const readingWork = readWork(database, (name, entries) => getWorkStore(name).receive(entries));
        await Promise.all([...reading, readingWork]).catch(reportNotStored);
      }
      setDevice({ account, database, tabs });
      // Drawing the stored rows first, and then again with new ones, would take longer.
      if (isNew) await background.then((part) => part?.firstPage.show(database));
      if (database) void background.then((part) => part?.workInBackground({ account, database }, client, signal));
    },
  };
}

/** Reads the user's own work, after moving it into its own stores where an older version stored it. */
export async function readWork(
  database: Database,
  receive: (name: WorkName, entries: readonly WorkEntry[]) => void,
): Promise<void> {
  if (await hasOldWork(database)) {
    const { migrateWork } = await import('./own-work/migrate-work.ts');
    await migrateWork(database);
  }
  await Promise.all(workNames.map(async (name) => receive(name, await database.getAll(name))));
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
  return isKind(kind) && getStore(kind).read(id) !== undefined;
}

/** Takes over what another tab of the account unlocked or changed. */
function applyMessage(message: LibraryMessage, client: QueryClient): void {
  if ('cleared' in message) return deleteUnlocked(client);
  if ('emptied' in message || 'calls' in message) {
    notifySharedCalls();
    return 'emptied' in message ? clearMemory(client) : undefined;
  }
  if ('work' in message) return getWorkStore(message.work).receive(message.entries);
  const { kind, addition } = message;
  if (isKind(kind)) getStore(kind).receive(addition);
  if (kind === 'answers') for (const { row } of addition.rows) showStoredResults(client, row.id);
}
