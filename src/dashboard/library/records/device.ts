import { reportNotStored, type Database } from '../../platform/storage/database.ts';
import type { Tabs } from '../../platform/storage/storage.ts';
import { type Identified, packRowPage, pageRows, type RowPage } from '../row-pages/row-page.ts';
import type { Addition } from './record-store.ts';

/** What a tab tells the others: what was added to which kind, or that everything was cleared. */
export type Message = { readonly kind: string; readonly addition: Addition<Identified> } | { readonly cleared: true };

/** Where this tab writes down what it buys, and how it tells the other tabs. */
type Device = { readonly database: Database | undefined; readonly tabs: Tabs<Message> };
let device: Device | undefined;
/** What was bought before the device was open. */
let waiting: { kind: string; addition: Addition<Identified> }[] = [];

/** Writes additions down from now on, those before included; without a device they wait. */
export function writeTo(next: Device | undefined): void {
  device = next;
  const late = waiting;
  waiting = [];
  if (next) for (const { kind, addition } of late) report(kind)(addition);
}

/** Tells the other tabs of this account. */
export const tell = (message: Message): void => device?.tabs.tell(message);

/**
 * The writer of one kind. It writes at once, in the task of the purchase, and commits without waiting, so that a tab
 * that closes right after has nothing left to write.
 */
export const report =
  (kind: string) =>
  (addition: Addition<Identified>): void => {
    if (!device) {
      waiting.push({ kind, addition });
      return;
    }
    tell({ kind, addition });
    if (device.database) void write(device.database, kind, addition).catch(reportNotStored);
  };

/** Writes rows and unknown ids of one kind in one transaction; rejects when the browser has no room for them. */
export async function write(database: Database, kind: string, { rows, unknown }: Addition<Identified>): Promise<void> {
  const transaction = database.transaction(['rows', 'unknown'], 'readwrite');
  const writes: Promise<unknown>[] = [transaction.done];
  for (const kept of rows) {
    writes.push(transaction.objectStore('rows').put(kept, [kind, kept.row.id]));
    writes.push(transaction.objectStore('unknown').delete([kind, kept.row.id]));
  }
  for (const id of unknown) writes.push(transaction.objectStore('unknown').put(1, [kind, id]));
  transaction.commit();
  await Promise.all(writes);
}

/** All ids of a kind: an array sorts after every text. */
const buildSpan = (kind: string): IDBKeyRange => IDBKeyRange.bound([kind], [kind, []]);

/** Removes all of one kind. */
export async function clearKind(database: Database, kind: string): Promise<void> {
  const transaction = database.transaction(['rows', 'pages', 'unknown'], 'readwrite');
  const span = buildSpan(kind);
  await Promise.all([
    transaction.objectStore('rows').delete(span),
    transaction.objectStore('pages').delete(span),
    transaction.objectStore('unknown').delete(span),
    transaction.done,
  ]);
}

/** What a reader of the device is given, part by part: pages first. */
type Reader = {
  readonly takePages: (pages: readonly RowPage[]) => void;
  readonly take: (addition: Addition<Identified>) => void;
};

/** Reads all of one kind as it stands at one moment, in parts, so that rows are never all objects at once. */
export async function readKind(database: Database, kind: string, { takePages, take }: Reader): Promise<void> {
  const transaction = database.transaction(['rows', 'pages', 'unknown']);
  const span = buildSpan(kind);
  const rows = transaction.objectStore('rows');
  const [pages, unknown, first] = await Promise.all([
    transaction.objectStore('pages').getAll(span),
    transaction.objectStore('unknown').getAllKeys(span),
    rows.getAll(span, pageRows),
  ]);
  takePages(pages);
  take({ rows: first, unknown: unknown.map(([, id]) => id) });
  for (let part = first, last = part.at(-1); last && part.length === pageRows; last = part.at(-1)) {
    part = await rows.getAll(IDBKeyRange.bound([kind, last.row.id], [kind, []], true), pageRows);
    take({ rows: part, unknown: [] });
  }
}

/** Fewer rows than this stay one by one: what is written often is never packed over and over. */
const leastPacked = 500;

/**
 * Packs what a kind holds row by row, page by page, each in a transaction of its own: whenever it ends, every row
 * stands in one of the two stores. Rows that a version without pages wrote are packed by the same way.
 */
export async function packKind(database: Database, kind: string, pause: () => Promise<void>): Promise<void> {
  for (;;) {
    const transaction = database.transaction(['rows', 'pages'], 'readwrite');
    const [rows, pages] = [transaction.objectStore('rows'), transaction.objectStore('pages')];
    const span = buildSpan(kind);
    const [keys, kept, taken] = await Promise.all([
      rows.getAllKeys(span, pageRows),
      rows.getAll(span, pageRows),
      pages.getAllKeys(span),
    ]);
    const [first, last] = [keys[0], keys.at(-1)];
    if (!first || !last || kept.length < leastPacked) return;
    const number = (taken.at(-1)?.[1] ?? 0) + 1;
    await Promise.all([
      pages.put(packRowPage(kept), [kind, number, kept.length]),
      rows.delete(IDBKeyRange.bound(first, last)),
      transaction.done,
    ]);
    await pause();
  }
}

/** How many rows a database holds, of all kinds; a row that was bought again can count twice. */
export async function countRows(database: Database): Promise<number> {
  const [loose, pages] = await Promise.all([database.count('rows'), database.getAllKeys('pages')]);
  return pages.reduce((sum, [, , count]) => sum + count, loose);
}
