// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWorkGateway } from '../../records/saving/testing-gateway.ts';
import { discardUnsaved } from '../../records/saving/unsaved.ts';
import { addSearch, isSameSearch, readSearches } from '../searches/kit/saved/searches.tsx';
import { importSearches, formatSearchesFile } from './transfer.ts';

beforeEach(() => void startWorkGateway());
afterEach(discardUnsaved);

const seed = {
  name: 'Seed',
  screen: 'deals' as const,
  search: '?round=SEED&run=1',
  body: { deal: { financing_types: [{ type: 'SEED', pre: false, extension: false }] }, page: 0, page_size: 25 },
  via: null,
  columns: {
    columnOrder: ['raised'],
    columnVisibility: { added: false },
    columnSizing: { raised: 120 },
    columnPinning: { start: [], end: [] },
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
  const market = { ...seed, screen: 'market', body: { deals: {}, blocks: ['clock'] } };
  const searches = [
    seed,
    market,
    { ...market, body: { deals: {}, blocks: ['weather'] } },
    { ...seed, body: { deal: { nonsense: 1 } } },
    { ...seed, screen: 'settings' },
    null,
  ];
  const text = JSON.stringify({ format: 'fundscope-searches', version: 1, searches });
  expect(importSearches(text)).toEqual({ added: 2, skipped: 4 });
});
