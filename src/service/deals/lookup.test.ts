import { beforeAll, describe, expect, it } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  await service.sql`INSERT INTO articles (deal_id, position, link, is_primary, date)
    VALUES (3, 0, 'https://news.example/b', false, NULL), (3, 1, 'https://news.example/a', true, '2025-02-02')`;
});

const get = (path: string, query: Record<string, string> = {}) => service.inject('GET', `/api/v1${path}`, { query });

describe('GET /deals/{id}', () => {
  it('shows the deal with its articles, the primary one first, for one credit', async () => {
    const response = await get(`/deals/${uuidOf('deal', 3).toUpperCase()}`);
    expect(response.json()).toMatchObject({
      data: {
        deal: {
          id: uuidOf('deal', 3),
          articles: [
            { is_primary: true, link: 'https://news.example/a', date: '2025-02-02' },
            { is_primary: false, link: 'https://news.example/b', date: null },
          ],
        },
      },
      meta: { page: 0, page_size: 1, credits_used: 1 },
    });
  });

  it.each([
    ['/deals/1', 400, 'INVALID_DEAL_ID'],
    [`/deals/${'x'.repeat(5000)}`, 400, 'INVALID_DEAL_ID'],
    [`/deals/${uuidOf('deal', 99)}`, 404, 'DEAL_NOT_FOUND'],
    [`/deals/${uuidOf('deal', 99)}/investors`, 404, 'DEAL_NOT_FOUND'],
  ])('%s is rejected without a charge', async (path, status, code) => {
    const response = await get(path);
    expect([response.statusCode, response.json()]).toMatchObject([status, { error: { code }, statusCode: status }]);
    expect(response.headers['x-credits-used']).toBeUndefined();
  });
});

describe('GET /deals/{id}/investors', () => {
  it('lists investors, leads first, with their partners, and angels, each for one credit', async () => {
    expect((await get(`/deals/${uuidOf('deal', 3)}/investors`)).json()).toMatchObject({
      data: {
        investors: [
          {
            id: uuidOf('investor', 2),
            name: 'Bay Fund',
            lead_investor: null,
            personnel: [{ id: uuidOf('person', 2), name: 'Pat Partner' }],
            financing_type: 'SERIES_A',
          },
        ],
        angel_investors: [],
      },
      meta: { total_count: 1, page: 0, page_size: 1, credits_used: 1 },
    });
    expect((await get(`/deals/${uuidOf('deal', 1)}/investors`)).json()).toMatchObject({
      data: { angel_investors: [{ id: uuidOf('person', 1), financing_type: 'SEED' }] },
      meta: { total_count: 2, credits_used: 2 },
    });
  });

  it('of a deal without investors is empty and free', async () => {
    const response = await get(`/deals/${uuidOf('deal', 6)}/investors`);
    expect(response.json()).toMatchObject({ data: { investors: [], angel_investors: [] }, meta: { credits_used: 0 } });
  });
});

describe('histories', () => {
  it.each([
    ['/company/deals', { id: uuidOf('company', 1) }, [3, 2, 1]],
    ['/company/deals', { domain: 'https://birch.example/x' }, [7, 5, 4]],
    ['/company/deals', { crunchbase: 'crunchbase.com/organization/anvil', page: '1', page_size: '2' }, [1]],
    ['/investor/deals', { id: uuidOf('investor', 1) }, [7, 2, 1]],
    ['/person/deals', { id: uuidOf('person', 2) }, [3]],
    ['/person/deals', { id: uuidOf('person', 3) }, []],
  ])('%s %j, newest first', async (path, query, expected) => {
    const response = await get(path, query);
    expect(response.statusCode, response.body).toBe(200);
    const { data, meta } = response.json<{ data: { deals: { id: string }[] }; meta: object }>();
    expect(data.deals.map(({ id }) => Number(id.slice(-12)))).toEqual(expected);
    expect(meta).toMatchObject({ credits_used: expected.length });
  });

  it.each([
    [{}, 400, 'MISSING_IDENTIFIER'],
    [{ id: uuidOf('company', 1), domain: 'a.example' }, 400, 'MULTIPLE_IDENTIFIERS'],
    [{ id: 'x' }, 400, 'INVALID_ID'],
    [{ domain: 'no domain' }, 400, 'INVALID_DOMAIN'],
    [{ linkedin: 'https://example.com/company/x' }, 400, 'INVALID_LINKEDIN_URL'],
    [{ crunchbase: 'crunchbase.com/' }, 400, 'INVALID_CRUNCHBASE_URL'],
    [{ domain: 'anvil.example', page: '-1' }, 400, 'INVALID_PAGE'],
    [{ domain: 'anvil.example', page: '1e3' }, 400, 'INVALID_PAGE'],
    [{ domain: 'anvil.example', page_size: '501' }, 400, 'INVALID_PAGE_SIZE'],
    [{ domain: 'anvil.example', sort: 'x' }, 422, 'VALIDATION_ERROR'],
    [{ domain: 'nobody.example' }, 404, 'NOT_FOUND'],
  ])('/company/deals %j is rejected', async (query, status, code) => {
    const response = await get('/company/deals', query);
    expect([response.statusCode, response.json()]).toMatchObject([status, { success: false, error: { code } }]);
  });

  it('name the identifier that matches nothing', async () => {
    expect((await get('/company/deals', { domain: 'nobody.example' })).json()).toMatchObject({
      error: { details: { identifier_type: 'domain', identifier_value: 'nobody.example' } },
    });
  });
});

