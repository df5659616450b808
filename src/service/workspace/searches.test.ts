import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { Budget } from '#contract/workspace/budget.ts';
import type { findUnlockedCompanies, sendSeveral, sendSingle, unlockRecords } from '#contract/workspace/records.ts';
import type { loadMore, readSearchRows, startSearch } from '#contract/workspace/searches.ts';
import { setAccountUnmetered } from '../accounts/accounts.ts';
import { startService, type TestService } from '../../testing/service.ts';

let service: TestService;
let key: string;
let accountId: string;
beforeAll(async () => {
  service = await startService({ demo: true });
});
beforeEach(async () => {
  ({ key, account_id: accountId } = await service.createKey({ name: 'buyer', plan: 'PRO' }));
});
afterAll(() => service.close());

async function call<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  caller = key,
): Promise<T> {
  const response = await service.inject(method, `/workspace${path}`, { key: caller, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: T }>().data;
}
const spend = { max_tenths: 5000, screen: '/deals' };
const start = (body: object) =>
  call<DataOf<typeof startSearch>>('POST', '/searches', { resource: 'deals', body: {}, rows: 25, ...spend, ...body });
const more = (id: string, rows: number) =>
  call<DataOf<typeof loadMore>>('POST', `/searches/${id}/more`, { rows, ...spend });
const unlock = (body: object) => call<DataOf<typeof unlockRecords>>('POST', '/unlock', { ...spend, ...body });
const readRows = (id: string, query = '') => call<DataOf<typeof readSearchRows>>('GET', `/searches/${id}/rows${query}`);
async function readCharged(): Promise<number> {
  const [row] = await service.sql<{ tenths: number }[]>`
    SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0)::int AS tenths FROM ledger WHERE account_id = ${accountId}`;
  return row?.tenths ?? 0;
}

describe('a search', () => {
  it('is bought once: its rows are stored, and any later press of the same search is free', async () => {
    const first = await start({});
    expect(first.bill).toEqual({ quoted_tenths: 250, billed_tenths: 250, unconfirmed_tenths: 0 });
    expect(first.search).toMatchObject({ rows: 25, loaded: 25, ended: false, billed_tenths: 250, screen: '/deals' });
    const second = await start({ body: { page: 0 } });
    expect(second.bill.billed_tenths).toBe(0);
    expect(second.search.id).toBe(first.search.id);
    expect(await readCharged()).toBe(250);
  });

  it('continues page by page in the order of the service, each row once', async () => {
    const { search } = await start({ rows: 10 });
    await more(search.id, 10);
    const { search: loaded } = await more(search.id, 20);
    expect(loaded).toMatchObject({ loaded: 40, rows: 40, billed_tenths: 400, moved_from: null });
    const stored = await readRows(search.id);
    const direct = await service.inject('POST', '/api/v1/deals', { body: { page_size: 40 } });
    const expected = direct.json<{ data: { deals: { id: string }[] } }>().data.deals;
    expect(stored.rows.map(({ record }) => record)).toEqual(expected);
    expect((await readRows(search.id, '?from=38&count=5')).rows).toHaveLength(2);
  });

  it('loads what a longer first page lacks, and replaces its rows only when refreshed', async () => {
    const first = await start({ rows: 10 });
    const longer = await start({ rows: 20 });
    expect(longer.bill.billed_tenths).toBe(100);
    // Pages read the rows again where they are others.
    expect(longer.search.first_at).toBe(first.search.first_at);
    const refreshed = await start({ rows: 20, refresh: true });
    expect(refreshed.bill.billed_tenths).toBe(200);
    expect(refreshed.search.first_at).not.toBe(first.search.first_at);
  });

  it('of a history continues page by page, too', async () => {
    const { search: deals } = await start({ rows: 1 });
    const [deal] = (await readRows(deals.id)).rows;
    const id = deal?.record['company_id'];
    const { search, bill } = await start({ resource: 'company_deals', body: { id }, rows: 1 });
    expect(bill.billed_tenths).toBe(10);
    expect((await readRows(search.id)).rows[0]?.record['company_id']).toBe(id);
    expect((await more(search.id, 1)).search.loaded).toBe(2);
  });

  it('for ids leaves out those that are unlocked', async () => {
    const { search } = await start({ rows: 3 });
    const ids = (await readRows(search.id)).rows.map(({ record }) => record.id);
    const unknown = '00000000-0000-4000-8000-000000000000';
    const byIds = await start({ body: { identifiers: { deal_ids: [...ids, unknown] } } });
    expect(byIds.bill).toEqual({ quoted_tenths: 10, billed_tenths: 0, unconfirmed_tenths: 0 });
    expect((await readRows(byIds.search.id)).rows.map(({ record }) => record.id)).toEqual(ids);
    const other = await start({ body: { identifiers: { deal_ids: [ids[0], unknown] } } });
    expect(other.bill.quoted_tenths).toBe(0);
  });

  it('by way of companies brings each newest round with its company for one credit', async () => {
    const body = { deal: { date_start: '2026-01-01' } };
    const { search, bill } = await start({ body, via: 'companies', rows: 10 });
    expect(bill.billed_tenths).toBe(search.rows * 10);
    const { rows, related } = await readRows(search.id);
    expect(related.companies.map(({ id }) => id).toSorted()).toEqual(
      rows.map(({ record }) => String(record['company_id'])).toSorted(),
    );
    expect(rows[0]?.record).toMatchObject({ from_company: true, created_at: null });
  });

  it('that was forgotten is bought again, while its records stay unlocked', async () => {
    const { search } = await start({ rows: 5 });
    const ids = (await readRows(search.id)).rows.map(({ record }) => record.id);
    await call('DELETE', `/searches/${search.id}`);
    expect((await service.inject('GET', `/workspace/searches/${search.id}/rows`, { key })).statusCode).toBe(404);
    expect((await unlock({ deals: ids })).bill.quoted_tenths).toBe(0);
  });

  it('is rejected as the service rejects it, and charges nothing', async () => {
    const response = await service.inject('POST', '/workspace/searches', {
      key,
      body: { resource: 'deals', body: { deal: { size_min: 5, size_max: 1 } }, rows: 5, ...spend },
    });
    expect(response.statusCode).toBe(422);
    expect(await readCharged()).toBe(0);
    expect(await call('GET', '/purchases')).toMatchObject({ purchases: [{ state: 'rejected', status: 422 }] });
  });

  it('of another account is not found', async () => {
    const { search } = await start({ rows: 1 });
    ({ key } = await service.createKey({ name: 'other', plan: 'PRO' }));
    expect((await service.inject('GET', `/workspace/searches/${search.id}`, { key })).statusCode).toBe(404);
  });
});

test('a charge and its rows commit together: where storing fails, nothing is charged', async () => {
  await service.sql.unsafe(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no room'; END $$;
    CREATE TRIGGER failing BEFORE INSERT ON unlocked_records FOR EACH STATEMENT EXECUTE FUNCTION fail()`);
  const body = { resource: 'deals', body: { deal: { size_min: 7 } }, rows: 5, ...spend };
  const failed = await service.inject('POST', '/workspace/searches', { key, body });
  await service.sql.unsafe('DROP TRIGGER failing ON unlocked_records; DROP FUNCTION fail()');
  expect(failed.statusCode).toBe(500);
  expect(await readCharged()).toBe(0);
  expect(await call('GET', '/purchases')).toMatchObject({ purchases: [{ state: 'rejected' }] });
  expect((await start(body)).bill.billed_tenths).toBe(50);
});

describe('unlocking', () => {
  it('buys companies, investors and the investors of rounds once, as far as the price reaches', async () => {
    const { search } = await start({ rows: 10, body: { deal: { financing_types: [{ type: 'SERIES_A' }] } } });
    const { rows } = await readRows(search.id);
    const deals = rows.map(({ record }) => record);
    const companies = [...new Set(deals.map((deal) => String(deal['company_id'])))];
    const rounds = deals.map(({ id }) => id);
    const first = await unlock({ companies, rounds, max_tenths: companies.length * 10 });
    expect(first.bill.billed_tenths).toBe(companies.length * 10);
    expect(first.left).toBe(0);
    const investors = deals.reduce(
      (sum, deal) => sum + (deal['investor_ids'] as []).length + (deal['angel_investor_ids'] as []).length,
      0,
    );
    const second = await unlock({ companies, rounds });
    expect(second).toMatchObject({ left: 0, failure: null, bill: { billed_tenths: investors * 10 } });
    expect((await unlock({ companies, rounds })).bill.quoted_tenths).toBe(0);
    const { related } = await readRows(search.id);
    expect(related.companies).toHaveLength(companies.length);
    expect(related.rounds.length).toBeGreaterThan(0);
  });

  it('finds unlocked companies by any form of their addresses, and those of no other account', async () => {
    const { search } = await start({ resource: 'companies', rows: 10 });
    const { rows } = await readRows(search.id);
    const [first, second] = rows.map(({ record }) => record).filter(({ domain }) => typeof domain === 'string');
    const find = (domains: readonly string[], caller?: string) =>
      call<DataOf<typeof findUnlockedCompanies>>('POST', '/records/companies', { domains }, caller);
    const given = [`https://www.${String(first?.['domain']).toUpperCase()}/about`, String(second?.['domain']), ''];
    const found = (await find(given)).companies;
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([first?.id, second?.id]));
    expect(found.find(({ id }) => id === first?.id)?.record).toEqual(first);
    expect((await find(['nobody.example'])).companies).toEqual([]);
    expect((await find([])).companies).toEqual([]);
    expect((await find(given, (await service.createKey()).key)).companies).toEqual([]);
  });

  it('stops at the first failure and keeps what arrived until then', async () => {
    ({ key, account_id: accountId } = await service.createKey({ plan: 'PRO', monthly: 0, purchased: 25 }));
    const { search } = await start({ rows: 20 });
    const companies = (await readRows(search.id)).rows.map(({ record }) => String(record['company_id']));
    const { failure, left } = await unlock({ companies, max_tenths: 5000 });
    expect(failure).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS' });
    expect(left).toBeGreaterThan(0);
  });
});

