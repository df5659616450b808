import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CompanyList, ListHead } from '#contract/workspace/lists.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { uuidOf } from '../../testing/records.ts';
import { startService } from '../../testing/service.ts';
import { createAccount } from '../accounts/accounts.ts';
import { findList, maxLists, writeList } from './lists.ts';

const dayMs = 86_400_000;
let nowMs = Date.UTC(2026, 10, 20, 12);
const service = openForTests(() => startService({ clock: () => new Date(nowMs) }));
let key: string;
let accountId: string;
let id: string;
beforeEach(async () => {
  ({ key, account_id: accountId } = await service.createKey());
  id = randomUUID();
});

const send = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  service.inject(method, `/workspace/lists${path}`, {
    body,
    key,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  });

async function put(body: object, list = id): Promise<CompanyList> {
  const response = await send('PUT', `/${list}`, body);
  expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
  return response.json<{ data: { list: CompanyList } }>().data.list;
}
const list = async () => (await send('GET', '')).json<{ data: { lists: ListHead[] } }>().data.lists;
const readVersion = async () =>
  (await service.inject('GET', '/workspace/versions', { key })).json<{ data: { versions: { lists: number } } }>().data
    .versions.lists;

const targets = { name: 'Targets', text: 'domain\nacme.com', file_name: 'targets.csv', lines: 2 };
/** Stores further lists like the only one. */
const copyLists = (count: number) => service.sql`
  INSERT INTO company_lists (account_id, id, head, text, matches, choices, incomplete, created_at, changed_at)
  SELECT account_id, gen_random_uuid(), head, text, matches, choices, incomplete, created_at, changed_at
  FROM company_lists, generate_series(1, ${count}) WHERE account_id = ${accountId}`;

const [acme, birch] = [uuidOf('company', 1), uuidOf('company', 2)];

