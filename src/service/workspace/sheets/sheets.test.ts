import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import type { SavedSheet } from '#contract/workspace/sheets.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { seedRecords, uuidOf } from '../../../testing/records.ts';
import { startService } from '../../../testing/service.ts';
import { setAccountUnmetered } from '../../accounts/accounts.ts';
import { acceptInvitation, addMember, updateMember } from '../members.ts';

const now = new Date('2026-11-20T12:00:00Z');
const service = openForTests(() => startService({ seed: seedRecords, clock: () => now }));
let key: string;
let accountId: string;
beforeEach(async () => {
  ({ key, account_id: accountId } = await service.createKey());
  await setAccountUnmetered(service.sql, accountId, true);
  await service.sql`DELETE FROM rate_windows`;
});

async function send<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, by = key): Promise<T> {
  const response = await service.inject(method, `/workspace${path}`, {
    body,
    key: by,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
  });
  return response.json<{ data: T; error: T }>()[response.statusCode < 400 ? 'data' : 'error'];
}

const save = async (definition: object, id: string = randomUUID()) => {
  await send('PUT', `/saved-searches/${id}`, { name: 'Rounds', screen: 'deals', search: '', body: {}, ...definition });
  return id;
};
const create = async (searchId: string, by = key) =>
  (await send<{ sheet: SavedSheet }>('POST', '/sheets', { search_id: searchId }, by)).sheet;
const list = async (by = key) => (await send<{ sheets: SavedSheet[] }>('GET', '/sheets', undefined, by)).sheets;
const read = (path: string, headers: Record<string, string> = {}) =>
  service.inject('GET', path, { key: null, headers });
const readRows = async (path: string): Promise<Record<string, string>[]> =>
  parse<Record<string, string>>((await read(path)).body, { columns: true });

async function join(role: 'member' | 'viewer') {
  const { token } = await addMember(service.sql, accountId, { name: role, role });
  const joined = (await acceptInvitation(service.sql, token, now))!;
  return { key: joined.key, id: joined.member.id };
}

test('a live sheet of deals has names, UTC days and plain numbers in stable columns', async () => {
  const { path, runs, name } = await create(await save({ body: { sort_by: 'largest_raise' } }));
  expect([runs, name]).toEqual([true, 'Rounds']);
  const answer = await read(path);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(answer.body.split('\r\n')[0]).toBe(
    'announced_utc,company,domain,city,country,industries,employees,round,raised_usd,valuation_usd,lead_investors,investors,angels,added_utc,description,deal_id',
  );
  const rows = await readRows(path);
  expect(rows).toHaveLength(7);
  expect(rows[0]).toMatchObject({
    announced_utc: '2025-02-01',
    company: 'Anvil',
    domain: 'anvil.example',
    city: 'San Francisco',
    country: 'United States',
    industries: 'Enterprise software',
    employees: '11 to 50',
    round: 'Series A',
    raised_usd: '12000000.5',
  });
  expect(rows.find(({ deal_id: id }) => id === uuidOf('deal', 2))!['lead_investors']).not.toBe('');
  expect(rows.find(({ deal_id: id }) => id === uuidOf('deal', 4))!['raised_usd']).toBe('');
});

test.each([
  ['companies', { company: { locations: ['germany'] } }, 'company', ['Birch Pay', 'Dune']],
  ['investors', {}, 'investor', undefined],
  ['people', {}, 'person', undefined],
] as const)('a live sheet of %s runs the search of its screen', async (screen, body, column, names) => {
  const { path } = await create(await save({ screen, body }));
  const found = (await readRows(path)).map((row) => row[column]!);
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((name) => name !== '')).toBe(true);
  if (names) expect(found.toSorted()).toEqual(names);
});

test('newest rounds by way of companies are rows of deals', async () => {
  const { path } = await create(await save({ via: 'companies', body: { company: { locations: ['germany'] } } }));
  expect((await readRows(path)).map(({ company, round }) => `${company}, ${round}`).toSorted()).toEqual([
    'Birch Pay, Series B',
    'Dune, Debt Financing',
  ]);
});

