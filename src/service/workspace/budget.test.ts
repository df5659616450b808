import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { leasePurchase } from '#contract/workspace.ts';
import type { WorkspaceBudget } from '#contract/workspace-budget.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { seedRecords } from '../../testing/records.ts';
import { createInject } from '../../testing/service.ts';
import { createAccount } from '../accounts/accounts.ts';
import { buildService, type ServiceApp } from '../app.ts';
import { openDatabase } from '../db/open.ts';
import type { Pool } from '../db/pool.ts';

/** Two gateways on one database, and the browsers of an account that buy through both. */
let pools: Pool[];
let gateways: ServiceApp[];
const noon = Date.UTC(2026, 10, 20, 12);
let nowMs = noon;
let key: string;
let accountId: string;
const database = openForTests(openTestDatabase);
beforeAll(async () => {
  await seedRecords(database.sql);
  pools = await Promise.all([0, 1].map(() => openDatabase(database.address, { max: 5 })));
  gateways = await Promise.all(pools.map((db) => buildService({ db, clock: () => new Date(nowMs) })));
  await Promise.all(gateways.map((app) => app.ready()));
});
beforeEach(async () => {
  nowMs = noon;
  await openAccount();
});
afterAll(async () => {
  await Promise.all(gateways.map((app) => app.close()));
  await Promise.all(pools.map((sql) => sql.end()));
});

async function openAccount(): Promise<void> {
  const account = { name: 'shared', plan: 'PRO' as const, monthly: 0, purchased: 100_000 };
  ({ key, account_id: accountId } = await createAccount(database.sql, account, new Date(nowMs)));
}

const send = (gateway: number, ...[method, path, parts]: Parameters<ReturnType<typeof createInject>>) =>
  createInject(gateways[gateway]!, key)(method, path, parts);

async function post<T>(path: string, body: object, gateway = 0): Promise<T> {
  const response = await send(gateway, 'POST', path, { body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: T }>().data;
}
const setBudget = (body: object) => post<WorkspaceBudget>('/workspace/budget', body);
const readBudget = async (gateway = 0) =>
  (await send(gateway, 'GET', '/workspace/budget')).json<{ data: WorkspaceBudget }>().data;

type Order = { readonly id: string; readonly rows: number; readonly gateway?: number; readonly request?: string };
const take = ({ id, rows, gateway = 0, request = id }: Order, holder = id, waited = false) =>
  post<DataOf<typeof leasePurchase>>(
    '/workspace/leases',
    { request, holder, waited, purchase: { id, tenths: rows * 10 } },
    gateway,
  );
const buy = async ({ id, rows, gateway = 0 }: Order) =>
  send(gateway, 'POST', '/api/v1/deals', { body: { page_size: rows }, headers: { 'idempotency-key': id } });
const end = ({ id, gateway = 0, request = id }: Order, completed: object | null, holder = id) =>
  post<{ budget: WorkspaceBudget }>('/workspace/leases/end', { request, holder, completed }, gateway);

/** A whole purchase, as a browser makes it; returns the billed price, undefined if the budget did not cover it. */
async function purchase(order: Order): Promise<number | undefined> {
  const { granted, covered } = await take(order);
  if (!covered) return undefined;
  expect(granted).toBe(true);
  const response = await buy(order);
  expect(response.statusCode, response.body).toBe(200);
  const tenths = Number(response.headers['x-credits-used']) * 10;
  await end(order, { purchase: order.id, tenths, lost: false });
  return tenths;
}

async function readCharged(): Promise<number> {
  const [row] = await database.sql<{ tenths: number }[]>`
    SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0)::int AS tenths FROM ledger WHERE account_id = ${accountId}`;
  return row!.tenths;
}
/** Expires the leases of browsers and gateways that have disappeared. */
const runOut = () => database.sql`UPDATE workspace_purchases SET expires_at = now() - interval '1 second'`;

it('is not exceeded by 20 parallel purchases of three browsers and two gateways, and no purchase that fits is rejected', async () => {
  const orders = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 20, maxLength: 20 });
  const limit = fc.option(fc.integer({ min: 0, max: 150 }), { nil: null });
  let draws = 0;
  await fc.assert(
    fc.asyncProperty(orders, limit, limit, async (rows, session, day) => {
      await openAccount();
      const tenths = (credits: number | null) => (credits === null ? null : credits * 10);
      await setBudget({ session_tenths: tenths(session), day_tenths: tenths(day) });
      draws += 1;
      const most = Math.min(session ?? Infinity, day ?? Infinity) * 10;
      const all = rows.map((count, at): Order => ({
        id: `${draws} ${at}`.replace(' ', '-'),
        rows: count,
        gateway: at % 2,
      }));
      // Each browser buys one after the other, as a page does for each press, and all browsers at once.
      const billed = await Promise.all(all.map(purchase));
      const spent = billed.reduce<number>((sum, one) => sum + (one ?? 0), 0);
      expect(await readCharged()).toBe(spent);
      expect(spent).toBeLessThanOrEqual(most);
      const budget = await readBudget();
      expect(budget).toMatchObject({ reserved: 0, session: { used: spent }, day: { used: spent } });
      let left = most - spent;
      for (const order of all.filter((_, at) => billed[at] === undefined)) {
        const later = await purchase({ ...order, id: `${order.id}-later` });
        expect(later === undefined).toBe(order.rows * 10 > left);
        left -= later ?? 0;
      }
      expect(await readCharged()).toBeLessThanOrEqual(most);
    }),
    { numRuns: 3 },
  );
}, 120_000);

