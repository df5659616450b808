import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SavedSearch } from '#contract/workspace/saved-searches.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { acceptInvitation, addMember, listMembers } from './members.ts';
import { canonicalJson, hashSearch } from './request-hash.ts';
import { maxSavedSearches } from './saved-searches.ts';

const dayMs = 86_400_000;
let nowMs: number;
const service = openForTests(() => startService({ clock: () => new Date(nowMs) }));
let key: string;
let accountId: string;
let id: string;
beforeEach(async () => {
  nowMs = Date.UTC(2026, 10, 20, 12);
  ({ key, account_id: accountId } = await service.createKey());
  id = randomUUID();
});

const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: unknown, by = key) =>
  service.inject(method, `/workspace/saved-searches${path}`, {
    body,
    key: by,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  });

async function put(body: object, by = key): Promise<SavedSearch> {
  const response = await send('PUT', `/${id}`, body, by);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { saved_search: SavedSearch } }>().data.saved_search;
}
const list = async () =>
  (await send('GET', '')).json<{ data: { saved_searches: SavedSearch[] } }>().data.saved_searches;
const iso = () => new Date(nowMs).toISOString();

const seed = { name: 'Seed', screen: 'deals', search: '?round=SEED', body: { deal: { size_min: 1 }, sort_by: 'date' } };

