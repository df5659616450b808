import { deviceSums, loggedCall, type CallHistory } from '#contract/calls.ts';
import { z } from 'zod';
import { deleteWorkspace } from '#contract/workspace.ts';
import { readOpenAccount, whenAccountOpen } from '../platform/http/account.ts';
import { forgetDrafts } from '../platform/form/kept-draft.ts';
import { clearLedger } from '../purchase/shared-calls.ts';
import { parseRecords } from './records/parse-records.ts';
import { type Kind, getStore, kindNames } from './records/records.ts';
import { type Identified, unpackRows, type RowPage, type Addition } from './records/packed-rows.ts';
import type { QueryClient } from '@tanstack/react-query';
import { type Database, openAccountDatabase, type WorkName, workNames } from '../platform/storage/database.ts';
import { findStoredAccounts } from '../platform/storage/stored-accounts.ts';
import { convertOldWork, parseWork } from './own-work/migrate-work.ts';
import { getWorkStore } from './own-work/work-store.ts';
import { buildSpan, oldWorkKinds, readKind, postToTabs } from './records/device.ts';
import { readWork } from './open-library.ts';
import { emptyDevice, clearSyncPlace } from './workspace/outbox.ts';
import { requestWorkspace } from '../platform/http/gateway-request.ts';
import { parseJson } from '#contract/json.ts';
import { readLedgerCalls, restoreLedgerCalls } from '../purchase/ledger-calls.ts';
import { deleteUnlocked, clearMemory } from './clear-library.ts';

const addition = z.object({
  rows: z.array(z.object({ at: z.number().min(0), row: z.looseObject({ id: z.string().min(1) }) })),
  unknown: z.array(z.string()),
});

/** The ledger with the account that it belongs to; null for the account of a workspace that the gateway exported. */
const book = z.object({ account: z.string().nullable(), calls: z.array(z.unknown()), folded: deviceSums });

/** The library and the ledger as one file. Version 1 had the user's own work among the `kinds`. */
const backup = z.object({
  format: z.literal('fundscope-backup'),
  version: z.union([z.literal(1), z.literal(2)]),
  savedAt: z.iso.datetime(),
  kinds: z.record(z.string(), addition),
  work: z.record(z.string(), z.array(z.unknown())).optional(),
  book: book.optional().catch(undefined),
});
export type Backup = z.infer<typeof backup>;

/** Builds a backup of the library and the ledger of the account in use; it contains no key. */
export async function buildBackup(): Promise<Backup> {
  await whenAccountOpen();
  const kinds = Object.fromEntries(kindNames.map((kind) => [kind, getStore(kind).all()]));
  const { calls, sums } = await readLedgerCalls();
  return {
    format: 'fundscope-backup',
    version: 2,
    savedAt: new Date().toISOString(),
    kinds,
    work: Object.fromEntries(workNames.map((name) => [name, getWorkStore(name).all()])),
    book: { account: readAccount(), calls, folded: sums },
  } as unknown as Backup;
}

const readAccount = (): string => readOpenAccount()?.account ?? 'nobody';

/** How many records, parts of the user's work and lines of the ledger a backup added. */
export type Restored = Record<Kind | WorkName, number> & { readonly calls: number };

/** Merges a backup into the library, newer entries over older ones; undefined if the text is not a backup. */
export async function restoreBackup(text: string): Promise<Restored | undefined> {
  const read = backup.safeParse(parseJson(text));
  if (!read.success) return undefined;
  // Before that, the ledger would count as another account's.
  await whenAccountOpen();
  const rows = Object.fromEntries(
    kindNames.map((kind) => {
      const store = getStore(kind);
      const before = store.count();
      store.merge(validateBackup(kind, read.data.kinds[kind] ?? { rows: [], unknown: [] }));
      return [kind, store.count() - before];
    }),
  ) as Record<Kind, number>;
  return { ...rows, ...restoreWork(read.data), calls: await restoreCalls(read.data.book) };
}

function restoreWork({ kinds, work = {} }: Backup): Record<WorkName, number> {
  const now = Date.now();
  const counts = workNames.map((name) => {
    const store = getWorkStore(name);
    const before = store.count();
    const entries = [
      ...convertOldWork(name, kinds[oldWorkKinds[name]]?.rows ?? []),
      ...parseWork(name, work[name] ?? []),
    ];
    // Nothing could ever replace a change dated in the future.
    store.merge(entries.map((entry) => ({ ...entry, at: Math.min(entry.at, now) })));
    return [name, store.count() - before];
  });
  return Object.fromEntries(counts) as Record<WorkName, number>;
}

/** More than any account ever spent, in tenths: a file with more is damaged or forged. */
const maxTenths = 1e10;
const sumNames = ['calls', 'quotedTenths', 'billedTenths', 'unknownTenths', 'rows', 'unlockedRows'] as const;
// Two more days, for a clock that has since been set back.
const isMoment = (at: number): boolean => at >= 0 && at <= Date.now() + 2 * 86_400_000;
const isSane = (figure: number | null): boolean => figure === null || (figure >= 0 && figure <= maxTenths);

