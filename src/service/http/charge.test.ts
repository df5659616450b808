import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '#contract/account.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';
import { setAccountUnmetered } from '../accounts/accounts.ts';
import { charge, createCharges } from './charge.ts';

let now = new Date('2026-03-31T23:59:59.999Z');
const service = openForTests(() => startService({ seed: seedRecords, clock: () => now }));

const payer = { seesBalance: true, purchaseUrl: '/settings' };
const take = (accountId: string, tenths: number) =>
  charge(
    service.sql,
    { accountId, keyPrefix: '000000000000', requestId: 'test', endpoint: 'searchDeals', rows: 1, tenths, now },
    payer,
  );

/** The balance of an account as stored, and as grants minus ledger. */
async function balances(accountId: string) {
  const [row] = await service.sql<{ stored: number; derived: number }[]>`
    SELECT (monthly_tenths + purchased_tenths)::int AS stored,
      ((SELECT coalesce(sum(tenths), 0) FROM grants WHERE account_id = a.id)
        - (SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0) FROM ledger WHERE account_id = a.id))::int AS derived
    FROM accounts a WHERE id = ${accountId}`;
  return row;
}

describe('a charge', () => {
  it('takes monthly credits first, then purchased, and names the source of the last credit', async () => {
    const { account_id } = await service.createKey({ monthly: 2, purchased: 1 });
    expect(await take(account_id, 0)).toEqual({ tenths: 0, monthly: 20, purchased: 10, source: null });
    expect(await take(account_id, 15)).toEqual({ tenths: 15, monthly: 5, purchased: 10, source: 'monthly' });
    expect(await take(account_id, 6)).toEqual({ tenths: 6, monthly: 0, purchased: 9, source: 'purchased' });
    expect(await balances(account_id)).toEqual({ stored: 9, derived: 9 });
  });

  it('charges nothing if the balance is too low, and says what is needed', async () => {
    const { account_id } = await service.createKey({ monthly: 0, purchased: 0.9 });
    await expect(take(account_id, 11)).rejects.toMatchObject({
      status: 402,
      details: { credits_needed: 2, monthly_credits_remaining: 0, purchased_credits_remaining: 0, help: '/settings' },
    });
    expect(await balances(account_id)).toEqual({ stored: 9, derived: 9 });
  });

  it('charges nothing to an unmetered account, even without credits: the response says 0', async () => {
    const { account_id, key } = await service.createKey({ monthly: 0, purchased: 0.5 });
    await setAccountUnmetered(service.sql, account_id, true);
    const response = await service.inject('POST', '/api/v1/deals', { body: { page_size: 2 }, key });
    expect([response.statusCode, response.headers, response.json()]).toMatchObject([
      200,
      { 'x-credits-used': '0.0', 'x-credits-remaining': '0.5' },
      { data: { deals: [{}, {}] }, meta: { credits_used: 0, credit_source: null } },
    ]);
    expect(await balances(account_id)).toEqual({ stored: 5, derived: 5 });
    await setAccountUnmetered(service.sql, account_id, false);
    expect((await service.inject('POST', '/api/v1/deals', { body: { page_size: 2 }, key })).statusCode).toBe(402);
  });

  it('never makes the balance negative under fifty parallel charges, and spends exactly what there is', async () => {
    const { account_id } = await service.createKey({ monthly: 4, purchased: 6 });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => take(account_id, 10)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await balances(account_id)).toEqual({ stored: 0, derived: 0 });
  });

  it('renews the monthly allowance once per UTC month; unused credits expire', async () => {
    now = new Date('2026-03-31T23:59:59.999Z');
    const { account_id, key } = await service.createKey({ monthly: 0, purchased: 0 });
    await service.sql`UPDATE accounts SET monthly_allowance = 50, monthly_since = '2026-03-01' WHERE id = ${account_id}`;
    await expect(take(account_id, 10)).rejects.toMatchObject({ status: 402 });
    now = new Date('2026-04-01T00:00:00.000Z');
    expect(await Promise.all([take(account_id, 10), take(account_id, 10)])).toHaveLength(2);
    expect(await balances(account_id)).toEqual({ stored: 30, derived: 30 });
    now = new Date('2026-05-15T12:00:00.000Z');
    expect(await take(account_id, 10)).toMatchObject({ monthly: 40 });
    expect(await balances(account_id)).toEqual({ stored: 40, derived: 40 });
    expect(key).toMatch(/^vg_[0-9a-f]{12}_[A-Za-z0-9_-]{32}$/);
  });

  it('renews the allowance in time after a charge under a clock that was twenty years ahead', async () => {
    now = new Date('2026-03-20T12:00:00Z');
    const { account_id, key } = await service.createKey({ monthly: 5, purchased: 0 });
    await service.sql`UPDATE accounts SET monthly_since = '2026-03-01' WHERE id = ${account_id}`;
    await take(account_id, 10);
    now = new Date('2046-07-02T12:00:00Z');
    await take(account_id, 50);
    now = new Date('2026-04-02T12:00:00Z');
    const shown = async () =>
      (await service.inject('GET', '/account', { key })).json<{ data: { account: Account } }>().data.account;
    expect(await shown()).toMatchObject({ monthly_credits: 5, renews_on: '2026-05-01' });
    expect(await take(account_id, 30)).toMatchObject({ monthly: 20 });
    await expect(take(account_id, 30)).rejects.toMatchObject({ status: 402 });
    expect(await shown()).toMatchObject({ monthly_credits: 2, renews_on: '2026-05-01' });
    now = new Date('2026-05-01T00:00:00Z');
    expect(await take(account_id, 30)).toMatchObject({ monthly: 20 });
    expect(await balances(account_id)).toEqual({ stored: 20, derived: 20 });
  });

  it('renews the allowance once for gateways whose clocks are seconds apart at the end of a month', async () => {
    const moments = ['2026-03-31T23:59:59Z', '2026-04-01T00:00:01Z'].map((text) => new Date(text));
    const { account_id } = await service.createKey({ monthly: 5, purchased: 0 });
    await service.sql`UPDATE accounts SET monthly_since = '2026-03-01' WHERE id = ${account_id}`;
    const left = [];
    for (const at of [0, 1, 0, 1, 0]) {
      now = moments[at] ?? now;
      left.push((await take(account_id, 10)).monthly);
    }
    expect(left).toEqual([40, 40, 30, 20, 10]);
  });

  it('agrees with a model of a balance over any sequence of charges and months', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ monthly: fc.nat(40), purchased: fc.nat(40) }),
        fc.array(fc.oneof(fc.record({ tenths: fc.nat(150) }), fc.constant('month' as const)), { maxLength: 12 }),
        async ({ monthly, purchased }, acts) => {
          now = new Date('2026-01-10T00:00:00Z');
          const { account_id } = await service.createKey({ monthly, purchased });
          await service.sql`UPDATE accounts SET monthly_since = '2026-01-01' WHERE id = ${account_id}`;
          const model = { monthly: monthly * 10, purchased: purchased * 10 };
          for (const act of acts) {
            if (act === 'month') {
              now = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3));
              model.monthly = monthly * 10;
            } else if (act.tenths > model.monthly + model.purchased) {
              await expect(take(account_id, act.tenths)).rejects.toMatchObject({ status: 402 });
            } else {
              const fromMonthly = Math.min(model.monthly, act.tenths);
              model.monthly -= fromMonthly;
              model.purchased -= act.tenths - fromMonthly;
              expect(await take(account_id, act.tenths)).toMatchObject(model);
            }
            const { stored, derived } = (await balances(account_id)) ?? {};
            expect(stored).toBe(derived);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

