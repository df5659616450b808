import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { facetStages, findStagePlace } from '#contract/facets.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import { countedParts } from '#contract/workspace/market.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createAccount } from '../accounts/accounts.ts';
import { openDatabase } from '../db/open.ts';
import type { Pool } from '../db/pool.ts';
import { HttpError } from '../http/http-error.ts';
import { buyCounts, countTenths, readCounts } from './buy-counts.ts';
import type { CountQuestion } from './count-market.ts';
import { changeBudgetOf } from './budget.ts';
import { createLivePurchases, type LivePurchases } from './live-purchases.ts';
import { listPurchasesOf } from './list-purchases.ts';
import { CallRejected, type PaidBackend, type PaidCall } from './paid-call.ts';
import { createPress, getLeft, type Purchasing } from './purchase.ts';

/** A gateway in front of a hosted service with a few deals, which keeps its own books. */
const database = openForTests(openTestDatabase);
const now = new Date('2026-11-21T12:00:00Z');
let db: Pool;
let running: LivePurchases;
let accountId: string;
beforeAll(async () => {
  db = await openDatabase(database.address, { max: 8 });
  running = createLivePurchases(db);
});
beforeEach(async () => {
  ({ account_id: accountId } = await createAccount(database.sql, { name: 'buyer', plan: 'API' }));
});
afterAll(async () => {
  running.close();
  await db.end();
});

type PlainDeal = { readonly date: string; readonly round: FinancingFilter; readonly raised: number | null };
type DealFilter = {
  readonly date_start: string;
  readonly date_end: string;
  readonly size_min?: number;
  readonly financing_types?: readonly FinancingFilter[];
};
type Body = { readonly deal: DealFilter; readonly page: number; readonly sort_by: string };

/** What the service finds, in the order of sizes or none. */
function search(deals: readonly PlainDeal[], { deal, sort_by: order }: Body, isMixed: boolean): PlainDeal[] {
  const { date_start: start, date_end: end, size_min: min, financing_types: rounds } = deal;
  const found = deals.filter(
    ({ date, round, raised }) =>
      date >= start &&
      date <= end &&
      (min === undefined || (raised === null ? isMixed : raised >= min)) &&
      (!rounds || rounds.some(({ type, pre }) => type === round.type && pre === round.pre)),
  );
  const sizeOf = ({ raised }: PlainDeal) => raised ?? Infinity;
  return order === 'smallest_raise' ? found.toSorted((a, b) => sizeOf(a) - sizeOf(b)) : found;
}

type ServiceOptions = {
  readonly fail?: (request: number) => 'rejected' | 'lost' | undefined;
  /** Takes a bound of 0 for none. */
  readonly isMixed?: boolean;
};

function createService(deals: readonly PlainDeal[], { fail = () => undefined, isMixed = false }: ServiceOptions = {}) {
  const books = { charged: 0, requests: 0 };
  const send: PaidBackend['send'] = async (call: PaidCall, _payer, _key, store) => {
    const body = call.body as Body;
    const found = search(deals, body, isMixed);
    const row = found[body.page];
    const fate = fail((books.requests += 1));
    if (fate === 'rejected') throw new CallRejected(new HttpError('serviceBusy'), { status: 503, code: 'X' });
    if (row) books.charged += 10;
    if (fate === 'lost') throw new HttpError('serviceBusy');
    const id = '00000000-0000-4000-8000-'.concat(String(row ? deals.indexOf(row) : 0).padStart(12, '0'));
    const response = {
      data: { deals: row ? [{ id, date: row.date, total_round_raised: row.raised }] : [] },
      meta: { total_count: found.length },
      ignored: [],
      moreIgnored: 0,
      rankedBy: null,
      requestId: null,
      tenths: row ? 10 : 0,
      balance: null,
    };
    await database.sql.begin((tx) => store(tx, response));
  };
  return { books, purchasing: { db, running, backend: { isHosted: true, send }, clock: () => now } as Purchasing };
}

const plain = (type: FinancingFilter['type'], pre = false): FinancingFilter => ({ type, pre, extension: false });
const rounds = [plain('SEED', true), plain('SEED'), plain('SERIES_A'), plain('GRANT')] as const;
/** Three stages and grants, of less than a year, so that a run has few requests. */
const question: CountQuestion = {
  deals: {
    deal: { date_start: '2026-01-01', financing_types: [...rounds] },
    page: 0,
    page_size: 10,
    sort_by: 'most_recent_deal',
  },
  period: 'quarter',
};
const owner = {
  prefix: 'test',
  plan: 'API',
  disabled: false,
  memberId: null,
  role: 'owner',
  removed: false,
  unmetered: false,
} as const;
const press = (maxTenths: number) =>
  createPress(
    { owner: { ...owner, accountId, isLocal: true }, memberId: null, generation: undefined },
    { screen: '/market', max_tenths: maxTenths, repeat: true },
  );
