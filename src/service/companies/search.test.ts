import { describe, expect, it } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

const service = openForTests(() => startService({ seed: seedRecords }));

async function found(body: object): Promise<string[]> {
  const response = await service.inject('POST', '/api/v1/companies', { body });
  expect(response.statusCode, response.body).toBe(200);
  const { data, meta } = response.json<{ data: { companies: { name: string }[] }; meta: { total_count: number } }>();
  expect(meta.total_count).toBe(data.companies.length);
  return data.companies.map(({ name }) => name);
}

describe('POST /companies', () => {
  it.each([
    ['ids in any case', { ids: [uuidOf('company', 1).toUpperCase()] }, ['Anvil']],
    ['a domain in any URL', { domains: ['https://www.Anvil.example/about?x=1'] }, ['Anvil']],
    ['a domain that several share', { domains: ['birch.example'] }, ['Dune', 'Birch Pay']],
    ['Crunchbase by slug', { crunchbase_urls: ['http://crunchbase.com/organization/Dune/'] }, ['Dune']],
    ['identifiers are OR-ed', { ids: [uuidOf('company', 3)], domains: ['anvil.example'] }, ['Anvil', 'Cinder']],
    ['unknown ones are dropped', { ids: [uuidOf('company', 99), uuidOf('company', 1)] }, ['Anvil']],
    ['none known', { linkedin_urls: ['https://linkedin.com/company/%00'] }, []],
  ])('finds by %s', async (_name, identifiers, expected) => {
    expect(await found({ identifiers })).toEqual(expected);
  });

  it.each([
    [{ company: { locations: ['europe'] } }, ['Dune', 'Birch Pay']],
    [{ company: { industries: ['enterprise-software'], ipo_status: ['private'] } }, ['Dune', 'Anvil']],
    [{ company: { employee_count: ['11-50'], total_raised_min: 1 } }, ['Anvil']],
    [{ latest_deal: { financing_types: [{ type: 'GRANT' }] } }, ['Cinder']],
    [{ latest_deal: { date_start: '2025-07-01', date_end: '2025-07-01', size_max: 0 } }, ['Birch Pay']],
    [{ latest_deal: { created_start: '2025-12-01', investor_ids: [uuidOf('investor', 3)] } }, ['Dune', 'Birch Pay']],
    [{ latest_deal: { financing_types: [{ type: 'SEED' }] } }, []],
    [{ investors: { investor_ids: [uuidOf('investor', 1)] } }, ['Dune', 'Anvil']],
    [{ investors: { people_ids: [uuidOf('person', 1), uuidOf('person', 2)] } }, ['Anvil']],
    [{ search_query: 'birch payments' }, ['Birch Pay']],
    [{ company: { search_query: 'the anvil', locations: ['california-united-states'] } }, ['Anvil']],
    [{ company: { search_query: 'birch pay', min_relevance: 0.99 } }, []],
    [{ search_query: 'birch pay', company: { min_relevance: 0.99 } }, []],
    [{ search_query: 'birch pay', company: { min_relevance: 0.1 } }, ['Birch Pay']],
    [{ search_query: 'zzqx' }, []],
    [{ search_query: 'the of and' }, []],
  ])('filters by %j', async (body, expected) => {
    expect(await found(body)).toEqual(expected);
  });

  it('finds a company by an investor whose round is unknown', async () => {
    await service.sql`INSERT INTO company_investors (company_id, investor_id) VALUES (3, 2)`;
    expect(await found({ investors: { investor_ids: [uuidOf('investor', 2)] } })).toEqual(['Anvil', 'Cinder']);
    await service.sql`DELETE FROM company_investors`;
  });

  it('shows the similarity to a search text, and rejects two search texts', async () => {
    const body = { search_query: 'anvil' };
    const [company] = (await service.inject('POST', '/api/v1/companies', { body })).json<{
      data: { companies: { similarity: number }[] };
    }>().data.companies;
    expect(company?.similarity).toBeGreaterThan(0.4);
    const twice = { search_query: 'a', company: { search_query: 'b' } };
    expect((await service.inject('POST', '/api/v1/companies', { body: twice })).json()).toMatchObject({
      error: { details: { errors: [{ field: 'search_query', code: 'TOO_MANY_VALUES' }] } },
    });
    const alone = { company: { min_relevance: 0.5 } };
    expect((await service.inject('POST', '/api/v1/companies', { body: alone })).json()).toMatchObject({
      error: { details: { errors: [{ field: 'company.min_relevance', code: 'MISSING_DEPENDENCY' }] } },
    });
  });

  it.each([
    ['most_recent_raise', ['Dune', 'Birch Pay', 'Anvil', 'Cinder']],
    ['oldest_raise', ['Anvil', 'Birch Pay', 'Dune', 'Cinder']],
    ['largest_total_raise', ['Anvil', 'Dune', 'Cinder', 'Birch Pay']],
    ['smallest_total_raise', ['Birch Pay', 'Cinder', 'Dune', 'Anvil']],
    ['most_funding_rounds', ['Anvil', 'Birch Pay', 'Cinder', 'Dune']],
  ])('sorts all companies by %s', async (sort_by, expected) => {
    expect(await found({ sort_by })).toEqual(expected);
  });

  it('shows places, the latest round with its own field names, and null for unknown values', async () => {
    const body = { identifiers: { ids: [uuidOf('company', 1), uuidOf('company', 3)] } };
    const response = await service.inject('POST', '/api/v1/companies', { body });
    const [anvil, cinder] = response.json<{ data: { companies: object[] } }>().data.companies;
    expect(anvil).toMatchObject({
      guru_permalink: 'anvil',
      region: 'California',
      num_employees: '11-50',
      ipo_status: 'private',
      total_raised: 14_500_000.5,
      num_funding_rounds: 3,
      industries: [{ name: 'Enterprise software', permalink: 'enterprise-software' }],
      location: {
        region: { name: 'North America', permalink: 'north-america' },
        country: { name: 'United States', permalink: 'united-states' },
        state: { name: 'California', permalink: 'california-united-states' },
        city: { name: 'San Francisco', permalink: 'san-francisco-california' },
      },
      latest_deal: {
        id: uuidOf('deal', 3),
        type: 'SERIES_A',
        date: '2025-02-01T00:00:00.000Z',
        investors: [uuidOf('investor', 2)],
        angel_investor_ids: [],
        description: { short_description: null, long_description: null },
      },
      all_investor_ids: [uuidOf('investor', 1), uuidOf('investor', 2)],
      similarity: null,
    });
    expect(cinder).toMatchObject({
      domain: null,
      region: null,
      ipo_status: null,
      num_employees: null,
      industries: [],
      location: {},
      latest_deal: { id: uuidOf('deal', 6), date: null },
    });
  });

  it('rejects more than 100 domains', async () => {
    const body = { identifiers: { domains: Array(101).fill('a.example') } };
    const response = await service.inject('POST', '/api/v1/companies', { body });
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { error: { details: { errors: [{ field: 'identifiers.domains', code: 'TOO_MANY_VALUES' }] } } },
    ]);
  });
});
