import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf, DataOf } from '#contract/endpoint.ts';
import type { Market } from '#contract/market.ts';
import type { buyMarketCounts, quoteMarketCounts, readUnlockedMarket } from '#contract/workspace/market.ts';
import type { unlockRecords } from '#contract/workspace/records.ts';
import type { readSearchRows, startSearch } from '#contract/workspace/searches.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createRecordIndex } from '../index/record-index.ts';

type Body = Omit<BodyOf<typeof readUnlockedMarket>, 'blocks'> & { readonly blocks?: readonly string[] };
type Answer = DataOf<typeof readUnlockedMarket>;

const now = new Date('2026-11-21T12:00:00Z');
const index = createRecordIndex();
const service = openForTests(() => startService({ demo: true, index, clock: () => now }));
/** A country with at least 60 deals. */
let deals: { company: { locations: string[] } };
let total: number;
let key: string;

beforeAll(async () => {
  await index.update(service.sql);
  const [country] = await service.sql<{ permalink: string; deals: number }[]>`
    SELECT l.permalink, count(*)::int AS deals FROM deals d JOIN companies c ON c.id = d.company_id
      JOIN locations l ON l.id = c.country_id
    GROUP BY l.permalink HAVING count(*) BETWEEN 60 AND 500 ORDER BY count(*) LIMIT 1`;
  deals = { company: { locations: [country?.permalink ?? ''] } };
  total = country?.deals ?? 0;
});
beforeEach(async () => {
  ({ key } = await service.createKey({ name: 'reader', plan: 'PRO_PLUS' }));
  await call('POST', '/workspace/budget', { session_tenths: null, day_tenths: null });
});

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await service.inject(method, path, { key, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: T }>().data;
}
const spend = { max_tenths: 50_000, screen: '/market' };
async function buy(rows: number, body: object = deals) {
  const bought = { resource: 'deals', body, rows, ...spend };
  const { search } = await call<DataOf<typeof startSearch>>('POST', '/workspace/searches', bought);
  return call<DataOf<typeof readSearchRows>>('GET', `/workspace/searches/${search.id}/rows?count=5000`);
}
async function unlockAll(ids: object): Promise<void> {
  const { left, failure } = await call<DataOf<typeof unlockRecords>>('POST', '/workspace/unlock', { ...ids, ...spend });
  expect(failure).toBeNull();
  if (left > 0) await unlockAll(ids);
}
const blocks = ['clock'];
const ask = (body: Partial<Body> = {}) => call<Answer>('POST', '/workspace/market', { deals, blocks, ...body });
const askService = async (body: Partial<Body> = {}) =>
  (await call<{ market: Market }>('POST', '/account/market', { deals, blocks, ...body })).market;

