// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toRecordId, settle, startWorkGateway, type WorkGateway } from '../../../../records/saving/testing-gateway.ts';
import { discardUnsaved } from '../../../../records/saving/unsaved.ts';
import { queryClient } from '../../../../platform/http/query-client.ts';
import {
  addSearch,
  changeSearch,
  chooseFreeSearchName,
  deleteSearch,
  isSameSearch,
  readNewRows,
  readSavedSearch,
  readSearches,
  storedSearches,
  storeNewRows,
} from './searches.tsx';

const seed = {
  name: 'Seed',
  screen: 'deals' as const,
  search: '?round=SEED&run=1',
  body: { deal: { financing_types: [{ type: 'SEED', pre: false, extension: false }] }, page: 0, page_size: 25 },
  via: null,
  columns: null,
};
let gateway: WorkGateway;

beforeEach(async () => {
  vi.useFakeTimers();
  gateway = startWorkGateway();
  await readAgain();
});
afterEach(() => {
  discardUnsaved();
  vi.useRealTimers();
});

const readAgain = () => queryClient.query({ ...storedSearches, staleTime: 0 });

test('a search is there at once, is saved, and is read by a page that opens later', async () => {
  const id = addSearch(seed);
  expect(readSavedSearch(id)).toMatchObject(seed);
  await settle();
  changeSearch(id, { name: 'Other' });
  expect(readSavedSearch(id)?.name).toBe('Other');
  await settle();
  queryClient.clear();
  expect(readSearches()).toEqual([]);
  await readAgain();
  expect(readSavedSearch(id)).toMatchObject({ ...seed, name: 'Other' });
});

test('a deleted search is gone at once, and comes back by undo', async () => {
  const id = addSearch(seed);
  await settle();
  const undo = deleteSearch(readSavedSearch(id)!);
  expect(readSearches()).toEqual([]);
  await settle();
  expect(gateway.searches.size).toBe(0);
  undo();
  expect(readSavedSearch(id)?.name).toBe('Seed');
  await settle();
  expect(gateway.searches.get(id)?.name).toBe('Seed');
});

test('what a colleague saved while a search is being saved is shown too', async () => {
  const id = addSearch(seed);
  const reading = readAgain().catch(() => undefined);
  gateway.putSearch(toRecordId('theirs'), { ...seed, name: 'Theirs' });
  await settle();
  await reading;
  await readAgain();
  expect(readSearches().map(({ name }) => name)).toEqual(['Seed', 'Theirs']);
  expect(readSavedSearch(id)).toEqual(gateway.searches.get(id));
});

test('new rows are shown until the search is loaded again', async () => {
  const id = addSearch(seed);
  await settle();
  storeNewRows(id, { since: '2026-11-20', total: 3 });
  expect(readNewRows(readSavedSearch(id)!)?.total).toBe(3);
  await settle();
  expect(readNewRows(readSavedSearch(id)!)?.total).toBe(3);
  gateway.putSearch(id, { viewed_at: '2027-01-01T00:00:00Z' });
  await readAgain();
  expect(readNewRows(readSavedSearch(id)!)).toBeUndefined();
});

test('no two saved searches are suggested the same name', () => {
  addSearch(seed);
  expect([chooseFreeSearchName('Seed'), chooseFreeSearchName('Other')]).toEqual(['Seed (2)', 'Other']);
});

test('differs by filters, order and columns, and not by the order of members or the name', () => {
  const { page_size: size, page, ...rest } = seed.body;
  const columns = { columnOrder: ['raised'], density: 'usual' };
  expect(isSameSearch(seed, { ...seed, body: { page_size: size, page, ...rest } })).toBe(true);
  expect(isSameSearch(seed, { ...seed, columns })).toBe(false);
  expect(isSameSearch(seed, { ...seed, body: { ...seed.body, sort_by: 'oldest_deal' } })).toBe(false);
});
