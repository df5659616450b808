import { beforeAll, describe, expect, it } from 'vitest';
import type { Deal } from '#contract/deals.ts';
import { formatRoundKey } from '#contract/rounds.ts';
import { type DealFacets, facetStages, sizeBounds } from '#contract/facets.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';
import { createRecordIndex } from '../index/record-index.ts';

const index = createRecordIndex();
let key: string;
const service = openForTests(() =>
  startService({
    index,
    async seed(sql) {
      await seedRecords(sql);
      // An import computes these.
      await sql`UPDATE locations SET deal_count = (SELECT count(*) FROM deal_location_tags WHERE location_id = locations.id)`;
      await sql`UPDATE industries SET deal_count = (SELECT count(*) FROM deal_industry_tags WHERE industry_id = industries.id)`;
    },
  }),
);
beforeAll(async () => {
  ({ key } = await service.createKey({ plan: 'FREE', purchased: 40 }));
});

const all = ['months', 'rounds', 'locations', 'industries', 'sizes'];
const send = (body: object, by: string | null = key) => service.inject('POST', '/account/facets', { body, key: by });
async function count(deals: object, by = all): Promise<DealFacets> {
  const response = await send({ deals, by });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { facets: DealFacets } }>().data.facets;
}
async function search(body: object): Promise<{ rows: Deal[]; total: number }> {
  const response = await service.inject('POST', '/api/v1/deals', { body: { ...body, page_size: 500 } });
  const { data, meta } = response.json<{ data: { deals: Deal[] }; meta: { total_count: number } }>();
  return { rows: data.deals, total: meta.total_count };
}

const findStage = ({ round_type, pre }: Deal): string => {
  if (round_type === 'SEED') return pre ? 'PRE_SEED' : 'SEED';
  if (!round_type.startsWith('SERIES_')) return 'OTHER';
  return (facetStages as readonly string[]).includes(round_type) ? round_type : 'SERIES_D_PLUS';
};
const tally = (keys: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const one of keys) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
};

describe('POST /account/facets', () => {
  it.each([
    ['every deal', {}],
    ['rounds of two kinds', { deal: { financing_types: [{ type: 'SERIES_A' }, { type: 'SEED' }] } }],
    ['a minimum', { deal: { size_min: 5_000_000 } }],
    ['nothing', { deal: { date_start: '2200-01-01' } }],
  ])('counts what a search finds, whatever its page: %s', async (_, filters) => {
    const { rows, total } = await search(filters);
    const facets = await count({ ...filters, page: 3, page_size: 1 });
    expect(facets.total).toBe(total);
    expect(Object.fromEntries(facets.months!.map(({ month, stage, deals }) => [`${month} ${stage}`, deals]))).toEqual(
      tally(rows.map((deal) => `${deal.date?.slice(0, 7) ?? null} ${findStage(deal)}`)),
    );
    expect(Object.fromEntries(facets.rounds!.map(({ deals, ...round }) => [formatRoundKey(round), deals]))).toEqual(
      tally(rows.map(({ round_type, pre, extension }) => formatRoundKey({ type: round_type, pre, extension }))),
    );
    expect(Object.fromEntries(facets.sizes!.map(({ min, deals }) => [String(min), deals]))).toEqual(
      tally(
        rows.map(({ total_round_raised: usd }) =>
          String(usd === null ? null : sizeBounds.findLast((bound) => usd >= bound)),
        ),
      ),
    );
  });

  it.each([
    ['of the whole load', {}],
    ['of a search', { deal: { size_min: 1 } }],
  ])('counts places and industries as a search by each of them does: %s', async (_, filters) => {
    const { locations, industries } = await count(filters);
    expect(locations!.length).toBeGreaterThan(1);
    expect(industries!.length).toBeGreaterThan(1);
    expect(locations!.find(({ permalink }) => permalink === 'germany')?.location_type).toBe('COUNTRY');
    for (const { permalink, deals } of locations!)
      expect([permalink, (await search({ ...filters, company: { locations: [permalink] } })).total]).toEqual([
        permalink,
        deals,
      ]);
    const isSuper = industries!.map(({ industry_type: type }) => type === 'SUPER_CATEGORY');
    expect(new Set(isSuper)).toEqual(new Set([true, false]));
    for (const { permalink, industry_type: type, deals } of industries!) {
      const member = type === 'SUPER_CATEGORY' ? 'super_categories' : 'industries';
      const { total } = await search({ ...filters, company: { [member]: [permalink] } });
      expect([permalink, total]).toEqual([permalink, deals]);
    }
  });

  it('returns only the requested facets', async () => {
    expect(Object.keys(await count({}, ['sizes'])).toSorted()).toEqual(['sizes', 'total']);
  });

  it('is free, and rejected without a key', async () => {
    await count({});
    const account = await service.inject('GET', '/account', { key });
    expect(account.json()).toMatchObject({ data: { account: { purchased_credits: 40 } } });
    expect((await send({ deals: {}, by: all }, null)).statusCode).toBe(401);
  });

  it.each([
    ['no search', { by: all }],
    ['no list', { deals: {} }],
    ['an unknown facet', { deals: {}, by: ['weather'] }],
    ['a filter that a search does not have', { deals: { weather: 1 }, by: all }],
  ])('rejects %s', async (_, body) => {
    const response = await send(body);
    expect([400, 422]).toContain(response.statusCode);
    expect(response.json()).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  });
});

it('counts the same from the index as from PostgreSQL', async () => {
  const filters = [
    {},
    { deal: { size_min: 5_000_000 } },
    { deal: { financing_types: [{ type: 'SEED' }] } },
    { company: { locations: ['berlin-germany'] } },
    { deal: { date_start: '2200-01-01' } },
  ];
  const plain = [];
  for (const deals of filters) plain.push(await count(deals));
  await index.update(service.sql);
  for (const [at, deals] of filters.entries()) expect(await count(deals)).toEqual(plain[at]);
});