const read = () => readCounts(database.sql, accountId, question, { now });
const priceOf = async () => {
  const { parts } = await read();
  return countedParts.reduce((sum, part) => sum + parts[part].open, 0) * countTenths;
};
const readPurchases = async () => (await listPurchasesOf(database.sql, accountId, { limit: 1000 })).purchases;
/** Continues as the page does, until the press pays for nothing more or a request fails. */
async function buyAll(
  purchasing: Purchasing,
  tenths: number,
  parts: readonly (typeof countedParts)[number][] = countedParts,
) {
  const spent = press(tenths);
  for (;;) {
    const { left, failure } = await buyCounts(purchasing, spent, { question, parts, after: undefined });
    if (left === 0 || failure) return { bill: spent.bill, left: getLeft(spent), failure };
  }
}

const deal = fc.record({
  date: fc
    .date({ min: new Date('2025-11-01'), max: new Date('2026-11-20'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  round: fc.constantFrom(...rounds, plain('SERIES_B')),
  raised: fc.option(
    fc.integer({ min: 0, max: 40 }).map((millions) => millions * 1e6),
    { freq: 4 },
  ),
});

/** The figures computed plainly. */
function describePlainly(deals: readonly PlainDeal[]) {
  const starts = ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01'];
  const asked = deals.filter(({ round }) => rounds.some((one) => one.type === round.type && one.pre === round.pre));
  const stageOf = ({ round }: PlainDeal) => facetStages[findStagePlace(round)];
  const countStages = (own: readonly PlainDeal[]) =>
    facetStages.flatMap((stage) => {
      const value = own.filter((one) => stageOf(one) === stage).length;
      return value > 0 ? [{ stage, value }] : [];
    });
  const periods = starts.slice(0, -1).map((start, at) => {
    const own = asked.filter(({ date }) => date >= start && date < (starts[at + 1] as string));
    return { start, deals: own.length, stages: countStages(own) };
  });
  const recent = asked.filter(({ date }) => date >= '2026-01-01' && date <= '2026-09-30');
  const sizes = facetStages.slice(0, 6).flatMap((stage) => {
    const own = recent.filter((one) => stageOf(one) === stage);
    const amounts = own.flatMap(({ raised }) => raised ?? []).toSorted((a, b) => a - b);
    const at = (share: number) => amounts[Math.round((amounts.length - 1) * share)];
    const percentiles =
      amounts.length < 8 ? null : { p10: at(0.1), p25: at(0.25), median: at(0.5), p75: at(0.75), p90: at(0.9) };
    return own.length === 0 ? [] : [{ stage, deals: own.length, disclosed: amounts.length, percentiles, change: null }];
  });
  return { periods, sizes };
}

describe('counting a market at a service that charges', () => {
  it('has the figures of a plain computation, costs at most what was quoted, and is not bought again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deal, { minLength: 5, maxLength: 100 }), async (deals) => {
        ({ account_id: accountId } = await createAccount(database.sql, { name: 'buyer', plan: 'API' }));
        const { purchasing, books } = createService(deals);
        const quoted = await priceOf();
        const { bill, failure } = await buyAll(purchasing, quoted);
        expect(failure).toBeNull();
        expect(bill.billed_tenths).toBe(books.charged);
        expect(bill.billed_tenths).toBeLessThanOrEqual(quoted);
        const { clock, sizes } = await read();
        const expected = describePlainly(deals);
        expect(clock?.figures.periods.map(({ start, deals: n, stages }) => ({ start, deals: n, stages }))).toEqual(
          expected.periods,
        );
        expect(sizes?.figures.recent ?? []).toEqual(expected.sizes);
        expect(await priceOf()).toBe(0);
        const { requests } = books;
        expect((await buyAll(purchasing, quoted)).bill.quoted_tenths).toBe(0);
        expect(books.requests).toBe(requests);
      }),
      { numRuns: 4 },
    );
  }, 120_000);

  it('never costs more than a press or a budget pays for, whatever fails; what is bought is shown', async () => {
    const fates = fc.array(fc.constantFrom(undefined, undefined, undefined, 'rejected' as const, 'lost' as const), {
      minLength: 1,
      maxLength: 20,
    });
    const presses = fc.array(
      fc.record({ tenths: fc.integer({ min: 0, max: 400 }), parts: fc.subarray([...countedParts], { minLength: 1 }) }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(deal, { minLength: 5, maxLength: 60 }),
        fates,
        presses,
        fc.integer({ min: 0, max: 400 }),
        async (deals, failing, pressed, day) => {
          ({ account_id: accountId } = await createAccount(database.sql, { name: 'buyer', plan: 'API' }));
          await changeBudgetOf(database.sql, accountId, { day_tenths: day, session_tenths: null }, now);
          const { purchasing, books } = createService(deals, { fail: (request) => failing[request % failing.length] });
          for (const { tenths, parts } of pressed) {
            const { bill, left } = await buyAll(purchasing, tenths, parts);
            expect(bill.billed_tenths + bill.unconfirmed_tenths).toBeLessThanOrEqual(
              Math.min(tenths, bill.quoted_tenths),
            );
            expect(left).toBeGreaterThanOrEqual(0);
          }
          const purchases = await readPurchases();
          const sum = purchases.reduce(
            (all, { state, quoted_tenths: quoted, billed_tenths: billed }) =>
              all + (state === 'unconfirmed' ? quoted : (billed ?? 0)),
            0,
          );
          expect(sum).toBeGreaterThanOrEqual(books.charged);
          expect(sum).toBeLessThanOrEqual(day);
          // The newest periods come first, and none is shown that is not counted.
          const shown = (await read()).clock?.figures.periods ?? [];
          const all = describePlainly(deals).periods;
          expect(shown.map(({ start, deals: n }) => ({ start, deals: n }))).toEqual(
            all.slice(all.length - shown.length).map(({ start, deals: n }) => ({ start, deals: n })),
          );
        },
      ),
      { numRuns: 8 },
    );
  }, 120_000);

  it('pressed twice at the same time sends each request once', async () => {
    const deals = Array.from({ length: 30 }, (_, at) => ({
      date: `2026-0${1 + (at % 9)}-05`,
      round: rounds[1],
      raised: at * 1e6,
    }));
    const { purchasing, books } = createService(deals);
    const quoted = await priceOf();
    const both = await Promise.all([buyAll(purchasing, quoted), buyAll(purchasing, quoted)]);
    expect(both.map(({ failure }) => failure)).toEqual([null, null]);
    expect(both[0].bill.billed_tenths + both[1].bill.billed_tenths).toBe(books.charged);
    expect(books.requests).toBe(new Set((await readPurchases()).map(({ body }) => JSON.stringify(body))).size);
  });

  it('reads no percentile from an order that has undisclosed rounds in it, and stops asking for them', async () => {
    const deals = Array.from({ length: 40 }, (_, at) => ({
      date: '2026-05-05',
      round: rounds[1 + (at % 2)]!,
      raised: at % 3 === 0 ? null : at * 1e6,
    }));
    const { purchasing, books } = createService(deals, { isMixed: true });
    await buyAll(purchasing, await priceOf(), ['sizes']);
    expect(await read()).toMatchObject({ isOrderMixed: true, sizes: undefined, parts: { sizes: { open: 0 } } });
    // Two counts for each stage, and the largest round of the first stage that has any.
    expect(books.requests).toBeLessThanOrEqual(3 * 2 + 1);
  });

  it('counts again only what is older than the press', async () => {
    const deals = Array.from({ length: 12 }, (_, at) => ({ date: '2026-05-05', round: rounds[1], raised: at * 1e6 }));
    const { purchasing, books } = createService(deals);
    const parts = ['periods'] as const;
    await buyAll(purchasing, 1000, parts);
    const later = { ...purchasing, clock: () => new Date('2026-11-25T12:00:00Z') };
    const again = { question, parts, after: '2026-11-24T00:00:00.000Z' };
    const { requests } = books;
    expect(await buyCounts(later, press(1000), again)).toEqual({ left: 0, failure: null });
    expect(books.requests).toBe(2 * requests);
    expect((await read()).clock?.day).toBe('2026-11-25');
    expect(await buyCounts(later, press(1000), again)).toEqual({ left: 0, failure: null });
    expect(books.requests).toBe(2 * requests);
  });
});
