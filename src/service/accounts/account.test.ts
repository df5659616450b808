import { beforeEach, describe, expect, it } from 'vitest';
import type { Account, Usage } from '#contract/account.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';

let now: Date;
beforeEach(() => {
  now = new Date('2026-01-31T23:59:59.999Z');
});
const service = openForTests(() => startService({ seed: seedRecords, clock: () => now }));

async function readAccount(key: string): Promise<Account> {
  const response = await service.inject('GET', '/account', { key });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { account: Account } }>().data.account;
}

/** Creates an account in the month of the service's clock. */
async function makeAccount(monthly: number, purchased: number): Promise<{ account_id: string; key: string }> {
  const made = await service.createKey({ name: 'Ash & Co', monthly, purchased });
  await service.sql`UPDATE accounts SET monthly_since = '2026-01-01' WHERE id = ${made.account_id}`;
  return made;
}

describe('GET /account', () => {
  it('returns plan, credits with tenths, the renewal day and the name of the key, never the key', async () => {
    const { key } = await makeAccount(100, 20.5);
    await service.inject('GET', '/api/v1/company/search', { query: { name: 'anvil' }, key });
    const response = await service.inject('GET', '/account/', { key });
    expect(response.json()).toMatchObject({
      success: true,
      data: {
        account: {
          name: 'Ash & Co',
          plan: 'PRO_PLUS',
          monthly_allowance: 100,
          monthly_credits: 99.9,
          purchased_credits: 20.5,
          renews_on: '2026-02-01',
          key: { prefix: key.slice(3, 15), name: 'first' },
        },
      },
      meta: { total_count: 1 },
    });
    expect(response.body).not.toContain(key.slice(16));
    expect(response.headers).toMatchObject({ 'ratelimit-limit': '200', 'ratelimit-remaining': '198' });
  });

  it('shows the credits of a new UTC month from its start, before the first charge', async () => {
    const { key } = await makeAccount(5, 0);
    await service.inject('GET', '/api/v1/company/search', { query: { name: 'anvil' }, key });
    expect(await readAccount(key)).toMatchObject({ monthly_credits: 4.9, renews_on: '2026-02-01' });
    now = new Date('2026-02-01T00:00:00.000Z');
    expect(await readAccount(key)).toMatchObject({ monthly_credits: 5, renews_on: '2026-03-01' });
  });

  it('has no renewal day without an allowance, and no balance for an API-tier key', async () => {
    const { key } = await service.createKey({ plan: 'API', purchased: 7 });
    expect(await readAccount(key)).toMatchObject({
      plan: 'API',
      renews_on: null,
      monthly_credits: null,
      purchased_credits: null,
    });
  });

  it.each([
    ['without a key', null, 401, 'AUTH_ERROR'],
    ['with a key that is none', 'nonsense', 401, 'INVALID_API_KEY'],
  ])('is rejected %s', async (_name, key, status, code) => {
    const response = await service.inject('GET', '/account', { key });
    expect([response.statusCode, response.json()]).toMatchObject([status, { error: { code } }]);
  });

  it.each([
    ['DELETE', '/account', 405, 'GET'],
    ['GET', '/account/alerts/preview', 405, 'PUT, DELETE, POST'],
    ['GET', '/account/nothing', 404, undefined],
    ['GET', '/api/v1/account', 404, undefined],
  ] as const)('%s %s is %i', async (method, path, status, allow) => {
    const response = await service.inject(method, path);
    expect([response.statusCode, response.headers.allow]).toEqual([status, allow]);
  });
});

describe('GET /account/usage', () => {
  const fetchUsage = async (key: string, query: Record<string, string> = {}) =>
    service.inject('GET', '/account/usage', { query, key });
  const read = async (key: string, query?: Record<string, string>) =>
    (await fetchUsage(key, query)).json<{ data: { usage: Usage[] } }>().data.usage;

  it('adds up the ledger by UTC day and endpoint, to the tenth, for this account only', async () => {
    now = new Date('2026-03-01T23:59:59.999Z');
    const { key } = await service.createKey({ monthly: 0.1, purchased: 50 });
    const look = () => service.inject('GET', '/api/v1/company/search', { query: { name: 'anvil' }, key });
    await look();
    await look();
    await service.inject('POST', '/api/v1/deals', { body: { page_size: 2 }, key });
    now = new Date('2026-03-02T00:00:00.000Z');
    await look();
    const first = { day: '2026-03-01', endpoint: 'lookUpCompanies', answers: 2, monthly_credits: 0.1 };
    expect(await read(key)).toMatchObject([
      { ...first, purchased_credits: 0.1 },
      { day: '2026-03-01', endpoint: 'searchDeals', answers: 1, rows: 2, monthly_credits: 0, purchased_credits: 2 },
      { day: '2026-03-02', endpoint: 'lookUpCompanies', answers: 1, monthly_credits: 0, purchased_credits: 0.1 },
    ]);
    expect(await read(key, { start_date: '2026-03-02' })).toHaveLength(1);
    expect(await read(key, { start_date: '2026-03-01', end_date: '2026-03-01' })).toHaveLength(2);
    now = new Date('2026-03-30T12:00:00Z');
    expect(await read(key)).toHaveLength(3);
    now = new Date('2026-03-31T00:00:00Z');
    expect(await read(key)).toHaveLength(1);
    expect(await read((await service.createKey()).key, { start_date: '2026-03-01' })).toEqual([]);
  });

  it('names the longest period that it accepts', async () => {
    const tooLong = await fetchUsage(service.key, { start_date: '2024-01-01', end_date: '2025-01-01' });
    expect(tooLong.body).toContain('start_date must be at most 365 days before end_date.');
    const longest = await fetchUsage(service.key, { start_date: '2024-01-02', end_date: '2025-01-01' });
    expect(longest.statusCode).toBe(200);
  });

  it('begins with the first day of the calendar if the end is less than 30 days later', async () => {
    const response = await fetchUsage(service.key, { end_date: '0001-01-10' });
    expect([response.statusCode, response.json()]).toMatchObject([200, { data: { usage: [] } }]);
  });

  it.each([
    [{ start_date: '2026-02-30' }, 'INVALID_DATE'],
    [{ start_date: '2026-03-02', end_date: '2026-03-01' }, 'INVALID_RANGE'],
    [{ start_date: '2030-01-01' }, 'INVALID_RANGE'],
    [{ start_date: '2024-01-01', end_date: '2025-01-01' }, 'INVALID_RANGE'],
    [{ from: '2026-03-01' }, 'UNKNOWN_PARAMETER'],
  ])('rejects %j', async (query, code) => {
    const response = await fetchUsage(service.key, query);
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { success: false, error: { code: 'VALIDATION_ERROR', details: { errors: [{ code }] } } },
    ]);
  });
});