describe('single companies and investors', () => {
  it('are read by any identifier for one credit; of those with one domain, the one with the most deals', async () => {
    const response = await get('/company', { domain: 'www.birch.example' });
    expect(response.json()).toMatchObject({
      data: { company: { name: 'Birch Pay' } },
      meta: { page: 0, page_size: 1, credits_used: 1 },
    });
    const investor = (await get('/investor', { id: uuidOf('investor', 1) })).json<{ data: { investor: object } }>();
    expect(investor.data.investor).toMatchObject({ name: 'Alder Capital', total_deal_count: 3 });
    expect(investor.data.investor).not.toHaveProperty('filtered_deal_count');
  });

  it.each([
    ['/company', 'COMPANY_NOT_FOUND'],
    ['/investor', 'INVESTOR_NOT_FOUND'],
    ['/person', 'PERSON_NOT_FOUND'],
  ])('%s without a match is 404 and free', async (path, code) => {
    const response = await get(path, { id: uuidOf('deal', 1) });
    expect([response.statusCode, response.json()]).toMatchObject([404, { error: { code } }]);
    expect(response.headers['x-credits-used']).toBeUndefined();
  });
});

describe('quick searches', () => {
  it.each([
    ['/company/search', { name: 'ANVIL' }, ['Anvil']],
    ['/company/search', { name: 'birch' }, ['Birch Pay']],
    ['/company/search', { name: 'birch-pay' }, ['Birch Pay']],
    ['/company/search', { name: 'anvli' }, ['Anvil']],
    ['/company/search', { domain: 'birch.example' }, ['Birch Pay', 'Dune']],
    ['/company/search', { name: 'zzqx' }, []],
    ['/investor/search', { name: 'alder' }, ['Alder Capital']],
    // Two names that resemble it a little; and one that resembles it closely, which excludes the other.
    ['/investor/search', { name: 'alder copper' }, ['Alder Capital', 'Copper Ventures']],
    ['/investor/search', { name: 'copper ventures alder cap' }, ['Copper Ventures']],
  ])('%s %j', async (path, query, expected) => {
    const response = await get(path, query);
    const { data } = response.json<{ data: Record<string, { name: string; relevance_score: number }[]> }>();
    const rows = Object.values(data)[0] ?? [];
    expect(rows.map(({ name }) => name)).toEqual(expected);
    expect(response.headers['x-credits-used']).toBe('0.1');
    expect(response.json()).toMatchObject({ meta: { total_count: expected.length, page: 0, credits_used: 0 } });
  });

  it('for companies take exactly one parameter, for investors all that are given', async () => {
    const query = { name: 'Anvil', domain: 'anvil.example' };
    expect((await get('/company/search', query)).json()).toMatchObject({
      error: { code: 'MULTIPLE_SEARCH_PARAMS', details: { help: expect.stringContaining('name, domain') as string } },
    });
    expect((await get('/investor/search', { name: 'Alder Capital', domain: 'x.example' })).json()).toMatchObject({
      data: { investors: [] },
    });
    expect((await get('/investor/search')).json()).toMatchObject({ error: { code: 'MISSING_SEARCH_PARAMS' } });
    expect((await get('/investor/search', { name: ' ' })).json()).toMatchObject({
      error: { code: 'EMPTY_SEARCH_TERM' },
    });
  });
});
