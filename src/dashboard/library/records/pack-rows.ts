import type { Database } from '../../platform/storage/database.ts';
import { waitUntilIdle } from '../../platform/wait-until-idle.ts';
import { packRowPage, pageRows } from './packed-rows.ts';
import { buildSpan } from './device.ts';
import { kindNames } from './records.ts';

/** Packs loose rows into pages while the browser is idle, so that the next start reads them faster. */
export async function packRows(database: Database): Promise<void> {
  await waitUntilIdle();
  for (const kind of kindNames) await packKind(database, kind);
}

/** Fewer rows stay loose, so that frequently written ones are not packed again and again. */
const minPacked = 500;

/**
 * Packs the loose rows of a kind, page by page. Each page is a separate transaction, so that after any interruption
 * every row is in one of the two stores.
 */
async function packKind(database: Database, kind: string): Promise<void> {
  for (;;) {
    const transaction = database.transaction(['rows', 'pages'], 'readwrite');
    const [rows, pages] = [transaction.objectStore('rows'), transaction.objectStore('pages')];
    const span = buildSpan(kind);
    const [keys, records, taken] = await Promise.all([
      rows.getAllKeys(span, pageRows),
      rows.getAll(span, pageRows),
      pages.getAllKeys(span),
    ]);
    const [first, last] = [keys[0], keys.at(-1)];
    if (!first || !last || records.length < minPacked) return;
    const number = (taken.at(-1)?.[1] ?? 0) + 1;
    await Promise.all([
      pages.put(packRowPage(records), [kind, number, records.length]),
      rows.delete(IDBKeyRange.bound(first, last)),
      transaction.done,
    ]);
    await waitUntilIdle();
  }
}
