import { beforeEach, expect, test } from 'vitest';
import { searchStore } from '../../library/own-work/work-store.ts';
import {
  addSearch,
  changeSearch,
  deleteSearch,
  readSearches,
  isSameSearch,
  readSearch,
} from '../../search/saved/searches.tsx';
import { importSearches, formatSearchesFile } from './transfer.ts';

beforeEach(() => searchStore.reset());

const seed = {
  name: 'Seed',
  screen: 'deals' as const,
  search: '?round=SEED&asked=1',
  body: { deal: { financing_types: [{ type: 'SEED', pre: false, extension: false }] }, page: 0, page_size: 25 },
  columns: {
    order: ['raised'],
    shown: { added: false },
    widths: { raised: 120 },
    pinned: [],
    density: 'usual' as const,
  },
};

test('an import adds the exported searches to those that are there, under unused names', () => {
  addSearch(seed);
  const text = formatSearchesFile(readSearches());
  expect(importSearches(text)).toEqual({ added: 1, skipped: 0 });
  const [one, other] = readSearches();
  expect([one?.name, other?.name]).toEqual(['Seed', 'Seed (2)']);
  expect(isSameSearch(one!, other!)).toBe(true);
  expect(one?.id).not.toBe(other?.id);
});

test.each(['no JSON', '[]', '{"format":"fundscope-backup","version":1,"searches":[]}'])('%s is no export', (text) => {
  expect(importSearches(text)).toBeUndefined();
});

test('leaves out what the service would reject, and what is no search', () => {
  const searches = [seed, { ...seed, body: { deal: { nonsense: 1 } } }, { ...seed, screen: 'settings' }, null];
  const text = JSON.stringify({ format: 'fundscope-searches', version: 1, searches });
  expect(importSearches(text)).toEqual({ added: 1, skipped: 3 });
});

test('differs by filters, order and columns, and not by the order of members or the name', () => {
  const { page_size: size, page, ...rest } = seed.body;
  expect(isSameSearch(seed, { ...seed, body: { page_size: size, page, ...rest } })).toBe(true);
  expect(isSameSearch(seed, { ...seed, columns: { ...seed.columns, order: [] } })).toBe(false);
  expect(isSameSearch(seed, { ...seed, body: { ...seed.body, sort_by: 'oldest_deal' } })).toBe(false);
});

test('a deleted search stays deleted when an older copy is merged, and comes back by undo', () => {
  const id = addSearch(seed);
  const before = searchStore.all().map((entry) => ({ ...entry, at: entry.at - 1 }));
  changeSearch(id, { name: 'Other' });
  deleteSearch(id);
  searchStore.merge(before);
  expect(readSearch(id)).toBeUndefined();
  deleteSearch(id, false);
  expect(readSearch(id)?.name).toBe('Other');
});