describe('saved searches', () => {
  it('are created with all of their definition, and say who saved it last', async () => {
    const now = new Date(nowMs);
    const { token } = await addMember(service.sql, accountId, { name: 'Ben', role: 'viewer', own_name: 'Ana' }, now);
    const ben = (await acceptInvitation(service.sql, token, now))!;
    const [ana] = await listMembers(service.sql, accountId);
    expect((await send('PUT', `/${id}`, { name: 'Seed', screen: 'deals' })).json()).toMatchObject({
      error: { code: 'SAVED_SEARCH_NOT_FOUND' },
    });
    const created = await put(seed);
    expect(created).toEqual({
      id,
      ...seed,
      via: null,
      columns: null,
      by: ana!.id,
      saved_at: iso(),
      viewed_at: null,
      new_rows: null,
    });
    nowMs += 1000;
    const found = await put({ new_rows: { since: '2026-11-01', total: 4 } }, ben.key);
    expect(found).toEqual({ ...created, new_rows: { since: '2026-11-01', total: 4, at: iso() } });
    const renamed = await put({ name: 'Seed rounds', columns: { order: ['company'] } }, ben.key);
    expect(renamed).toEqual({
      ...found,
      name: 'Seed rounds',
      columns: { order: ['company'] },
      by: ben.member.id,
      saved_at: iso(),
    });
    expect(await list()).toEqual([renamed]);
  });

  it('keep their version when nothing changes', async () => {
    const created = await put(seed);
    nowMs += 1000;
    expect(await put(seed)).toEqual(created);
    const versions = await service.inject('GET', '/workspace/versions', { key });
    expect(versions.json()).toMatchObject({ data: { versions: { saved_searches: 1 } } });
  });

  it('say when the results of their request were last loaded', async () => {
    await put({ ...seed, body: { sort_by: 'date', page: 0, page_size: 25, deal: { size_min: 1 } } });
    const store = (via: string | null, loadedAt: Date) => service.sql`
      INSERT INTO searches (account_id, request_hash, resource, body, via, screen, ids, loaded, ended, first_at, loaded_at)
      VALUES (${accountId}, ${hashSearch('deals', seed.body, via)}, 'deals', '{}', ${via}, '/', '{}', 0, true,
        ${loadedAt}, ${loadedAt})`;
    await store('companies', new Date(nowMs - 2000));
    expect((await list())[0]?.viewed_at).toBeNull();
    await store(null, new Date(nowMs - 1000));
    expect((await list())[0]?.viewed_at).toBe(new Date(nowMs - 1000).toISOString());
    expect((await put({ via: 'companies' })).viewed_at).toBe(new Date(nowMs - 2000).toISOString());
  });

  it('come back for 30 days', async () => {
    const created = await put(seed);
    expect((await send('DELETE', `/${id}`)).json()).toMatchObject({ data: { deleted: true } });
    expect((await send('DELETE', `/${id}`)).json()).toMatchObject({ data: { deleted: false } });
    expect(await list()).toEqual([]);
    expect((await send('PUT', `/${id}`, { name: 'Other' })).statusCode).toBe(404);
    nowMs += 30 * dayMs - 1;
    expect(await put({ deleted: false })).toEqual(created);
    await send('DELETE', `/${id}`);
    nowMs += 30 * dayMs;
    expect((await send('PUT', `/${id}`, { deleted: false })).statusCode).toBe(404);
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const withBody = (body: string) => `${JSON.stringify({ ...seed, body: undefined }).slice(0, -1)},${body}}`;
  it.each([
    ['that is no JSON', '{"name":'],
    ['with a body 4,000 levels deep', withBody(`"body":${deep(4000)}`)],
    ['with a body 150,000 levels deep', withBody(`"body":${deep(150_000)}`)],
    ['with a body of lists in lists', withBody(`"body":{"a":${'['.repeat(50)}1${']'.repeat(50)}}`)],
    ['with columns 4,000 levels deep', withBody(`"body":{},"columns":${deep(4000)}`)],
    ['with a body of 201 kB', { ...seed, body: { a: 'x'.repeat(201_000) } }],
    ['with a body that is no object', { ...seed, body: 'x' }],
    ['with new rows since the year 275760', { ...seed, new_rows: { since: '+275760-09-13', total: 1 } }],
    ['with a time of the sender', { ...seed, saved_at: '2030-01-01T00:00:00Z' }],
    ['of an unknown screen', { ...seed, screen: 'alerts' }],
  ])('reject one %s', async (_name, body) => {
    expect([400, 422]).toContain((await send('PUT', `/${id}`, body)).statusCode);
    expect(await list()).toEqual([]);
  });

  it('are limited in number and size for an account', async () => {
    const expectFull = async (max: string) => {
      const response = await send('PUT', `/${id}`, seed);
      expect([response.statusCode, response.json()]).toMatchObject([
        422,
        { error: { code: 'WORKSPACE_FULL', message: `An account can store at most ${max}.` } },
      ]);
    };
    const fill = (count: number, definition: object) => service.sql`
      INSERT INTO saved_searches (account_id, id, definition, request_hash, saved_at)
      SELECT ${accountId}, gen_random_uuid(), ${JSON.stringify(definition)}, '', ${new Date(nowMs)}
      FROM generate_series(1, ${count})`;
    await fill(100, { ...seed, search: 'x'.repeat(200_000) });
    await expectFull('20 MB of saved searches');
    await service.sql`DELETE FROM saved_searches WHERE account_id = ${accountId}`;
    await fill(maxSavedSearches, seed);
    await expectFull('1,000 saved searches');
  });
});

describe('the hash of a request', () => {
  it('is that of any order of members, and of any page', () => {
    const hash = hashSearch('deals', { a: { b: 1, c: [2, 3] }, d: null }, null);
    expect(hashSearch('deals', { d: null, a: { c: [2, 3], b: 1 }, page: 3, page_size: 9, e: undefined }, null)).toEqual(
      hash,
    );
    expect(hashSearch('deals', { a: { b: 1, c: [3, 2] }, d: null }, null)).not.toEqual(hash);
    expect(hashSearch('companies', { a: { b: 1, c: [2, 3] }, d: null }, null)).not.toEqual(hash);
    expect(hashSearch('deals', { a: { b: 1, c: [2, 3] }, d: null }, 'companies')).not.toEqual(hash);
    expect(canonicalJson({ b: [{ d: 1, c: undefined }], a: 'ü' })).toBe('{"a":"ü","b":[{"d":1}]}');
  });
});