describe('a single request', () => {
  it('is answered from what is stored, unless it is refreshed', async () => {
    const send = (refresh = false) =>
      call<DataOf<typeof sendSingle>>('POST', '/requests', {
        endpoint: 'lookUpCompanies',
        input: { name: 'a' },
        refresh,
        ...spend,
      });
    const { response, bill } = await send();
    expect(bill.billed_tenths).toBe(1);
    expect(await send()).toMatchObject({ response, bill: { billed_tenths: 0 } });
    expect((await send(true)).bill.billed_tenths).toBe(1);
    expect(await call('POST', '/requests/find', { endpoint: 'lookUpCompanies', input: { name: 'b' } })).toEqual({
      response: null,
    });
  });
});

describe('several requests', () => {
  const send = (names: readonly string[], maxTenths: number) =>
    call<DataOf<typeof sendSeveral>>('POST', '/requests/several', {
      requests: names.map((name) => ({ endpoint: 'lookUpCompanies', input: { name } })),
      ...spend,
      max_tenths: maxTenths,
    });

  it('are answered in their order as far as the press pays for them, and no answer is bought twice', async () => {
    const part = await send(['ab', 'cd', 'ef'], 2);
    expect(part).toMatchObject({ bill: { billed_tenths: 2 }, left: 0, failure: null });
    expect(part.responses.map((response) => response !== null)).toEqual([true, true, false]);
    const all = await send(['ab', 'cd', 'ef'], 5);
    expect(all).toMatchObject({ bill: { billed_tenths: 1 }, left: 0, failure: null });
    expect(all.responses.slice(0, 2)).toEqual(part.responses.slice(0, 2));
    expect(all.responses[2]?.data).toMatchObject({ companies: expect.any(Array) as unknown });
    expect(await readCharged()).toBe(3);
  });

  it('keep what arrived before the credits ended, and say why they ended', async () => {
    ({ key, account_id: accountId } = await service.createKey({ plan: 'PRO', monthly: 0, purchased: 0 }));
    const { responses, left, failure, bill } = await send(['gh', 'ij'], 5);
    expect(failure).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS' });
    expect({ responses, left, bill: bill.billed_tenths }).toEqual({ responses: [null, null], left: 2, bill: 0 });
  });
});

