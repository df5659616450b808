import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#contract/account.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { buildService } from '../app.ts';

let local: FastifyInstance;
let own: { account_id: string; key: string };
let now = new Date('2026-01-15T12:00:00Z');
const service = openForTests(startService);
beforeAll(async () => {
  const localKey = () => own.key;
  local = await buildService({ db: service.sql, checkResponses: true, clock: () => now, localKey });
});
beforeEach(async () => {
  now = new Date('2026-01-15T12:00:00Z');
  own = await service.createKey({ monthly: 10, purchased: 0 });
  await service.sql`UPDATE accounts SET monthly_since = '2026-01-01', monthly_tenths = 35 WHERE id = ${own.account_id}`;
  await service.sql`UPDATE grants SET tenths = 35 WHERE account_id = ${own.account_id}`;
});
afterAll(() => local.close());

const send = (payload: object, headers: Record<string, string> = {}) =>
  local.inject({ method: 'POST', url: '/account/credits', headers, payload });

async function change(payload: object): Promise<Account> {
  const response = await send(payload);
  expect(response.statusCode, response.body).toBe(200);
  const { account } = response.json<{ data: { account: Account } }>().data;
  expect(account).toEqual((await local.inject('/account')).json<{ data: { account: Account } }>().data.account);
  return account;
}

describe('POST /account/credits', () => {
  it('adds purchased credits for the local key, and the history still adds up to the balance', async () => {
    expect(await change({ add: 1000 })).toMatchObject({ monthly_credits: 3.5, purchased_credits: 1000 });
    expect(await change({ add: 1 })).toMatchObject({ purchased_credits: 1001 });
    const [sum] = await service.sql`
      SELECT sum(tenths)::int AS tenths FROM grants WHERE account_id = ${own.account_id}`;
    expect(sum).toEqual({ tenths: 35 + 10_010 });
  });

  it('raises the monthly allowance at once by the difference, and lowers it from the next month on', async () => {
    expect(await change({ monthly: 500 })).toMatchObject({ monthly_allowance: 500, monthly_credits: 493.5 });
    expect(await change({ monthly: 20 })).toMatchObject({ monthly_allowance: 20, monthly_credits: 493.5 });
    now = new Date('2026-02-01T00:00:00Z');
    expect(await change({ monthly: 30 })).toMatchObject({ monthly_allowance: 30, monthly_credits: 30 });
    expect(await change({ monthly: 0 })).toMatchObject({ monthly_allowance: 0, renews_on: null });
  });

  it('makes all calls free for the local key, and charges them again', async () => {
    expect(await change({ metered: false })).toMatchObject({ unmetered: true, monthly_credits: 3.5 });
    expect(await change({ metered: true })).toMatchObject({ unmetered: false, monthly_credits: 3.5 });
  });

  it.each([
    ['neither', {}, 422, 'MISSING_DEPENDENCY'],
    ['both', { add: 1, monthly: 1 }, 422, 'MISSING_DEPENDENCY'],
    ['no credits', { add: 0 }, 422, 'OUT_OF_RANGE'],
    ['fewer than none', { monthly: -1 }, 422, 'OUT_OF_RANGE'],
    ['more than a million', { add: 1_000_001 }, 422, 'OUT_OF_RANGE'],
    ['a part of a credit', { add: 0.5 }, 422, 'INVALID_INTEGER'],
    ['text', { add: '1000' }, 400, 'INVALID_TYPE'],
    ['an unknown member', { add: 1, account: 'other' }, 422, 'UNKNOWN_PARAMETER'],
  ])('rejects %s with what is wrong', async (_name, body, status, code) => {
    const response = await send(body);
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      { success: false, error: { code: 'VALIDATION_ERROR', details: { errors: [{ code }] } } },
    ]);
  });

  it('rejects every key in a request, even that of the same account', async () => {
    const other = await service.createKey({ purchased: 7 });
    for (const key of [own.key, other.key]) {
      const response = await send({ add: 1000 }, { authorization: `Bearer ${key}` });
      expect([response.statusCode, response.json()]).toMatchObject([403, { error: { code: 'LOCAL_KEY_REQUIRED' } }]);
    }
    const [row] =
      await service.sql`SELECT purchased_tenths::int AS tenths FROM accounts WHERE id = ${other.account_id}`;
    expect(row).toEqual({ tenths: 70 });
  });
});