test('a saved question of the market has no rows, and so no live sheet', async () => {
  const market = { screen: 'market', body: { deals: {}, blocks: ['clock'] } };
  expect(await send('POST', '/sheets', { search_id: await save(market) })).toMatchObject({
    code: 'SAVED_SEARCH_NOT_FOUND',
  });
  const id = await save({});
  const { path } = await create(id);
  await save(market, id);
  expect((await read(path)).statusCode).toBe(404);
});

test('an account that pays for rows gets those that it has loaded, and no reading charges it', async () => {
  await setAccountUnmetered(service.sql, accountId, false);
  const searchId = await save({});
  const { path, runs } = await create(searchId);
  expect(runs).toBe(false);
  expect(await readRows(path)).toEqual([]);
  const started = { resource: 'deals', body: {}, rows: 3, max_tenths: 1000, screen: '/deals' };
  await send('POST', '/searches', started);
  const before = await service.sql`SELECT * FROM accounts WHERE id = ${accountId}`;
  const rows = await readRows(path);
  expect(rows).toHaveLength(3);
  expect(rows.every(({ deal_id: id }) => id !== '')).toBe(true);
  expect(await service.sql`SELECT * FROM accounts WHERE id = ${accountId}`).toEqual(before);
});

test('a reader that has the newest version gets 304, and what changes is there at the next reading', async () => {
  const id = await save({});
  const { path } = await create(id);
  const first = await read(path);
  const known = await read(path, { 'if-none-match': String(first.headers.etag) });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  await save({ body: { deal: { size_min: 10_000_000 } } }, id);
  const changed = await read(path, { 'if-none-match': String(first.headers.etag) });
  expect([changed.statusCode, changed.body.split('\r\n')]).toEqual([200, expect.toSatisfy((all) => all.length === 3)]);
});

test('an address works until it is renewed, or its sheet, search or member is gone', async () => {
  const member = await join('member');
  const searchId = await save({});
  const sheet = await create(searchId, member.key);
  expect(await create(searchId, member.key)).toEqual(sheet);
  const renewed = (await send<{ sheet: SavedSheet }>('POST', `/sheets/${sheet.id}/renew`, undefined, member.key)).sheet;
  expect((await read(sheet.path)).statusCode).toBe(404);
  expect((await read(renewed.path)).statusCode).toBe(200);
  await send('DELETE', `/saved-searches/${searchId}`);
  expect((await read(renewed.path)).statusCode).toBe(404);
  await save({}, searchId);
  expect((await read(renewed.path)).statusCode).toBe(200);
  await updateMember(service.sql, accountId, member.id, { role: 'viewer' });
  expect((await read(renewed.path)).statusCode).toBe(404);
  const own = await create(searchId);
  await send('DELETE', `/sheets/${own.id}`);
  const missing = await read(own.path);
  expect([missing.statusCode, missing.body]).toEqual([404, 'This live sheet does not exist.']);
});

test('members see their own addresses, owners all, and viewers none', async () => {
  const [member, viewer] = [await join('member'), await join('viewer')];
  const searchId = await save({});
  const [own, theirs] = [await create(searchId), await create(searchId, member.key)];
  expect((await list()).map(({ id }) => id).toSorted()).toEqual([own.id, theirs.id].toSorted());
  expect((await list(member.key)).map(({ id }) => id)).toEqual([theirs.id]);
  expect(await send('GET', '/sheets', undefined, viewer.key)).toMatchObject({ code: 'MEMBER_REQUIRED' });
  expect(await send('DELETE', `/sheets/${own.id}`, undefined, member.key)).toMatchObject({ code: 'SHEET_NOT_FOUND' });
  expect(await send('POST', '/sheets', { search_id: randomUUID() })).toMatchObject({ code: 'SAVED_SEARCH_NOT_FOUND' });
});

test('an address is read at most 60 times in a minute, by all readers', async () => {
  const { path } = await create(await save({}));
  const readFrom = (host: number) => service.app.inject({ method: 'GET', url: path, remoteAddress: `192.0.2.${host}` });
  for (let host = 1; host <= 60; host += 1) expect((await readFrom(host)).statusCode).toBe(200);
  const limited = await readFrom(61);
  expect([limited.statusCode, Number(limited.headers['retry-after']) > 0]).toEqual([429, true]);
});
