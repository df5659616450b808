import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import type { Budget } from '#contract/workspace/budget.ts';
import type { Purchase } from '#contract/workspace/purchases.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createAccount } from '../accounts/accounts.ts';
import { openDatabase } from '../db/open.ts';
import type { Pool, Transaction } from '../db/pool.ts';
import { HttpError } from '../http/http-error.ts';
import type { KeyOwner } from '../http/rate-limit.ts';
import { changeBudgetOf, openBudget } from './budget.ts';
import { createLivePurchases, endAbandoned, type LivePurchases } from './live-purchases.ts';
import { listPurchasesOf } from './list-purchases.ts';
import { CallRejected, type PaidBackend, type PaidCall, type PaidResponse } from './paid-call.ts';
import { createPress, type Press, purchase, type Purchasing } from './purchase.ts';

/** Two gateways on one database in front of a hosted service, which keeps its own books. */
const database = openForTests(openTestDatabase);
let pools: Pool[];
let gateways: { readonly db: Pool; readonly running: LivePurchases }[];
let accountId: string;
beforeAll(async () => {
  pools = await Promise.all([0, 1].map(() => openDatabase(database.address, { max: 8 })));
  gateways = pools.map((db) => ({ db, running: createLivePurchases(db) }));
});
beforeEach(async () => {
  ({ account_id: accountId } = await createAccount(database.sql, { name: 'buyer', plan: 'API' }));
});
afterAll(async () => {
  for (const { running } of gateways) running.close();
  await Promise.all(pools.map((db) => db.end()));
});

type Fate = 'answered' | 'rejected' | 'lost' | 'lost before' | 'unreadable' | 'killed';

/** The gateway with this purchase is gone: it does not renew it, and nobody there waits any more. */
async function stopGateway(id: string): Promise<never> {
  await database.sql`UPDATE purchases SET alive_until = now() - interval '1 second' WHERE id = ${id}::uuid`;
  return new Promise<never>(() => undefined);
}

/** A hosted service: `charged` are its books in tenths; `fates` decides what becomes of each request. */
function createService(
  decide: (call: PaidCall) => { readonly fate: Fate; readonly rows: number; readonly waitMs?: number },
) {
  const books = { charged: 0, requests: 0 };
  const send: PaidBackend['send'] = async (call, _payer, key, store) => {
    const { fate, rows, waitMs = 0 } = decide(call);
    books.requests += 1;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (fate === 'lost before') throw new CallRejected(new HttpError('serviceBusy'), { status: 503, code: 'X' });
    if (fate === 'rejected') throw new CallRejected(new HttpError('unknownKey'), { status: 401, code: 'X' });
    books.charged += rows * 10;
    if (fate === 'lost') throw new Error('The connection broke.');
    if (fate === 'killed') return stopGateway(key);
    const response: PaidResponse = {
      data: {},
      meta: { total_count: rows },
      ignored: [],
      moreIgnored: 0,
      rankedBy: null,
      requestId: null,
      tenths: fate === 'unreadable' ? undefined : rows * 10,
      balance: null,
    };
    await database.sql.begin((tx) => store(tx, response));
  };
  const backend: PaidBackend = { isHosted: true, send };
  return { books, backend };
}

const owner = (): KeyOwner => ({
  prefix: 'test',
  accountId,
  plan: 'API',
  unmetered: false,
  disabled: false,
  memberId: null,
  role: 'owner',
  removed: false,
  isLocal: true,
});

const pressButton = (tenths: number, repeat = false): Press =>
  createPress(
    { owner: owner(), memberId: null, generation: undefined },
    { screen: '/deals', max_tenths: tenths, repeat },
  );
const callOf = (rows: number, request = 0): PaidCall => ({
  endpoint: searchDeals,
  body: { deal: { size_min: request }, page: 0, page_size: rows },
});
const storeNothing = async (_tx: Transaction, { meta }: PaidResponse) => ({
  rows: Number(meta['total_count']),
  unlockedRows: 0,
});

type BuyOptions = { readonly isKilled?: boolean; readonly isOnce?: boolean };

/** Buys a response through one of the gateways; `isOnce` for one that is not bought again once it is stored. */
const buy = (
  backend: PaidBackend,
  gateway: number,
  call: PaidCall,
  press: Press,
  { isKilled = false, isOnce = false }: BuyOptions = {},
) => {
  const { db, running } = gateways[gateway % 2]!;
  const gone: LivePurchases = { ...running, keepAlive: () => () => undefined };
  const purchasing: Purchasing = { db, running: isKilled ? gone : running, backend, clock: () => new Date() };
  const isStored = async (tx: Transaction) =>
    (await tx`SELECT FROM purchases WHERE account_id = ${accountId} AND state = 'billed'`).length > 0;
  return purchase(purchasing, press, call, storeNothing, isOnce ? { isStored } : {});
};

