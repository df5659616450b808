import { beforeAll, expect, it } from 'vitest';
import type { Market, Position } from '#contract/market.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createRecordIndex } from '../index/record-index.ts';

const now = new Date('2026-11-21T12:00:00Z');
const index = createRecordIndex();
const service = openForTests(() => startService({ demo: true, index, clock: () => now }));
beforeAll(() => index.update(service.sql));

async function ask(body: object): Promise<Market> {
  const response = await service.inject('POST', '/account/market', { body: { deals: {}, blocks: ['clock'], ...body } });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { market: Market } }>().data.market;
}

it('answers 503 without the index in memory, and is free', async () => {
  const other = await startService({ demo: true });
  try {
    const response = await other.inject('POST', '/account/market', { body: { deals: {}, blocks: ['clock'] } });
    expect([response.statusCode, response.json<{ error: { code: string } }>().error.code]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
    ]);
    expect(response.headers['retry-after']).toBe('2');
    const usage = await service.inject('GET', '/account/usage');
    await ask({});
    expect((await service.inject('GET', '/account/usage')).json()).toEqual(usage.json());
  } finally {
    await other.close();
  }
});

it('answers every block, with names', async () => {
  const blocks = ['clock', 'sizes', 'graduation', 'window', 'leads', 'next_leads', 'where', 'backtest'];
  const market = await ask({ blocks });
  expect(Object.keys(market)).toEqual(expect.arrayContaining(blocks));
  expect(market.leads?.investors[0]?.investor.name).toEqual(expect.any(String));
  expect(market.where?.countries[0]?.country?.name).toEqual(expect.any(String));
  expect(market.where?.industries.at(-1)).toBeNull();
  expect(market.known_on).toBe('2026-11-21');
});

it('counts what had been added by a day, as a search for it does', async () => {
  const knownOn = '2026-05-10';
  const { where } = await ask({ blocks: ['where'] });
  const locations = [where?.countries[0]?.country?.permalink];
  const deals = {
    deal: { date_start: '2024-01-01', date_end: knownOn },
    company: { locations },
  };
  const search = { ...deals, deal: { ...deals.deal, created_end: knownOn } };
  const counted = await service.inject('POST', '/account/deals/total', { body: search });
  const { total } = counted.json<{ data: { total: number } }>().data;
  expect(total).toBeGreaterThan(0);
  expect((await ask({ deals, known_on: knownOn })).total).toBe(total);
  expect((await ask({ deals })).total).toBeGreaterThan(total);
});

it('has the percentiles of PostgreSQL, by stage', async () => {
  const { sizes, recent } = await ask({ blocks: ['sizes'] });
  const seed = sizes?.recent.find(({ stage }) => stage === 'SEED');
  const [row] = await service.sql<{ deals: number; disclosed: number; shares: number[] }[]>`
    SELECT count(*)::int AS deals, count(total_round_raised)::int AS disclosed,
      percentile_cont(ARRAY[0.1, 0.25, 0.5, 0.75, 0.9]) WITHIN GROUP (ORDER BY total_round_raised) AS shares
    FROM deals WHERE round_type = 'SEED' AND NOT pre AND date >= ${recent.start}::date AND date < ${recent.end}::date + 1`;
  expect([seed?.deals, seed?.disclosed]).toEqual([row?.deals, row?.disclosed]);
  expect(Object.values(seed?.percentiles ?? {})).toEqual(row?.shares);
});

it('narrows to the cells, leads and stages of a selection', async () => {
  const { where, leads, recent } = await ask({ blocks: ['where', 'leads'] });
  const row = where?.countries.find(({ country, all }) => country && all.deals > 3);
  const at = row?.cells.findIndex(({ deals }, place) => deals > 0 && where?.industries[place]) ?? -1;
  const cells = [{ country: row?.country?.permalink, industry: where?.industries[at]?.permalink }];
  const days = { date_start: recent.start, date_end: recent.end };
  expect((await ask({ within: { ...days, cells } })).within).toBe(row?.cells[at]?.deals);
  const [lead] = leads?.investors ?? [];
  expect((await ask({ within: { ...days, leads: [lead?.investor.id] } })).within).toBe(lead?.led);
  const unknown = await ask({ within: { cells: [{ country: 'nowhere' }] } });
  expect(unknown.within).toBe(0);
});

it('compares a round with rounds of its stage, in its country or region, up to its date', async () => {
  const [deal] = await service.sql<{ id: string; raised: number }[]>`
    SELECT uuid AS id, total_round_raised AS raised FROM deals
    WHERE round_type = 'SEED' AND NOT pre AND total_round_raised IS NOT NULL ORDER BY date DESC NULLS LAST, uuid LIMIT 1`;
  const compare = async (id: string | undefined) =>
    (await service.inject('POST', '/account/position', { body: { deal_id: id } })).json<{
      data: { position: Position };
    }>().data.position;
  const { peers, larger_than, sizes } = await compare(deal?.id);
  expect(peers.stage).toBe('SEED');
  const smaller = sizes.filter((usd) => usd < (deal?.raised ?? 0)).length;
  expect(larger_than).toBeCloseTo(smaller / sizes.length, 9);
  const [undisclosed] = await service.sql<{ id: string }[]>`
    SELECT uuid AS id FROM deals WHERE total_round_raised IS NULL AND date IS NOT NULL LIMIT 1`;
  expect((await compare(undisclosed?.id)).larger_than).toBeNull();
  const missing = await service.inject('POST', '/account/position', {
    body: { deal_id: '00000000-0000-4000-8000-000000000000' },
  });
  expect(missing.statusCode).toBe(404);
});