describe('the books', () => {
  it('are those of the ledger: every purchase with its quote and bill, by time and by day', async () => {
    const { search } = await start({ rows: 7 });
    await more(search.id, 7);
    const { purchases } = await call<{ purchases: { billed_tenths: number; path: string }[] }>('GET', '/purchases');
    expect(purchases.map(({ billed_tenths, path }) => [path, billed_tenths])).toEqual([
      ['/deals', 70],
      ['/deals', 70],
    ]);
    expect(await call('GET', '/purchases/days')).toMatchObject({ days: [{ billed_tenths: 140, rows: 14 }] });
    const budget = await call<Budget>('GET', '/budget');
    expect(budget).toMatchObject({ running: 0, session: { used: 140 }, day: { used: 140 } });
    expect(budget.balance).toMatchObject({ monthly: 1986, purchased: 200 });
    expect(await readCharged()).toBe(140);
  });

  it('know no purchase of another account', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const [method, path, body] of [
      ['PUT', `/workspace/purchases/${unknown}`, { dismissed: true }],
      ['POST', `/workspace/purchases/${unknown}/retry`, { max_tenths: 1 }],
    ] as const) {
      const response = await service.inject(method, path, { key, body });
      expect(response.json()).toMatchObject({ error: { code: 'PURCHASE_NOT_FOUND' } });
    }
  });

  it('have no charge of a viewer: what spends is rejected before anything is sent', async () => {
    const invited = await call<{ token: string }>('POST', '/members', { name: 'Vi', role: 'viewer' });
    const joined = await service.inject('POST', '/workspace/join', { key: null, body: { token: invited.token } });
    key = joined.json<{ data: { key: string } }>().data.key;
    for (const path of ['/searches', '/unlock', '/requests']) {
      expect((await service.inject('POST', `/workspace${path}`, { key, body: {} })).statusCode, path).toBe(403);
    }
  });
});