/**
 * Leaves out what no ledger can contain: negative or excessive figures, and times in the future or that are no dates.
 */
function validateBook({ calls, folded }: NonNullable<Backup['book']>): CallHistory {
  const sums = Object.entries(folded).flatMap(([device, { to, days }]) => {
    const sane = Object.entries(days).filter(
      ([day, totals]) => z.iso.date().safeParse(day).success && sumNames.every((name) => isSane(totals[name])),
    );
    return isMoment(to) ? [[device, { to, days: Object.fromEntries(sane) }] as const] : [];
  });
  const lines = calls.flatMap((call) => loggedCall.safeParse(call).data ?? []);
  const saneLines = lines.filter(
    ({ at, calls: count, quotedTenths, billedTenths, rows, unlockedRows }) =>
      isMoment(at) && [count, quotedTenths, billedTenths, rows, unlockedRows].every(isSane),
  );
  return { calls: saneLines, sums: Object.fromEntries(sums) };
}

/** Merges a ledger; the calls of another account are listed and left out of the sum. */
async function restoreCalls(saved: Backup['book']): Promise<number> {
  if (!saved) return 0;
  return restoreLedgerCalls(validateBook(saved), saved.account === null || saved.account === readAccount());
}

/** Leaves out unreadable records. No time may be in the future, because nothing could ever replace such a record. */
function validateBackup(kind: Kind, { rows, unknown }: Addition<Identified>): Addition<Identified> {
  const now = Date.now();
  const sound = parseRecords(kind, rows).map(({ at, row }) => ({ at: Math.min(at, now), row }));
  return { rows: sound, unknown };
}

async function clearKind(database: Database, kind: string): Promise<void> {
  const transaction = database.transaction(['rows', 'pages', 'unknown'], 'readwrite');
  const span = buildSpan(kind);
  await Promise.all([
    transaction.objectStore('rows').delete(span),
    transaction.objectStore('pages').delete(span),
    transaction.objectStore('unknown').delete(span),
    transaction.done,
  ]);
}

/** Removes all unlocked records and stored results from the device, from memory and from the other tabs. */
export async function clearRecords(client: QueryClient): Promise<void> {
  const database = readOpenAccount()?.database;
  if (database) {
    await Promise.all(kindNames.map((kind) => clearKind(database, kind)));
    // The workspace then sends all records again.
    await clearSyncPlace(database);
  }
  deleteUnlocked(client);
  postToTabs({ cleared: true });
}

/**
 * Deletes all records, the user's own work and the list of calls, in this browser and in its workspace, which other
 * browsers then follow. Throws if the gateway cannot be reached; then nothing is deleted.
 */
export async function deleteEverything(client: QueryClient, isShared: boolean): Promise<void> {
  const answer = isShared
    ? await requestWorkspace('/workspace/delete', AbortSignal.timeout(60_000), { everything: true })
    : undefined;
  const { emptied } = z.object({ data: deleteWorkspace.data }).safeParse(answer).data?.data ?? {};
  clearMemory(client);
  forgetDrafts();
  postToTabs({ emptied: true });
  const database = readOpenAccount()?.database;
  if (database) await emptyDevice(database, emptied);
  await clearLedger();
}

/** What this device stores for another account, such as that of an earlier key. */
type OtherStore = { readonly account: string; readonly rows: number };

/** The other accounts for which this device stores anything. */
export async function findOtherStores(): Promise<OtherStore[]> {
  // Before that, the user's own store would count as another one.
  await whenAccountOpen();
  const others = (await findStoredAccounts()).filter((account) => account !== readOpenAccount()?.account);
  const stores = await Promise.all(
    others.map(async (account) => {
      const database = await openAccountDatabase(account);
      const rows = database ? await countStored(database) : 0;
      database?.close();
      return { account, rows };
    }),
  );
  return stores.filter(({ rows }) => rows > 0);
}

/** How many records and parts of the user's work a database has; a record that was unlocked again may count twice. */
async function countStored(database: Database): Promise<number> {
  const [pages, ...loose] = await Promise.all([
    database.getAllKeys('pages'),
    database.count('rows'),
    ...workNames.map((name) => database.count(name)),
  ]);
  return [...pages.map(([, , count]) => count), ...loose].reduce((sum, count) => sum + count, 0);
}

/** Merges another account's library into this one; the other store stays as it is. */
export async function mergeAccount(account: string): Promise<void> {
  const database = await openAccountDatabase(account);
  if (!database) return;
  for (const kind of kindNames) {
    const { merge } = getStore(kind);
    const receivePages = (pages: readonly RowPage[]) => {
      for (const page of pages) merge({ rows: unpackRows(page), unknown: [] });
    };
    await readKind(database, kind, { receivePages, receive: merge });
  }
  await readWork(database, (name, entries) => getWorkStore(name).merge(entries));
  database.close();
}
