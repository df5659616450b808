import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createAccount } from '../accounts/accounts.ts';
import type { Pool } from '../db/pool.ts';
import { createLivePurchases, type LivePurchases } from './live-purchases.ts';
import type { PaidBackend, PaidCall } from './paid-call.ts';
import { createPress, type Purchasing } from './purchase.ts';
import { loadMoreRows, runSearch } from './searches.ts';
import { sendSingleRequest } from './single-requests.ts';
import { unlock } from './unlock.ts';

/**
 * Two presses of one account at the same time, of which the second has looked what is stored before the first one has
 * stored anything, and reserves its purchase after that.
 */
const database = openForTests(openTestDatabase);
let running: LivePurchases;
let accountId: string;
let paid: PaidCall[];
beforeAll(() => {
  running = createLivePurchases(database.sql);
});
afterAll(() => running.close());
beforeEach(async () => {
  ({ account_id: accountId } = await createAccount(database.sql, { name: 'buyer', plan: 'API' }));
  paid = [];
});

const toId = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

/** A hosted service with 100 deals and any company. */
const backend: PaidBackend = {
  isHosted: true,
  async send(call, _payer, _key, store) {
    paid.push(call);
    const {
      page = 0,
      page_size: size = 1,
      identifiers,
    } = (call.body ?? {}) as Record<string, number> & {
      identifiers?: { ids?: string[] };
    };
    const rows = identifiers?.ids ?? Array.from({ length: size }, (_, at) => toId(page * size + at));
    const records = rows.map((id) => ({ id }));
    const response = {
      data: { deals: records, companies: records },
      meta: { total_count: 100 },
      ignored: [],
      moreIgnored: 0,
      rankedBy: null,
      requestId: null,
      tenths: rows.length * 10,
      balance: null,
    };
    await database.sql.begin((tx) => store(tx, response));
  },
};

const open = (db: Pool): Purchasing => ({ db, backend, running, clock: () => new Date() });

/** The database of a press whose first transaction begins after `first` has ended. */
function openLate(first: () => Promise<unknown>): Pool {
  const { sql } = database;
  let before: Promise<unknown> | undefined;
  const begin: Pool['begin'] = async (work, mode) => {
    await (before ??= first());
    return sql.begin(work, mode);
  };
  return Object.assign(((...values: Parameters<Pool>) => sql(...values)) as Pool, sql, { begin });
}

const press = () =>
  createPress(
    {
      owner: {
        prefix: 'test',
        accountId,
        plan: 'API',
        unmetered: false,
        disabled: false,
        memberId: null,
        role: 'owner',
        removed: false,
        isLocal: true,
      },
      memberId: null,
      generation: undefined,
    },
    { screen: '/deals', max_tenths: 5000 },
  );

/** Runs the same press twice, the second one late; returns what both got. */
async function pressTwice<T>(run: (purchasing: Purchasing) => Promise<T>): Promise<[T, T]> {
  let first: T | undefined;
  const late = await run(open(openLate(async () => (first = await run(open(database.sql))))));
  return [first!, late];
}

test('a late press of a search gets the rows that another one has bought', async () => {
  const search = { resource: 'deals', body: {}, via: null, rows: 25, refresh: false } as const;
  const [first, late] = await pressTwice((purchasing) => runSearch(purchasing, press(), search));
  expect([first.loaded, late.loaded, paid.length]).toEqual([25, 25, 1]);
});

test('a late press for more rows gets those that another one has bought', async () => {
  const search = { resource: 'deals', body: {}, via: null, rows: 10, refresh: false } as const;
  const { id } = await runSearch(open(database.sql), press(), search);
  const [first, late] = await pressTwice((purchasing) => loadMoreRows(purchasing, press(), id, 10));
  expect([first.loaded, late.loaded, paid.length]).toEqual([20, 20, 2]);
});

test('a late press for ids buys only those that another one has not bought', async () => {
  const searchIds = (count: number) => ({
    resource: 'companies' as const,
    body: { identifiers: { ids: Array.from({ length: count }, (_, at) => toId(at)) } },
    via: null,
    rows: count,
    refresh: false,
  });
  const late = openLate(() => runSearch(open(database.sql), press(), searchIds(3)));
  const { loaded } = await runSearch(open(late), press(), searchIds(5));
  const asked = paid.map(({ body }) => (body!['identifiers'] as { ids: string[] }).ids.map((id) => Number(id.at(-1))));
  expect([loaded, asked]).toEqual([
    5,
    [
      [0, 1, 2],
      [3, 4],
    ],
  ]);
});

test('a late press that unlocks records buys only those that another one has not bought', async () => {
  const unlockFirst = (db: Pool, count: number) =>
    unlock(open(db), press(), {
      ids: { companies: Array.from({ length: count }, (_, at) => toId(at)) },
      refresh: false,
    });
  const late = openLate(() => unlockFirst(database.sql, 3));
  const { records, left, failure } = await unlockFirst(late, 5);
  const asked = paid.map(({ body }) => (body!['identifiers'] as { ids: string[] }).ids.map((id) => Number(id.at(-1))));
  expect([records.companies?.length, left, failure, asked]).toEqual([
    5,
    0,
    null,
    [
      [0, 1, 2],
      [3, 4],
    ],
  ]);
});

test('a late press for one response gets the one that another press has bought', async () => {
  const request = { endpoint: 'searchDeals', input: { page: 0, page_size: 5 }, refresh: false } as const;
  const [first, late] = await pressTwice((purchasing) => sendSingleRequest(purchasing, press(), request));
  expect(late).toEqual(first);
  expect(paid).toHaveLength(1);
});
