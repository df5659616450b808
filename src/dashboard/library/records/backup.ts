import { z } from 'zod';
import { company } from '#contract/companies.ts';
import { deal, dealDetail, lineupAngel, lineupInvestor } from '#contract/deals.ts';
import { investor } from '#contract/investors.ts';
import { person } from '#contract/people.ts';
import { parseTolerantly } from '#contract/record.ts';
import { readOpenAccount } from '../../platform/http/open-account.ts';
import { readLedgerBook, restoreLedgerBook } from '../../purchase/ledger-backup.ts';
import { deviceSums, loggedCall } from '../../purchase/logged-call.ts';
import { createStore, type Kind, kindNames, unlockedKinds } from './records.ts';
import { type Identified, readRows, type RowPage, type StoredRecord } from '../row-pages/row-page.ts';
import type { Addition } from './record-store.ts';
import type { QueryClient } from '@tanstack/react-query';
import { findAccounts, openDatabase } from '../../platform/storage/database.ts';
import { clearKind, countRows, readKind, tell } from './device.ts';
import { deleteUnlocked } from './open-library.ts';

const addition = z.object({
  rows: z.array(z.object({ at: z.number().min(0), row: z.looseObject({ id: z.string().min(1) }) })),
  unknown: z.array(z.string()),
});

/** The account book (spend/call-log.ts) with the account that it belongs to. */
const book = z.object({ account: z.string(), calls: z.array(z.unknown()), folded: deviceSums });

/** Everything that is owned, as one file; kinds that a later version adds are left out by an earlier one. */
const backup = z.object({
  format: z.literal('fundscope-backup'),
  version: z.literal(1),
  savedAt: z.iso.datetime(),
  kinds: z.record(z.string(), addition),
  book: book.optional().catch(undefined),
});
export type Backup = z.infer<typeof backup>;

const markValue = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable();

/** What rows of each kind must look like, so that a foreign or hurt file breaks no screen. */
const shapes: Record<Exclude<Kind, 'answers'>, z.ZodType> = {
  deals: deal,
  companies: company,
  investors: investor,
  lineups: z.object({ id: z.string(), firms: z.array(lineupInvestor), angels: z.array(lineupAngel) }),
  names: z.object({
    id: z.string(),
    kind: z.enum(['company', 'firm', 'person']),
    name: z.string(),
    remark: z.string(),
  }),
  articles: z.object({ id: z.string(), articles: dealDetail.shape.articles }),
  people: person,
  histories: person.pick({ id: true, employment_history: true, education_history: true }),
  marks: z.object({ id: z.string(), value: markValue }),
  shown: z.object({ id: z.string(), value: z.union([z.string(), z.number()]).nullable() }),
  searches: z.looseObject({ id: z.string() }),
  lists: z.looseObject({ id: z.string() }),
};

/** What this device owns and its account book, ready to be saved; it holds no key. */
export async function buildBackup(): Promise<Backup> {
  const kinds = Object.fromEntries(kindNames.map((kind) => [kind, createStore(kind).all()]));
  const { calls, sums } = await readLedgerBook();
  return {
    format: 'fundscope-backup',
    version: 1,
    savedAt: new Date().toISOString(),
    kinds,
    book: { account: readAccount(), calls, folded: sums },
  } as unknown as Backup;
}

const readAccount = (): string => readOpenAccount()?.account ?? 'nobody';

/** How many rows a backup brought that were not owned before, by kind, and how many lines of the account book. */
export type Restored = Record<Kind, number> & { readonly calls: number };

/** Merges a backup into what is owned, newer rows over older ones; undefined when the text is no backup of ours. */
export async function restoreBackup(text: string): Promise<Restored | undefined> {
  const read = backup.safeParse(toJson(text));
  if (!read.success) return undefined;
  const rows = Object.fromEntries(
    kindNames.map((kind) => {
      const store = createStore(kind);
      const before = store.count();
      store.merge(validateBackup(kind, read.data.kinds[kind] ?? { rows: [], unknown: [] }));
      return [kind, store.count() - before];
    }),
  ) as Record<Kind, number>;
  return { ...rows, calls: await restoreCalls(read.data.book) };
}

/** Merges an account book; one of another account is listed and left out of the sum. */
async function restoreCalls(saved: Backup['book']): Promise<number> {
  if (!saved) return 0;
  const calls = saved.calls.flatMap((call) => loggedCall.safeParse(call).data ?? []);
  return restoreLedgerBook({ calls, sums: saved.folded }, saved.account === readAccount());
}

/** Leaves out rows that are none, and takes no time from the future, which nothing could ever replace. */
function validateBackup(kind: Kind, { rows, unknown }: Addition<Identified>): Addition<Identified> {
  const now = Date.now();
  const read = (row: Identified): unknown =>
    kind === 'answers' ? row : parseTolerantly(shapes[kind], row, () => undefined);
  const sound = rows.flatMap(({ at, row }): StoredRecord<Identified>[] => {
    const kept = read(row) as Identified | null;
    return kept === null ? [] : [{ at: Math.min(at, now), row: kept }];
  });
  return { rows: sound, unknown };
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