it('agrees with a model that makes concurrent charges one after the other', async () => {
  now = new Date('2026-06-10T00:00:00Z');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ monthly: fc.nat(20), purchased: fc.nat(20) }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ of: fc.nat(3), tenths: fc.nat(150) }), { maxLength: 30 }),
      async (drawn, acts) => {
        const accounts = await Promise.all(
          drawn.map(async ({ monthly, purchased }) => ({
            id: (await service.createKey({ monthly, purchased })).account_id,
            monthly: monthly * 10,
            purchased: purchased * 10,
          })),
        );
        await service.sql`UPDATE accounts SET monthly_since = '2026-06-01' WHERE id = ANY(${accounts.map(({ id }) => id)})`;
        const charges = createCharges(service.sql);
        const outcomes = await Promise.allSettled(
          acts.map(({ of, tenths }) => {
            const accountId = accounts[of % accounts.length]?.id ?? '';
            const due = { accountId, keyPrefix: '0'.repeat(12), requestId: 'test', endpoint: 'searchDeals', rows: 1 };
            return charges.make({ due: { ...due, tenths, now }, display: payer, id: randomUUID() });
          }),
        );
        for (const [at, { of, tenths }] of acts.entries()) {
          const model = accounts[of % accounts.length];
          if (!model) throw new Error('no account');
          const isPaid = tenths <= model.monthly + model.purchased;
          const fromMonthly = isPaid ? Math.min(model.monthly, tenths) : 0;
          model.monthly -= fromMonthly;
          model.purchased -= isPaid ? tenths - fromMonthly : 0;
          const { monthly, purchased } = model;
          const reason = { status: 402, details: { monthly_credits_remaining: Math.floor(monthly / 10) } };
          expect(outcomes[at]).toMatchObject(isPaid ? { value: { tenths, monthly, purchased } } : { reason });
        }
        for (const { id, monthly, purchased } of accounts) {
          expect(await balances(id)).toEqual({ stored: monthly + purchased, derived: monthly + purchased });
        }
      },
    ),
    { numRuns: 25 },
  );
});