const readAll = async (): Promise<Purchase[]> =>
  (await listPurchasesOf(database.sql, accountId, { limit: 1000 })).purchases;

describe('a purchase', () => {
  it('that is pressed at the same time in any tab and through any gateway is sent once', async () => {
    const { books, backend } = createService(() => ({ fate: 'answered', rows: 25, waitMs: 100 }));
    const presses = Array.from({ length: 8 }, (_, at) =>
      buy(backend, at, callOf(25), pressButton(250), { isOnce: true }),
    );
    const outcomes = await Promise.all(presses);
    expect(outcomes.filter((outcome) => outcome === 'bought')).toHaveLength(1);
    expect(books).toEqual({ charged: 250, requests: 1 });
  });

  it('never costs more than its button showed, nor than a budget has left', async () => {
    const { books, backend } = createService(() => ({ fate: 'answered', rows: 5 }));
    await expect(buy(backend, 0, callOf(10), pressButton(99))).rejects.toThrow('more than the 9.9');
    await changeBudgetOf(database.sql, accountId, { day_tenths: 60 }, new Date());
    await expect(buy(backend, 0, callOf(10), pressButton(100))).rejects.toThrow('6 of the budget of the day are left');
    await buy(backend, 0, callOf(6), pressButton(100));
    expect(books).toEqual({ charged: 50, requests: 1 });
  });

  it('whose charge cannot be read, or is above its highest price, counts as that price and is unconfirmed', async () => {
    const unreadable = createService(() => ({ fate: 'unreadable', rows: 3 }));
    const press = pressButton(100);
    await buy(unreadable.backend, 0, callOf(10, 1), press);
    expect(press.bill).toEqual({ quoted_tenths: 100, billed_tenths: 0, unconfirmed_tenths: 100 });
    const tooMuch = createService(() => ({ fate: 'answered', rows: 99 }));
    await buy(tooMuch.backend, 0, callOf(10, 2), pressButton(100));
    expect((await readAll()).map(({ state, billed_tenths }) => [state, billed_tenths])).toEqual([
      ['unconfirmed', null],
      ['unconfirmed', null],
    ]);
    expect((await openBudget(database.sql, accountId, new Date())).session).toMatchObject({
      used: 0,
      unconfirmed: 200,
    });
  });

  it('that may have been charged before warns before it is sent again, until one was answered', async () => {
    let fate: Fate = 'lost';
    const { books, backend } = createService(() => ({ fate, rows: 10 }));
    await expect(buy(backend, 0, callOf(10), pressButton(100))).rejects.toThrow('The connection broke.');
    await expect(buy(backend, 1, callOf(10), pressButton(100))).rejects.toThrow('may have been charged');
    await expect(buy(backend, 0, callOf(10), pressButton(100, true))).rejects.toThrow('The connection broke.');
    expect(books.requests).toBe(2);
    fate = 'answered';
    await buy(backend, 0, callOf(10), pressButton(100, true));
    await buy(backend, 0, callOf(10), pressButton(100));
    expect(books.requests).toBe(4);
  });

  it('of a gateway that is gone is unconfirmed in front of a hosted service, and holds nobody up', async () => {
    const killed = createService(() => ({ fate: 'killed', rows: 10 }));
    void buy(killed.backend, 0, callOf(10), pressButton(100), { isKilled: true }).catch(() => undefined);
    await expect.poll(() => killed.books.requests).toBe(1);
    await expect
      .poll(async () => {
        await database.sql.begin((tx) => endAbandoned(tx));
        return (await readAll())[0]?.state;
      })
      .toBe('unconfirmed');
    expect(await readAll()).toMatchObject([{ state: 'unconfirmed', code: 'GATEWAY_STOPPED' }]);
    const { backend } = createService(() => ({ fate: 'answered', rows: 10 }));
    await expect(buy(backend, 1, callOf(10), pressButton(100))).rejects.toThrow('may have been charged');
  });
});

it('of our own service that was given up in the meantime is rolled back, with its charge', async () => {
  const send: PaidBackend['send'] = async (_call, _payer, key, store) => {
    await database.sql`UPDATE purchases SET alive_until = now() - interval '1 second' WHERE id = ${key}::uuid`;
    await database.sql.begin((tx) => endAbandoned(tx, accountId));
    const response = {
      data: {},
      meta: { total_count: 1 },
      ignored: [],
      moreIgnored: 0,
      rankedBy: null,
      requestId: null,
    };
    await database.sql.begin((tx) => store(tx, { ...response, tenths: 10, balance: null }));
  };
  await expect(buy({ isHosted: false, send }, 0, callOf(1), pressButton(10))).rejects.toThrow('given up');
  expect(await readAll()).toMatchObject([{ state: 'rejected', code: 'GATEWAY_STOPPED', billed_tenths: null }]);
});

