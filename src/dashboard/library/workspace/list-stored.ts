import { type Database, workNames } from '../../platform/storage/database.ts';
import { buildSpan } from '../records/device.ts';
import type { RowPage } from '../records/packed-rows.ts';
import { getStore, kindNames } from '../records/records.ts';
import type { WaitingChange } from './outbox.ts';

/** The names and times of everything on this device; no record is parsed. */
export async function listStored(database: Database): Promise<WaitingChange[]> {
  const work = await Promise.all(
    workNames.map(async (kind) =>
      (await database.getAll(kind)).map(({ key, at }): WaitingChange => ({ name: [kind, ...key], at })),
    ),
  );
  const calls = (await database.getAll('shared-calls')).map(({ key, at }) => ({ name: ['calls', ...key], at }));
  const records = await Promise.all(kindNames.map((kind) => listKind(database, kind)));
  return [...work, calls, ...records].flat();
}

async function listKind(database: Database, kind: (typeof kindNames)[number]): Promise<WaitingChange[]> {
  const transaction = database.transaction(['rows', 'pages', 'unknown']);
  const span = buildSpan(kind);
  const [rows, pages, unknown] = await Promise.all([
    transaction.objectStore('rows').getAllKeys(span),
    transaction.objectStore('pages').getAll(span),
    transaction.objectStore('unknown').getAllKeys(span),
  ]);
  const { readTime } = getStore(kind);
  const ids = new Set([...rows.map(([, id]) => id), ...pages.flatMap(listPageIds)]);
  const known = Array.from(ids, (id) => ({ name: [kind, id], at: readTime(id) ?? 0 }));
  return known.concat(unknown.map(([, id]) => ({ name: ['unknown', kind, id], at: 0 })));
}

function listPageIds({ ids, times }: RowPage): string[] {
  if (!(ids instanceof Uint32Array)) return [...ids];
  return Array.from(times, (_, place) => formatWords(ids.subarray(place * 4, place * 4 + 4)));
}

/** The id of four numbers (packed-rows.ts). */
const formatWords = (words: Uint32Array): string =>
  Array.from(words, (word) => word.toString(16).padStart(8, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