describe('figures from unlocked deals', () => {
  it('say 0 where nothing is unlocked', async () => {
    const { market, from } = await ask({ blocks: ['clock', 'sizes', 'leads', 'where', 'backtest', 'graduation'] });
    expect(from).toEqual({
      unlocked: 0,
      total: null,
      with_company: 0,
      with_investors: 0,
      complete_since: null,
      has_histories: false,
      counted: { clock: null, sizes: null },
      is_order_mixed: false,
    });
    expect(market).toMatchObject({ total: 0, first_report: null, leads: { deals: 0 }, where: { deals: 0 } });
    expect(market.clock?.periods.every(({ deals: count }) => count === 0)).toBe(true);
    expect(market.clock?.estimate.state).toBe('none');
  });

  it('are those of the service where everything is unlocked', async () => {
    const { rows } = await buy(500);
    await unlockAll({ companies: rows.map(({ record }) => record['company_id']) });
    await unlockAll({ rounds: rows.map(({ record }) => record.id) });
    const asked = { blocks: ['clock', 'sizes', 'graduation', 'window', 'leads', 'next_leads', 'backtest'] };
    const { market, from } = await ask(asked);
    expect(from).toEqual({
      unlocked: total,
      total,
      with_company: total,
      with_investors: total,
      complete_since: null,
      has_histories: true,
      counted: { clock: null, sizes: null },
      is_order_mixed: false,
    });
    const byService = await askService(asked);
    expect({ ...market, leads: null, next_leads: null, window: null }).toEqual({
      ...byService,
      leads: null,
      next_leads: null,
      window: null,
    });
    // Equal numbers are in the order of the rows, which differs.
    const listBusy = (answer: Market) => new Set(answer.leads?.investors.filter(({ led }) => led > 1));
    const { leads, next_leads: next, window } = byService;
    expect(market.leads).toMatchObject({ deals: leads?.deals, with_lead: leads?.with_lead });
    expect(listBusy(market)).toEqual(listBusy(byService));
    expect(market.next_leads).toMatchObject({ rounds: next?.rounds, with_lead: next?.with_lead });
    expect({ ...market.window, companies: [] }).toEqual({ ...window, companies: [] });
    expect(new Set(market.window?.companies)).toEqual(new Set(window?.companies));
  }, 60_000);

  it('count only the days that are loaded completely, and compare nothing with others', async () => {
    const { rows } = await buy(40);
    const days = rows.map(({ record }) => String(record['date']).slice(0, 10));
    const since = new Date(Date.parse(days.at(-1) ?? '') + 86_400_000).toISOString().slice(0, 10);
    const asked = { blocks: ['clock', 'sizes', 'where', 'graduation'], figure: 'amount' as const };
    const { market, from } = await ask(asked);
    expect(from).toMatchObject({ unlocked: 40, total, with_company: 0, complete_since: since, has_histories: false });
    expect(market.total).toBe(days.filter((day) => day >= since).length);
    expect(market.graduation).toBeUndefined();
    const byService = await askService({ deals: { ...deals, deal: { date_start: since } }, blocks: ['clock'] });
    const pick = ({ clock }: Market) =>
      clock?.periods.map(({ start, deals: count, stages }) => ({ start, count, stages }));
    expect(pick(market)).toEqual(pick(byService));
    for (const { start, expected, year_before: before } of market.clock?.periods ?? []) {
      if (start < since) expect([expected, before]).toEqual([null, null]);
    }
    const { latest } = market.clock ?? {};
    for (const other of [latest?.previous, latest?.year_before]) expect((other?.start ?? since) >= since).toBe(true);
    expect(market.sizes?.recent.every(({ change }) => change === null)).toBe(true);
    expect(market.where?.deals).toBe(0);
    await unlockAll({ companies: rows.slice(0, 10).map(({ record }) => record['company_id']) });
    const { where } = (await ask(asked)).market;
    expect(where?.countries.flatMap(({ country }) => country?.permalink ?? [])).toEqual(deals.company.locations);
    expect(where?.all.every(({ deals_before: before }) => before === null)).toBe(true);
  });

  it('find the search in any order and with other spelling, and do not take the largest rounds for all', async () => {
    await buy(20, { ...deals, sort_by: 'largest_raise' });
    const largest = await ask();
    expect(largest.from).toMatchObject({ unlocked: 20, total, complete_since: null });
    expect(largest.market.total).toBe(0);
    await buy(10, { ...deals, deal: {} });
    expect((await ask({ deals: { ...deals, page_size: 1 } })).from.unlocked).toBe(10);
    await buy(500, { ...deals, sort_by: 'smallest_raise' });
    expect((await ask()).market).toEqual(await askService());
    expect((await ask({ deals: { company: { locations: ['elsewhere'] } } })).from.total).toBeNull();
  });

  it('give way to counts of the service where these cover more days, and have its numbers', async () => {
    await buy(40);
    const question = { deals, period: 'quarter' };
    const { counts } = await call<DataOf<typeof quoteMarketCounts>>('POST', '/workspace/market/quote', question);
    expect(counts.map(({ part, open, tenths }) => [part, open, tenths])).toEqual([
      ['periods', 16, 160],
      ['stages', 96, 960],
      ['sizes', 43, 430],
    ]);
    const parts = ['periods', 'sizes'];
    for (let max = 590, left = 1; left > 0;) {
      const pressed = { ...question, parts, ...spend, max_tenths: max };
      const run = await call<DataOf<typeof buyMarketCounts>>('POST', '/workspace/market/counts', pressed);
      expect(run.failure).toBeNull();
      max -= run.bill.billed_tenths;
      ({ left } = run);
    }
    const asked = { blocks: ['clock', 'sizes'] };
    const [{ market, from }, byService] = [await ask(asked), await askService(asked)];
    expect(from.counted).toEqual({ clock: '2026-11-21', sizes: '2026-11-21' });
    const pick = ({ clock }: Market) =>
      clock?.periods.map(({ start, end, age, value }) => ({ start, end, age, value }));
    expect(pick(market)).toEqual(pick(byService));
    expect([market.total, market.recent]).toEqual([byService.total, byService.recent]);
    const count = ({ sizes }: Market) => sizes?.recent.filter(({ stage }) => stage !== 'OTHER');
    for (const [at, { stage, deals: all, disclosed, percentiles }] of (count(byService) ?? []).entries()) {
      const counted = count(market)?.[at];
      expect(counted).toMatchObject({ stage, deals: all, disclosed });
      // The nearest round, and not a value between two.
      if (percentiles) expect(counted?.percentiles?.p90).toBeGreaterThan(percentiles.p10);
      else expect(counted?.percentiles).toBeNull();
    }
    expect((await ask({ within: { stages: ['SEED'] } })).from.counted.clock).toBeNull();
    expect((await ask({ measure: 'amount' })).from.counted.clock).toBeNull();
  }, 60_000);

  it('are as known on a day, and within a selection', async () => {
    await buy(500);
    const known_on = '2026-03-31';
    const within = { stages: ['SEED' as const], date_start: '2025-01-01' };
    const [own, byService] = [await ask({ known_on, within }), await askService({ known_on, within })];
    expect(own.market).toEqual(byService);
    expect(own.market.within).toBeGreaterThan(0);
    expect((await ask({ within: { cells: [{ country: deals.company.locations[0] }] } })).market.within).toBe(0);
  });
});