describe('a billed answer', () => {
  it('has the price and the balance in meta and headers', async () => {
    const { key } = await service.createKey({ monthly: 5, purchased: 3.5 });
    const answer = await service.inject('POST', '/api/v1/deals', { body: {}, key });
    expect(answer.headers).toMatchObject({ 'x-credits-used': '7.0', 'x-credits-remaining': '1.5' });
    expect(answer.json()).toMatchObject({
      meta: {
        credits_used: 7,
        credit_source: 'purchased',
        monthly_credits_remaining: 0,
        purchased_credits_remaining: 1,
      },
    });
  });

  it('shows an API-tier key no balance, not even in a rejection', async () => {
    const { key } = await service.createKey({ plan: 'API', purchased: 7 });
    const answer = await service.inject('POST', '/api/v1/deals', { body: {}, key });
    expect(answer.json<{ meta: object }>().meta).toEqual({ total_count: 7, page: 0, page_size: 10, credits_used: 7 });
    expect(answer.headers['x-credits-remaining']).toBeUndefined();
    const rejected = await service.inject('POST', '/api/v1/deals', { body: {}, key });
    expect(rejected.json()).toMatchObject({
      error: { details: { monthly_credits_remaining: null, purchased_credits_remaining: null } },
    });
  });

  it('is not sent if the balance is too low: 402 with success after error, and no rows', async () => {
    const { key, account_id } = await service.createKey({ monthly: 0, purchased: 6 });
    const answer = await service.inject('POST', '/api/v1/deals', { body: {}, key });
    expect(answer.statusCode).toBe(402);
    expect(answer.body).toBe(
      '{"error":{"code":"INSUFFICIENT_CREDITS","message":"This request costs 7 credits, more than your balance.",' +
        '"details":{"credits_needed":7,"monthly_credits_remaining":0,"purchased_credits_remaining":6,' +
        '"help":"/settings"}},"success":false}',
    );
    expect(await balances(account_id)).toEqual({ stored: 60, derived: 60 });
  });

  it('of lookups is free and has no credit figures', async () => {
    const answer = await service.inject('GET', '/api/v1/location/search', { query: { name: 'berlin' } });
    expect(answer.json()).toEqual({
      success: true,
      data: { locations: [{ permalink: 'berlin-germany', name: 'Berlin', location_type: 'CITY' }] },
      meta: { total_count: 1 },
    });
    expect(answer.headers['x-credits-used']).toBeUndefined();
  });
});
