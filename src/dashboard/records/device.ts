import { noteUnkept, type Database } from '../session/database.ts';
import type { Tabs } from '../session/tabs.ts';
import type { Addition, Identified } from './owned.ts';

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
    if (device.database) void write(device.database, kind, addition).catch(noteUnkept);
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
const toSpan = (kind: string): IDBKeyRange => IDBKeyRange.bound([kind], [kind, []]);

/** Removes all of one kind. */
export async function clearKind(database: Database, kind: string): Promise<void> {
  await Promise.all([database.delete('rows', toSpan(kind)), database.delete('unknown', toSpan(kind))]);
}

/** Reads all of one kind. */
export async function readKind(database: Database, kind: string): Promise<Addition<Identified>> {
  const span = toSpan(kind);
  const [rows, unknown] = await Promise.all([database.getAll('rows', span), database.getAllKeys('unknown', span)]);
  return { rows, unknown: unknown.map(([, id]) => id) };
}
