// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { restoreBackup, buildBackup } from '../backup.ts';
import { unlockedCompanies } from '../records/records.ts';
import { listStore } from '../own-work/work-store.ts';
import {
  readLists,
  addList,
  readMatches,
  changeList,
  changeMatches,
  deleteList,
  readListText,
  restoreList,
} from './lists.ts';
import { encodeLineKey } from './identifier.ts';
import { matchUnlocked, listUnsearched, searchList } from '../../features/lists/list-search.tsx';
import { setFetchNamedEntries, showSyncState } from '../records/sync-state.ts';
import { SpendAuthorization } from '../../purchase/spend-authorization.ts';

const toKey = (domain: string) => encodeLineKey([{ kind: 'domain', value: domain }]);

beforeEach(() => {
  listStore.reset();
  unlockedCompanies.reset();
});

const layout = { delimiter: ',', header: true, columns: { domain: 0 } } as const;
const add = (name = 'CRM') => addList({ name, fileName: 'crm.csv', encoding: 'UTF-8', lines: 1, layout }, 'Web\na.com');

test('a deleted list leaves none of its lines on the device, and can be restored', () => {
  const id = add();
  changeMatches(id, (before) => ({ ...before, found: { 'domain:a.com': ['a1'] } }));
  const before = listStore.all().map(({ key, value }) => ({ key, value }));
  const deleted = deleteList(readLists()[0]!);
  expect(readLists()).toEqual([]);
  expect(JSON.stringify(listStore.all())).not.toContain('a.com');
  restoreList(deleted);
  expect(listStore.all().map(({ key, value }) => ({ key, value }))).toEqual(before);
});

test('two lists never share a name', () => {
  add();
  add();
  expect(readLists().map(({ name }) => name)).toEqual(['CRM', 'CRM (2)']);
});

test('backups contain lists with their lines and matches', async () => {
  const id = add();
  const file = JSON.stringify(await buildBackup());
  const all = listStore.all();
  listStore.reset();
  expect(await restoreBackup(file)).toMatchObject({ lists: 2 });
  expect(listStore.all()).toEqual(all);
  expect(readListText(id)).toBe('Web\na.com');
});

test('unlocked companies match without a request, and only the rest is searched, each once', () => {
  const company = { id: 'a1', domain: 'a.com', linkedin: null, crunchbase: null };
  unlockedCompanies.add([company as never]);
  const id = add();
  const keys = ['a.com', 'b.com', 'b.com'].map(toKey);
  expect(listUnsearched(id, keys)).toEqual(['domain:b.com']);
  matchUnlocked(id, new Set(keys));
  changeMatches(id, (before) => ({ ...before, found: { ...before.found, 'domain:b.com': [] } }));
  expect(listUnsearched(id, keys)).toEqual([]);
  changeList(id, { name: 'Other' });
  matchUnlocked(id, new Set([toKey('c.com')]));
  expect(listUnsearched(id, keys)).toEqual(['domain:b.com']);
});

test('a browser that is still receiving the workspace searches no line that a colleague searched, and does not wait', async () => {
  const id = add();
  const keys = ['a.com', 'b.com'].map(toKey);
  const requests: unknown[] = [];
  setFetchNamedEntries(async (names) => {
    requests.push(...names);
    const value = { found: { 'domain:a.com': ['a1'], 'domain:b.com': [] }, choices: {}, cuts: [] };
    listStore.merge([{ key: [id, 'matches'], at: Date.now() + 1, value }]);
  });
  showSyncState({ kind: 'receiving', entries: 1 });
  // Nothing is authorized, so any request would fail.
  await searchList(SpendAuthorization.issue(0), id, keys);
  showSyncState({ kind: 'off' });
  expect(requests).toEqual([['lists', id, 'matches']]);
  expect(readMatches(id).found).toMatchObject({ 'domain:a.com': ['a1'] });
});
