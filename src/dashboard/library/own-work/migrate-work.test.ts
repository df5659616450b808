// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { openAccountDatabase, workNames, type WorkName } from '../../platform/storage/database.ts';
import { findOtherStores, restoreBackup } from '../backup.ts';
import { oldWorkKinds, type WorkEntry } from '../records/device.ts';
import { readWork } from '../open-library.ts';
import { packRowPage } from '../records/packed-rows.ts';
import { readLists, readListText, readMatches } from '../lists/lists.ts';
import { readStatusOf } from '../status/statuses.ts';
import { getWorkStore, listStore, reviewStore, searchStore } from './work-store.ts';

beforeEach(() => workNames.forEach((name) => getWorkStore(name).reset()));

let count = 0;
type OldRow = { readonly at: number; readonly row: { readonly id: string; readonly value: unknown } };
type OldWork = Partial<Record<WorkName, readonly OldRow[]>>;

/** A database as version 4 wrote it: the first rows of each kind packed, the others loose. */
async function writeOld(work: OldWork, packed = 0): Promise<string> {
  const account = `old work ${(count += 1)}`;
  const database = await openDB(`fundscope-${account}`, 4, {
    upgrade(fresh) {
      for (const store of ['rows', 'unknown', 'ledger', 'pages', 'checkpoints']) fresh.createObjectStore(store);
      fresh.createObjectStore('calls', { keyPath: 'id' }).createIndex('at', 'at');
      fresh.createObjectStore('journal', { keyPath: 'seq', autoIncrement: true });
    },
  });
  for (const [name, rows] of Object.entries(work) as [WorkName, readonly OldRow[]][]) {
    const kind = oldWorkKinds[name];
    const page = rows.slice(0, packed);
    if (page.length > 0) await database.put('pages', packRowPage(page), [kind, 1, page.length]);
    for (const one of rows.slice(packed)) await database.put('rows', one, [kind, one.row.id]);
  }
  await database.put('rows', { at: 1, row: { id: 'a', round_type: 'SEED' } }, ['deals', 'a']);
  database.close();
  return account;
}

async function open(account: string) {
  const database = await openAccountDatabase(account);
  if (!database) throw new Error('The database did not open.');
  return database;
}

async function load(account: string): Promise<void> {
  const database = await open(account);
  await readWork(database, (name, entries) => getWorkStore(name).receive(entries));
  database.close();
}

const layout = { delimiter: ',', header: true, columns: { domain: 0 } };
const head = { name: 'CRM', fileName: 'crm.csv', encoding: 'UTF-8', lines: 1, addedAt: 1, layout };
const matches = { found: { 'domain:a.com': ['a1'] }, choices: {}, cuts: [] };
const oldWork: Required<OldWork> = {
  statuses: [
    { at: 5, row: { id: 'deal a verdict', value: 'shortlist' } },
    { at: 6, row: { id: 'deal a tags', value: ['warm intro'] } },
    { at: 7, row: { id: 'company a note', value: 'Ask Ada' } },
    { at: 8, row: { id: 'company a rank', value: '00001' } },
    { at: 9, row: { id: 'company a seen', value: true } },
  ],
  reviews: [
    { at: 1, row: { id: 'd1', value: null } },
    { at: 2, row: { id: 'finished', value: 2 } },
    { at: 3, row: { id: 'place', value: 'd1' } },
  ],
  searches: [
    { at: 1, row: { id: 's1', value: { name: 'Seed' } } },
    { at: 2, row: { id: 's1 found', value: { total: 3 } } },
  ],
  lists: [
    { at: 1, row: { id: 'l1', value: head } },
    { at: 1, row: { id: 'l1 text', value: 'Web\na.com' } },
    { at: 2, row: { id: 'l1 matches', value: matches } },
  ],
};

function expectOldWork(): void {
  expect(readStatusOf('deal', 'a')).toMatchObject({ status: 'shortlist', tags: ['warm intro'], note: '' });
  expect(readStatusOf('company', 'a')).toMatchObject({ status: null, note: 'Ask Ada', rank: '00001', seen: true });
  expect([reviewStore.readTime(['shown', 'd1']), reviewStore.read(['finished']), reviewStore.read(['place'])]).toEqual([
    1,
    2,
    'd1',
  ]);
  expect(searchStore.all().toSorted((one, other) => one.at - other.at)).toEqual([
    { key: ['s1', 'search'], at: 1, value: { name: 'Seed' } },
    { key: ['s1', 'new-rows'], at: 2, value: { total: 3 } },
  ]);
  expect(readLists().map(({ id, name }) => [id, name])).toEqual([['l1', 'CRM']]);
  expect([readListText('l1'), readMatches('l1'), listStore.count()]).toEqual(['Web\na.com', matches, 3]);
}

test.each([0, 2])(
  'an older database keeps all work, %d rows of each kind packed; unlocked records stay',
  async (packed) => {
    const account = await writeOld(oldWork, packed);
    await load(account);
    expectOldWork();
    const database = await open(account);
    expect(await database.getAllKeys('rows')).toEqual([['deals', 'a']]);
    expect(await database.count('pages')).toBe(0);
    const stored = (await findOtherStores()).find((one) => one.account === account);
    expect(stored?.rows).toBe(1 + Object.values(oldWork).flat().length);
    database.close();
    workNames.forEach((name) => getWorkStore(name).reset());
    await load(account);
    expectOldWork();
  },
);

test('a backup of version 1 restores its work', async () => {
  const kinds = Object.fromEntries(workNames.map((name) => [oldWorkKinds[name], { rows: oldWork[name], unknown: [] }]));
  const file = { format: 'fundscope-backup', version: 1, savedAt: '2026-11-21T00:00:00Z', kinds };
  expect(await restoreBackup(JSON.stringify(file))).toMatchObject({ statuses: 5, reviews: 3, searches: 2, lists: 3 });
  expectOldWork();
});

test('two tabs that move the same work, one with a later change in between, end with the last change of each field', async () => {
  const time = fc.nat(5);
  await fc.assert(
    fc.asyncProperty(time, time, time, async (packedAt, looseAt, sinceAt) => {
      const id = 'deal a note';
      const account = await writeOld({ statuses: [{ at: packedAt, row: { id, value: `packed ${packedAt}` } }] }, 1);
      const database = await open(account);
      const loose = { at: packedAt + looseAt, row: { id, value: `loose ${looseAt}` } };
      await database.put('rows', loose, [oldWorkKinds.statuses, id]);
      const since = { key: ['deal', 'a', 'note'], at: sinceAt, value: `since ${sinceAt}` };
      await database.put('statuses', since);
      const other = await open(account);
      const seen: WorkEntry[][] = [];
      const take = (name: WorkName, entries: readonly WorkEntry[]) => {
        if (name === 'statuses') seen.push([...entries]);
      };
      await Promise.all([readWork(database, take), readWork(other, take)]);
      const last = sinceAt >= loose.at ? since : { ...since, at: loose.at, value: loose.row.value };
      expect(seen).toEqual([[last], [last]]);
      database.close();
      other.close();
    }),
    { numRuns: 25 },
  );
});