describe('lists of companies', () => {
  it('are created under an id of the sender, changed by member, and dated by the server', async () => {
    const created = await put(targets);
    expect(created).toEqual({
      ...targets,
      id,
      encoding: 'utf-8',
      layout: { delimiter: ',', header: false, columns: {} },
      by: null,
      created_at: new Date(nowMs).toISOString(),
      changed_at: new Date(nowMs).toISOString(),
      matches: {},
      choices: {},
      incomplete: [],
    });
    nowMs += 5000;
    const layout = { delimiter: ';', header: true, columns: { domain: 0 } };
    const changed = await put({ layout });
    expect(changed).toEqual({ ...created, layout, changed_at: new Date(nowMs).toISOString() });
    expect((await send('GET', `/${id}`)).json()).toMatchObject({ data: { list: changed } });
    const { text: _text, matches: _matches, choices: _choices, incomplete: _incomplete, ...head } = changed;
    expect(await list()).toEqual([head]);
  });

  it('get matches and choices line by line, and lose those that are dropped', async () => {
    await put({ ...targets, matches: { a: [acme], b: [] }, choices: { a: acme } });
    const changed = await put({
      matches: { c: [acme, birch], b: [birch] },
      dropped_matches: ['a', 'none'],
      choices: { c: null },
      incomplete: [{ keys: ['c'], loaded: 2, rest: 1, ids: [acme] }],
    });
    expect(changed).toMatchObject({ matches: { b: [birch], c: [acme, birch] }, choices: { a: acme, c: null } });
    expect(Object.keys(changed.matches)).toEqual(['b', 'c']);
    expect(await put({ dropped_choices: ['a'] })).toMatchObject({ choices: { c: null }, incomplete: [{ rest: 1 }] });
  });

  it('stay as they are, with their version, when nothing changes', async () => {
    const created = await put({ ...targets, matches: { a: [acme] } });
    nowMs += 1000;
    expect(await put({ name: ' Targets ', matches: { a: [acme] } })).toEqual(created);
    expect(await readVersion()).toBe(1);
  });

  it('are 404 before they are created, after they are deleted, and for other accounts', async () => {
    const expectMissing = async (method: 'GET' | 'PUT', path: string, body?: object) => {
      const response = await send(method, path, body);
      expect([response.statusCode, response.json()]).toMatchObject([404, { error: { code: 'LIST_NOT_FOUND' } }]);
    };
    await expectMissing('GET', `/${id}`);
    await expectMissing('GET', '/no-id');
    await expectMissing('PUT', `/${id}`, { name: 'Targets' });
    await put(targets);
    const mine = key;
    ({ key } = await service.createKey());
    await expectMissing('GET', `/${id}`);
    expect((await send('DELETE', `/${id}`)).json()).toMatchObject({ data: { deleted: false } });
    key = mine;
    expect((await send('DELETE', `/${id}`)).json()).toMatchObject({ data: { deleted: true } });
    await expectMissing('GET', `/${id}`);
    await expectMissing('PUT', `/${id}`, { name: 'Other' });
    expect(await list()).toEqual([]);
  });

  it('come back for 30 days as they were', async () => {
    const other = randomUUID();
    const created = await put({ ...targets, matches: { a: [acme] } });
    await put(targets, other);
    await send('DELETE', `/${other}`);
    await send('DELETE', `/${id}`);
    nowMs += 30 * dayMs - 1;
    expect(await put({ deleted: false })).toEqual(created);
    nowMs += 1;
    expect((await send('PUT', `/${other}`, { deleted: false })).statusCode).toBe(404);
    const stored = await service.sql`SELECT FROM company_lists WHERE account_id = ${accountId}`;
    expect(stored).toHaveLength(1);
  });

  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  it.each([
    ['that is no JSON', '{"name":'],
    ['4,000 levels deep', `{"name":"a","text":"","layout":${deep(4000)}}`],
    ['with matches 4,000 levels deep', `{"name":"a","text":"","matches":{"a":${deep(4000)}}}`],
    ['with an id of no company', { ...targets, matches: { a: ['acme'] } }],
    ['with 101 matches of a line', { ...targets, matches: { a: Array.from({ length: 101 }, () => acme) } }],
    ['with a time of the sender', { ...targets, created_at: '+275760-09-13T00:00:00Z' }],
    ['with a blank name', { ...targets, name: ' ' }],
    ['with a long text', { ...targets, text: 'x'.repeat(5_000_001) }],
    ['with an unknown member', { ...targets, color: 'red' }],
  ])('reject one %s', async (_name, body) => {
    expect([400, 422]).toContain((await send('PUT', `/${id}`, body)).statusCode);
    expect(await list()).toEqual([]);
  });

  it('reject a body over 16 MiB with 413, which says so', async () => {
    const response = await send('PUT', `/${id}`, { ...targets, text: 'x'.repeat(17 * 1024 * 1024) });
    expect([response.statusCode, response.json()]).toMatchObject([
      413,
      { error: { message: 'The body is larger than 16 MiB.' } },
    ]);
  });

  it('are limited to 100 MB of an account, however many requests bring them', async () => {
    const text = 'ü'.repeat(5_000_000);
    await put({ ...targets, text });
    await copyLists(8);
    const response = await send('PUT', `/${randomUUID()}`, { ...targets, text });
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { error: { code: 'WORKSPACE_FULL', message: 'An account can store at most 100 MB of lists.' } },
    ]);
  });

  it('have at most 20 MB each, however many requests bring their matches', async () => {
    await put(targets);
    const matches = (batch: number) =>
      Object.fromEntries(Array.from({ length: 2500 }, (_, line) => [`${batch} ${line} ${'x'.repeat(1950)}`, [acme]]));
    for (let batch = 0; batch < 3; batch += 1) await put({ matches: matches(batch) });
    const lost = await send('PUT', `/${id}`, { matches: { ...matches(3), ...matches(4) } });
    expect([lost.statusCode, lost.json()]).toMatchObject([
      422,
      { error: { code: 'WORKSPACE_FULL', message: 'An account can store at most 20 MB in one list.' } },
    ]);
    expect(Object.keys((await findList(service.sql, accountId, id))?.matches ?? {})).toHaveLength(7500);
  });

  it('are at most 200 of an account', async () => {
    await put({ ...targets, text: '' }, randomUUID());
    await copyLists(maxLists - 1);
    const response = await send('PUT', `/${id}`, targets);
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { error: { code: 'WORKSPACE_FULL', message: 'An account can store at most 200 lists.' } },
    ]);
  });
});

const keys = fc.constantFrom('a', 'b', 'c');
const change = fc.record({
  matches: fc.dictionary(keys, fc.array(fc.constantFrom(acme, birch), { maxLength: 2 }), { noNullPrototype: true }),
  dropped_matches: fc.array(keys, { maxLength: 2 }),
});

describe('members who change a list', () => {
  const openAccount = () => createAccount(service.sql, { name: 'shared', plan: 'PRO' });
  const by = (account: string) => ({ accountId: account, author: null, now: new Date(nowMs) });

  it('one after the other leave what a plain model has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        const { account_id: account } = await openAccount();
        await writeList(service.sql, by(account), id, targets);
        let model: Record<string, string[]> = {};
        for (const one of changes) {
          await writeList(service.sql, by(account), id, one);
          for (const dropped of one.dropped_matches) delete model[dropped];
          model = { ...model, ...one.matches };
        }
        expect((await findList(service.sql, account, id))?.matches).toEqual(model);
      }),
      { numRuns: 30 },
    );
  });

  it('at the same time both keep what they added', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 5 }), async (counts) => {
        const { account_id: account } = await openAccount();
        await writeList(service.sql, by(account), id, targets);
        const added = counts.map((count, member) =>
          Array.from({ length: count }, (_, line): [string, string[]] => [`${member} ${line}`, [acme]]),
        );
        await Promise.all(
          added.map((lines) => writeList(service.sql, by(account), id, { matches: Object.fromEntries(lines) })),
        );
        expect((await findList(service.sql, account, id))?.matches).toEqual(Object.fromEntries(added.flat()));
      }),
      { numRuns: 20 },
    );
  });
});
