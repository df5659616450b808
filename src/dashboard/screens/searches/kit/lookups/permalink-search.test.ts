// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../../platform/http/query-client.ts';
import { findUnchecked, readPermalinkCheck, listSearchNames } from './permalink-search.ts';

afterEach(() => vi.unstubAllGlobals());

/** A service that finds names but not permalinks, which ours never does. */
function serveNames(industries: Record<string, object[]>) {
  const searchedNames: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const name = new URL(url, 'http://service').searchParams.get('name') ?? '';
    searchedNames.push(name);
    return new Response(JSON.stringify({ success: true, data: { industries: industries[name] ?? [] }, meta: {} }));
  });
  return searchedNames;
}

const crm = { permalink: 'crm-1a2b', name: 'CRM', industry_type: 'INDUSTRY' };
const software = { permalink: 'software', name: 'Software', industry_type: 'SUPER_CATEGORY' };

test('a value is confirmed by its name in the link', async () => {
  const searchedNames = serveNames({ crm: [software, crm] });
  const check = await createQueryClient().query(
    readPermalinkCheck('industry', { permalink: 'crm-1a2b', kind: 'INDUSTRY', name: 'CRM' }),
  );
  expect(check).toEqual({ state: 'confirmed', as: { permalink: 'crm-1a2b', name: 'CRM', kind: 'INDUSTRY' } });
  expect(searchedNames).toEqual(['crm']);
});

test('without a name it is derived from the slug, in at most three searches', async () => {
  const searchedNames = serveNames({ 'clean tech': [crm] });
  const value = { permalink: 'clean-tech-and-more', kind: 'INDUSTRY', name: 'clean-tech-and-more' };
  const check = await createQueryClient().query(readPermalinkCheck('industry', value));
  expect(check).toEqual({ state: 'missing', nearest: [] });
  expect(searchedNames).toEqual(listSearchNames(value));
  expect(searchedNames.length).toBeLessThanOrEqual(3);
});

test('a super category that a link gives as an industry is wrong, not missing', async () => {
  serveNames({ software: [software] });
  const check = await createQueryClient().query(
    readPermalinkCheck('industry', { permalink: 'software', kind: 'INDUSTRY', name: 'software' }),
  );
  expect(check).toMatchObject({ state: 'wrong', as: { kind: 'SUPER_CATEGORY' } });
});

test('a failed search confirms nothing, and says why', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const value = { permalink: 'crm', kind: 'INDUSTRY', name: 'CRM' };
  await expect(findUnchecked(createQueryClient(), 'industry', [value])).rejects.toMatchObject({ kind: 'unreachable' });
});