describe('budgets', () => {
  const limits = fc.option(fc.integer({ min: 0, max: 400 }), { nil: null });
  const order = fc.record({
    rows: fc.integer({ min: 1, max: 30 }),
    waitMs: fc.integer({ min: 0, max: 20 }),
    gateway: fc.nat(1),
  });

  it('are never exceeded by 20 parallel purchases of several tabs and gateways', async () => {
    await fc.assert(
      fc.asyncProperty(
        limits,
        limits,
        fc.array(order, { minLength: 20, maxLength: 20 }),
        async (session, day, orders) => {
          ({ account_id: accountId } = await createAccount(database.sql, { name: 'buyer', plan: 'API' }));
          await changeBudgetOf(database.sql, accountId, { session_tenths: session, day_tenths: day }, new Date());
          const { books, backend } = createService((call) => ({
            fate: 'answered',
            rows: Math.max(1, Number(call.body?.['page_size']) - 1),
            waitMs: orders[0]?.waitMs ?? 0,
          }));
          const outcomes = await Promise.allSettled(
            orders.map(({ rows, gateway }, at) => buy(backend, gateway, callOf(rows, at), pressButton(rows * 10))),
          );
          const budget: Budget = await openBudget(database.sql, accountId, new Date());
          for (const { limit, used, unconfirmed } of [budget.session, budget.day]) {
            expect(used + unconfirmed).toBeLessThanOrEqual(limit ?? Infinity);
          }
          expect(budget.running).toBe(0);
          expect(budget.session.used).toBe(books.charged);
          const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
          expect(failures.filter((message) => !message.includes('of the budget of the'))).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('the books of the gateway and of the service', () => {
  it('agree after 1,000 random actions with lost responses, rejections and gateways that are killed', async () => {
    await changeBudgetOf(database.sql, accountId, { session_tenths: null, day_tenths: null }, new Date());
    const draws = fc.sample(
      fc.record({
        fate: fc.constantFrom<Fate>(
          'answered',
          'answered',
          'answered',
          'rejected',
          'lost',
          'lost before',
          'unreadable',
          'killed',
        ),
        rows: fc.integer({ min: 0, max: 25 }),
        request: fc.nat(200),
        gateway: fc.nat(1),
      }),
      1000,
    );
    let [charged, billed, known] = [0, 0, 0];
    const act = async ({ fate, rows, request, gateway }: (typeof draws)[number]) => {
      const { books, backend } = createService(() => ({ fate, rows }));
      const press = pressButton(250, true);
      const isKilled = fate === 'killed';
      const buying = buy(backend, gateway, callOf(25, request), press, { isKilled }).catch(() => 'failed' as const);
      const waitForSend = () => vi.waitUntil(() => books.requests === 1, { timeout: 10_000 });
      const outcome = isKilled ? await Promise.race([buying, waitForSend()]) : await buying;
      if (outcome === 'bought' && fate === 'answered') known += rows * 10;
      charged += books.charged;
      billed += press.bill.billed_tenths;
    };
    // In groups at the same time, of requests that partly equal each other.
    for (let at = 0; at < draws.length; at += 10) {
      await Promise.all(draws.slice(at, at + 10).map(act));
    }
    await expect
      .poll(async () => {
        await database.sql.begin((tx) => endAbandoned(tx, accountId));
        return (await openBudget(database.sql, accountId, new Date())).running;
      })
      .toBe(0);
    const rows = await database.sql<{ state: string; quoted: number; billed: number | null }[]>`
      SELECT state, quoted_tenths AS quoted, billed_tenths AS billed FROM purchases WHERE account_id = ${accountId}`;
    const total = rows.reduce((all, row) => all + (row.billed ?? 0), 0);
    const unconfirmed = rows.reduce((all, row) => all + (row.state === 'unconfirmed' ? row.quoted : 0), 0);
    expect(total).toBe(known);
    expect(billed).toBe(known);
    // What the service charged beyond that is within what the user sees as unconfirmed.
    expect(charged).toBeGreaterThanOrEqual(total);
    expect(charged).toBeLessThanOrEqual(total + unconfirmed);
    expect(rows.every((row) => (row.billed ?? 0) <= row.quoted)).toBe(true);
  });
});
