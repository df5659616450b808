// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../app/query-client.ts';
import { findUnchecked, readPermalinkCheck, listTries } from './permalink-search.ts';

afterEach(() => vi.unstubAllGlobals());

/** A foreign service that knows names but not permalinks, which none of ours can be brought to be. */
function answerByName(industries: Record<string, object[]>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const name = new URL(url, 'http://service').searchParams.get('name') ?? '';
    asked.push(name);
    return new Response(JSON.stringify({ success: true, data: { industries: industries[name] ?? [] }, meta: {} }));
  });
  return asked;
}

const crm = { permalink: 'crm-1a2b', name: 'CRM', industry_type: 'INDUSTRY' };
const software = { permalink: 'software', name: 'Software', industry_type: 'SUPER_CATEGORY' };

test('a value is proved by the name that the link carries', async () => {
  const asked = answerByName({ crm: [software, crm] });
  const proof = await createQueryClient().query(
    readPermalinkCheck('industry', { permalink: 'crm-1a2b', kind: 'INDUSTRY', name: 'CRM' }),
  );
  expect(proof).toEqual({ state: 'proved', as: { permalink: 'crm-1a2b', name: 'CRM', kind: 'INDUSTRY' } });
  expect(asked).toEqual(['crm']);
});

test('without a name it is derived from the slug, in three tries at most', async () => {
  const asked = answerByName({ 'clean tech': [crm] });
  const value = { permalink: 'clean-tech-and-more', kind: 'INDUSTRY', name: 'clean-tech-and-more' };
  const proof = await createQueryClient().query(readPermalinkCheck('industry', value));
  expect(proof).toEqual({ state: 'unproved', nearest: [] });
  expect(asked).toEqual(listTries(value));
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('a super category that a link gives as an industry is wrong, and told apart from what is not found', async () => {
  answerByName({ software: [software] });
  const proof = await createQueryClient().query(
    readPermalinkCheck('industry', { permalink: 'software', kind: 'INDUSTRY', name: 'software' }),
  );
  expect(proof).toMatchObject({ state: 'wrong', as: { kind: 'SUPER_CATEGORY' } });
});

test('a look-up that fails proves nothing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const value = { permalink: 'crm', kind: 'INDUSTRY', name: 'CRM' };
  expect(await findUnchecked(createQueryClient(), 'industry', [value])).toEqual([value]);
});