it('counts the UTC day of the charge, and what other programs are charged', async () => {
  nowMs = Date.UTC(2026, 10, 20, 23, 59);
  await setBudget({ session_tenths: null, day_tenths: 100 });
  expect((await buy({ id: 'a-program', rows: 3 })).statusCode).toBe(200);
  expect((await readBudget()).day.used).toBe(30);
  expect(await purchase({ id: 'a', rows: 8 })).toBeUndefined();
  const late = { id: 'b', rows: 5 };
  expect((await take(late)).granted).toBe(true);
  nowMs = Date.UTC(2026, 10, 21, 0, 1);
  // A purchase in progress will be charged today.
  expect(await readBudget(1)).toMatchObject({ date: '2026-11-21', reserved: 50, day: { used: 0 } });
  expect(await purchase({ id: 'c', rows: 6 })).toBeUndefined();
  expect((await buy(late)).statusCode).toBe(200);
  expect(await readBudget(1)).toMatchObject({ reserved: 0, day: { used: 50 } });
  expect(await purchase({ id: 'd', rows: 5, gateway: 1 })).toBe(50);
  expect(await purchase({ id: 'e', rows: 1 })).toBeUndefined();
});

it('starts a new session after eight hours without a purchase, or on request', async () => {
  await setBudget({ session_tenths: 50 });
  expect(await purchase({ id: 'a', rows: 5 })).toBe(50);
  nowMs += 8 * 3600_000 - 1000;
  expect(await purchase({ id: 'b', rows: 1 })).toBeUndefined();
  nowMs += 2000;
  expect(await purchase({ id: 'c', rows: 4 })).toBe(40);
  expect(await purchase({ id: 'd', rows: 2 })).toBeUndefined();
  nowMs += 1;
  await setBudget({ new_session: true });
  expect(await purchase({ id: 'e', rows: 2 })).toBe(20);
  expect((await readBudget()).session).toEqual({ limit: 50, used: 20, unconfirmed: 0 });
});

it('is initially that of the first browser, until somebody changes it', async () => {
  expect((await readBudget()).session.limit).toBe(5000);
  const initial = await post<WorkspaceBudget>('/workspace/budget', {
    initial: true,
    session_tenths: 70,
    day_tenths: 90,
  });
  expect([initial.session.limit, initial.day.limit]).toEqual([70, 90]);
  const second = await post<WorkspaceBudget>('/workspace/budget', {
    initial: true,
    session_tenths: 10,
    day_tenths: null,
  });
  expect([second.session.limit, second.day.limit]).toEqual([70, 90]);
  const changed = await setBudget({ day_tenths: null });
  expect([changed.session.limit, changed.day.limit]).toEqual([70, null]);
});