test('an account that is not metered gets all of a search with an authorization for nothing, and a metered one none', async () => {
  const free = { max_tenths: 0 };
  await setAccountUnmetered(service.sql, accountId, true);
  await call('POST', '/budget', { session_tenths: 0, day_tenths: 0 });
  const { search, bill } = await start(free);
  expect(bill).toEqual({ quoted_tenths: 0, billed_tenths: 0, unconfirmed_tenths: 0 });
  const { rows } = await readRows(search.id);
  const deals = rows.map(({ record }) => record.id);
  const companies = [...new Set(rows.map(({ record }) => String(record['company_id'])))];
  const unlocked = await unlock({ rounds: deals, companies, ...free });
  expect([unlocked.left, unlocked.failure, unlocked.bill.billed_tenths]).toEqual([0, null, 0]);
  expect(unlocked.records.companies).toHaveLength(companies.length);
  expect(await readCharged()).toBe(0);
  await setAccountUnmetered(service.sql, accountId, false);
  const refused = await service.inject('POST', `/workspace/searches/${search.id}/more`, {
    key,
    body: { rows: 25, ...spend, ...free },
  });
  expect(refused.json()).toMatchObject({ error: { code: 'PRICE_TOO_HIGH' } });
  expect(await readCharged()).toBe(0);
});
