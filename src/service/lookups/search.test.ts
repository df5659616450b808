import { describe, expect, it } from 'vitest';
import { load } from '../import/load.ts';
import { judgedNames } from './testing-judged-names.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';

const service = openForTests(() => startService({ seed: async (sql) => void (await load(sql, undefined)) }), 120_000);

type Match = { permalink: string; name: string };

async function found(kind: 'location' | 'industry', query: Record<string, string>): Promise<Match[]> {
  const response = await service.inject('GET', `/api/v1/${kind}/search`, { query });
  expect(response.statusCode, response.body).toBe(200);
  return Object.values(response.json<{ data: Record<string, Match[]> }>().data)[0] ?? [];
}

describe('GET /location/search', () => {
  it.each([
    ['london', 'london-england'],
    ['LONDON', 'london-england'],
    ['london-kentucky', 'london-kentucky'],
    ['SF', 'san-francisco-california'],
    ['NYC', 'new-york-new-york'],
    ['UK', 'united-kingdom'],
    ['US', 'united-states'],
    ['bay area', 'san-francisco-bay-area'],
    ['nordics', 'nordics'],
    ['munich', 'munich-bavaria'],
    ['münchen', 'munich-bavaria'],
    ['san fransisco', 'san-francisco-california'],
  ])('%s means %s first', async (name, permalink) => {
    expect((await found('location', { name }))[0]?.permalink).toBe(permalink);
  });

  it('while a name is typed, places with deals come first, and a country before the region it is a part of', async () => {
    const deals = { germany: 60, dach: 80, nordics: 40, 'san-francisco-california': 30, 'san-francisco-bay-area': 45 };
    for (const [permalink, count] of Object.entries(deals)) {
      await service.sql`UPDATE locations SET deal_count = ${count} WHERE permalink = ${permalink}`;
    }
    const first = async (name: string) => (await found('location', { name }))[0]?.permalink;
    expect(await first('germ')).toBe('germany');
    expect(await first('nord')).toBe('nordics');
    expect(await first('san fr')).toBe('san-francisco-bay-area');
    expect(await first('bay ar')).toBe('san-francisco-bay-area');
    expect(await first('york')).toBe('york-england');
  });

  it('finds only a given type, under either parameter name', async () => {
    for (const key of ['type', 'location_type']) {
      const types = (await found('location', { name: 'georgia', [key]: 'COUNTRY' })) as (Match & {
        location_type: string;
      })[];
      expect(types.length).toBeGreaterThan(0);
      expect(new Set(types.map(({ location_type }) => location_type))).toEqual(new Set(['COUNTRY']));
    }
  });

  it('returns 25 rows, or as many as asked for up to 50, and the total of all matches', async () => {
    expect(await found('location', { name: 'san' })).toHaveLength(25);
    expect(await found('location', { name: 'san', limit: '50' })).toHaveLength(50);
    const response = await service.inject('GET', '/api/v1/location/search', { query: { name: 'san', limit: '1' } });
    expect(response.json<{ meta: { total_count: number } }>().meta.total_count).toBeGreaterThan(50);
  });

  it('has no result for nonsense', async () => {
    for (const name of ['zzqxv', '!!!', '%', '\u0001x\u0001qqzz'])
      expect(await found('location', { name })).toEqual([]);
  });
});

describe('GET /industry/search', () => {
  it.each([
    ['ML', 'machine-learning'],
    ['software', 'software'],
    ['fintech', 'financial-technology'],
    ['enterprise software', 'enterprise-software'],
  ])('%s means %s first', async (name, permalink) => {
    expect((await found('industry', { name }))[0]?.permalink).toBe(permalink);
  });
});

describe('names of industries as people type them', () => {
  it('find a right industry, nearly always first, with few wrong ones', async () => {
    let [matched, first, wrong] = [0, 0, 0];
    for (const { typed, right } of judgedNames) {
      const matches = await found('industry', { name: typed });
      const isRight = matches.map(({ permalink }) => right.includes(permalink));
      if (isRight.includes(true)) matched += 1;
      if (isRight[0]) first += 1;
      wrong += isRight.filter((one) => !one).length;
    }
    const total = judgedNames.length;
    expect(total - matched).toBeLessThanOrEqual(1);
    expect(first / total).toBeGreaterThan(0.9);
    expect(wrong / total).toBeLessThan(1.5);
  });

  it.each([
    ['fintech', 'womens-health'],
    ['artificial intelligence', 'national-security'],
  ])('%s does not list %s', async (name, permalink) => {
    expect((await found('industry', { name })).map((match) => match.permalink)).not.toContain(permalink);
  });
});

describe('errors', () => {
  it.each([
    ['location', {}, 400, 'MISSING_SEARCH_PARAMS'],
    ['location', { name: ' ' }, 400, 'EMPTY_SEARCH_TERM'],
    ['location', { name: 'x', type: 'CITY', location_type: 'CITY' }, 400, 'MULTIPLE_LOCATION_TYPE_PARAMS'],
    ['industry', { name: 'x', type: 'INDUSTRY', industry_type: 'INDUSTRY' }, 400, 'MULTIPLE_INDUSTRY_TYPE_PARAMS'],
    ['location', { name: 'x', type: 'PLANET' }, 422, 'VALIDATION_ERROR'],
    ['location', { name: 'x', limit: '51' }, 422, 'VALIDATION_ERROR'],
    ['location', { name: 'x', limit: 'many' }, 422, 'VALIDATION_ERROR'],
    ['location', { name: 'x', limit: '1e1' }, 422, 'VALIDATION_ERROR'],
    ['industry', { name: 'x', limit: '0x10' }, 422, 'VALIDATION_ERROR'],
    ['industry', { name: 'x', limit: '' }, 422, 'VALIDATION_ERROR'],
    ['location', { name: 'x', q: 'y' }, 422, 'VALIDATION_ERROR'],
  ])('GET /%s/search %j', async (kind, query, status, code) => {
    const response = await service.inject('GET', `/api/v1/${kind}/search`, { query });
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      { success: false, error: { code }, statusCode: status },
    ]);
  });

  it('a repeated parameter is rejected with its name', async () => {
    const response = await service.inject('GET', '/api/v1/location/search', { query: { name: ['a', 'b'] } });
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { error: { details: { errors: [{ field: 'name', code: 'TOO_MANY_VALUES' }] } } },
    ]);
  });
});
