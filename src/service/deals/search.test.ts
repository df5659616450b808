import { describe, expect, it } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

const service = openForTests(() => startService({ seed: seedRecords }));

/** The numbers of the deals that a body finds, in order. */
async function found(body: object): Promise<number[]> {
  const response = await service.inject('POST', '/api/v1/deals', { body });
  expect(response.statusCode, response.body).toBe(200);
  const { data, meta } = response.json<{ data: { deals: { id: string }[] }; meta: { total_count: number } }>();
  expect(meta.total_count).toBe(data.deals.length);
  return data.deals.map((deal) => Number(deal.id.slice(-12)));
}

describe('POST /deals', () => {
  it('returns every deal for an empty body, newest first, those without a date last', async () => {
    expect(await found({})).toEqual([7, 5, 3, 4, 2, 1, 6]);
  });

  it('shows a deal in the shape of the specification', async () => {
    const response = await service.inject('POST', '/api/v1/deals', {
      body: { identifiers: { deal_ids: [uuidOf('deal', 3)] } },
    });
    expect(response.json()).toEqual({
      success: true,
      data: {
        deals: [
          {
            id: uuidOf('deal', 3),
            company_id: uuidOf('company', 1),
            investor_ids: [uuidOf('investor', 2)],
            angel_investor_ids: [],
            financings: [
              {
                id: uuidOf('financing', 3),
                type: 'SERIES_A',
                size_usd: 12_000_000.5,
                size_native: 12_000_000.5,
                currency: 'USD',
              },
            ],
            round_type: 'SERIES_A',
            extension: false,
            pre: false,
            intermediate: 'NONE',
            date: '2025-02-01T00:00:00.000Z',
            created_at: '2025-12-01T10:00:00.000Z',
            total_round_raised: 12_000_000.5,
            deal_descriptions: { short_description: null, long_description: null },
            valuation: null,
          },
        ],
      },
      meta: {
        total_count: 1,
        page: 0,
        page_size: 10,
        credits_used: 1,
        credit_source: 'monthly',
        monthly_credits_remaining: expect.any(Number) as number,
        purchased_credits_remaining: 200,
      },
    });
  });

  it.each([
    ['a bare type means the plain round only', { financing_types: [{ type: 'SEED' }] }, [2]],
    ['pre with its type is the pre-round', { financing_types: [{ type: 'SEED', pre: true }] }, [1]],
    [
      'types are OR-ed, modifiers separately',
      { financing_types: [{ type: 'SERIES_A', extension: true }, { type: 'SERIES_B' }] },
      [5, 4],
    ],
    ['an undisclosed amount satisfies no bound, not even 0', { size_min: 0 }, [7, 5, 3, 2, 1, 6]],
    ['bounds of size are inclusive', { size_min: 2_000_000, size_max: 2_000_000 }, [7, 2]],
    ['date bounds are UTC days, inclusive on both ends', { date_start: '2024-06-30', date_end: '2024-06-30' }, [2]],
    ['a date-time counts as its UTC day', { date_start: '2025-06-30T23:30:00-02:00', date_end: '2025-07-01' }, [5]],
    ['a deal without a date satisfies no date bound', { date_end: '9999-12-31' }, [7, 5, 3, 4, 2, 1]],
    ['created bounds are inclusive', { created_start: '2025-12-01', created_end: '2025-12-01' }, [7, 5, 3, 4, 2, 1, 6]],
    ['the first year is a date', { date_start: '0001-01-01', date_end: '0001-01-01' }, []],
  ])('%s', async (_name, deal, expected) => {
    expect(await found({ deal })).toEqual(expected);
  });

  it.each([
    ['a city', { locations: ['san-francisco-california'] }, [3, 2, 1]],
    ['a state takes its cities', { locations: ['california-united-states'] }, [3, 2, 1]],
    ['places are OR-ed', { locations: ['europe', 'california-united-states'] }, [7, 5, 3, 4, 2, 1]],
    ['a super category takes its industries', { super_categories: ['software'] }, [7, 5, 3, 4, 2, 1]],
    ['an industry is itself only', { industries: ['fintech'] }, [5, 4]],
    ['members are AND-ed', { super_categories: ['financial-services'], locations: ['california-united-states'] }, []],
    ['employees', { employee_count: ['1-10', '10001+'] }, [7, 5, 4]],
    ['public', { ipo_status: ['public'] }, [5, 4]],
    ['private takes acquired, and leaves unknown out', { ipo_status: ['private'] }, [7, 3, 2, 1]],
    ['company ids in any case', { company_ids: [uuidOf('company', 3).toUpperCase()] }, [6]],
    ['total raised', { total_raised_min: 14_500_000.5, total_raised_max: 14_500_000.5 }, [3, 2, 1]],
    ['known values count next to unknown ones', { locations: ['germany', 'no-such-place'] }, [7, 5, 4]],
    ['nothing is known, so nothing is found', { locations: ['no-such-place'] }, []],
    ['a super category is no industry', { industries: ['software'] }, []],
  ])('filters by company: %s', async (_name, company, expected) => {
    expect(await found({ company })).toEqual(expected);
  });

  it.each([
    ['investors are OR-ed', { investor_ids: [uuidOf('investor', 2), uuidOf('investor', 3)] }, [7, 5, 3, 2]],
    ['people as angels or partners', { people_ids: [uuidOf('person', 1), uuidOf('person', 2)] }, [3, 1]],
  ])('filters by participation: %s', async (_name, investors, expected) => {
    expect(await found({ investors })).toEqual(expected);
  });

  it.each([
    ['oldest_deal', [1, 2, 3, 4, 5, 7, 6]],
    ['largest_raise', [3, 2, 7, 1, 6, 5, 4]],
    ['smallest_raise', [5, 6, 1, 2, 7, 3, 4]],
  ])('sorts by %s, undisclosed last, then by id', async (sort_by, expected) => {
    expect(await found({ sort_by })).toEqual(expected);
    expect(await found({ sort_by, deal: { created_start: '2025-01-01' } })).toEqual(expected);
  });

  it('pages without gap or repeat, and keeps the true total past the end', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3, 9_007_199_254_740_991].map(async (page) => {
        const response = await service.inject('POST', '/api/v1/deals', { body: { page, page_size: 3 } });
        const { data, meta } = response.json<{ data: { deals: { id: string }[] }; meta: { total_count: number } }>();
        expect(meta).toMatchObject({ total_count: 7, page, page_size: 3 });
        return data.deals.map((deal) => Number(deal.id.slice(-12)));
      }),
    );
    expect(pages).toEqual([[7, 5, 3], [4, 2, 1], [6], [], []]);
  });

  it('lists every unknown permalink in X-Ignored-Filters, and explains it when nothing matches', async () => {
    const body = { company: { locations: ['no place', 'germany'], industries: ['software'] } };
    const response = await service.inject('POST', '/api/v1/deals', { body });
    expect(response.headers['x-ignored-filters']).toBe('company.locations=no%20place,company.industries=software');
    expect(response.json()).toMatchObject({ data: { deals: [] }, message: expect.any(String) as string });
    expect(response.headers['x-credits-used']).toBe('0.0');
  });
});