describe('a browser that is closed in the middle of a purchase', () => {
  const one = { id: 'one', rows: 5, request: 'same' };
  const other = { id: 'other', rows: 5, gateway: 1, request: 'same' };

  it('before it was sent leaves nothing behind: another browser may buy, and its own request is rejected if it still arrives', async () => {
    await setBudget({ session_tenths: 50 });
    await take(one);
    expect(await take(other)).toMatchObject({ granted: false, covered: true, completed: null });
    await runOut();
    expect(await take(other, 'other', true)).toMatchObject({ granted: true });
    expect((await buy(one)).json()).toMatchObject({ error: { code: 'PURCHASE_ENDED' } });
    expect(await readCharged()).toBe(0);
    expect((await buy(other)).statusCode).toBe(200);
  });

  it('while it is charged is charged once: the next browser gets that response for free', async () => {
    await setBudget({ session_tenths: 50 });
    await take(one);
    expect((await buy(one)).statusCode).toBe(200);
    expect(await take(other)).toMatchObject({ granted: false, completed: null });
    await runOut();
    const told = await take(other);
    expect(told).toMatchObject({ granted: false, completed: { purchase: 'one', tenths: 50, lost: false } });
    const again = await buy({ ...one, gateway: 1 });
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true']);
    await end(one, told.completed, 'other');
    expect(await readCharged()).toBe(50);
    // Its browser has the rows now, so the next press is another purchase.
    expect(await take(other)).toMatchObject({ granted: false, covered: false });
  });

  it('keeps its reservation while its gateway runs the request, and no longer once that is killed', async () => {
    await setBudget({ session_tenths: 90 });
    await take(one);
    // As a killed gateway leaves it: begun, but not charged.
    await database.sql`UPDATE workspace_purchases SET state = 'running' WHERE id = 'one'`;
    await end(one, { purchase: 'one', tenths: 50, lost: true });
    expect((await readBudget()).reserved).toBe(50);
    expect(await take({ id: 'third', rows: 5 })).toMatchObject({ covered: false });
    expect(await take(other, 'other', true)).toMatchObject({ granted: false, completed: null });
    await runOut();
    expect(await take(other, 'other', true)).toMatchObject({ granted: true });
    expect((await readBudget()).reserved).toBe(50);
  });

  it('rejects a charge whose purchase was given up while its gateway was stopped', async () => {
    await take(one);
    // Locks the account, like another charge, so that this one waits halfway.
    let free: () => void = () => undefined;
    const freed = new Promise<void>((resolve) => (free = resolve));
    const locking = database.sql.begin(async (tx) => {
      await tx`SELECT FROM accounts WHERE id = ${accountId} FOR UPDATE`;
      await freed;
    });
    const buying = buy(one);
    await expect.poll(async () => (await readState('one'))?.state).toBe('running');
    await runOut();
    expect(await take(other, 'other', true)).toMatchObject({ granted: true });
    free();
    await locking;
    expect((await buying).statusCode).toBe(409);
    expect(await readCharged()).toBe(0);
  });
});

async function readState(id: string): Promise<{ state: string } | undefined> {
  const [row] = await database.sql<{ state: string }[]>`
    SELECT state FROM workspace_purchases WHERE account_id = ${accountId} AND id = ${id}`;
  return row;
}

it('is released after a failed request, at once if its browser reports it', async () => {
  await setBudget({ session_tenths: 50 });
  const order = { id: 'one', rows: 5 };
  await take(order);
  const failed = await send(1, 'POST', '/api/v1/deals', { body: { page: -1 }, headers: { 'idempotency-key': 'one' } });
  expect(failed.statusCode).toBe(422);
  expect((await readBudget()).reserved).toBe(50);
  expect((await end(order, null)).budget.reserved).toBe(0);
  expect(await purchase({ id: 'two', rows: 5 })).toBe(50);
});
