import { describe, expect, it } from 'vitest';
import type { Person } from '#contract/people.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

const service = openForTests(() => startService({ seed: seedRecords, clock: () => new Date('2025-12-31T00:00:00Z') }));

async function found(body: object): Promise<Person[]> {
  const response = await service.inject('POST', '/api/v1/people', { body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { people: Person[] } }>().data.people;
}

const [ada, pat, fay] = ['Ada Angel', 'Pat Partner', 'Fay Founder'];

describe('POST /people', () => {
  it.each([
    [{}, [pat, ada, fay]],
    [{ person_type: 'investor' }, [pat, ada]],
    [{ person_type: 'company' }, [fay]],
    [{ identifiers: { ids: [uuidOf('person', 1)], linkedin_urls: ['linkedin.com/in/Fay-Founder/'] } }, [ada, fay]],
    [{ person: { roles: ['founder'] } }, [fay]],
    [{ person: { roles: ['ceo', 'key_person'] } }, [fay]],
    [{ person: { contact_types: ['email'] } }, [fay]],
    [{ person: { contact_types: ['linkedin', 'phone'] } }, [pat, ada, fay]],
    [{ person: { job_titles: ['co-founder-ceo'] } }, [fay]],
    [{ person: { job_titles: ['vp-engineering'] } }, []],
    [{ person: { education_schools: ['ecole-polytechnique'] } }, [fay]],
    [{ company: { ids: [uuidOf('company', 1)] } }, [fay]],
    [{ company: { locations: ['california-united-states'], super_categories: ['software'] } }, [fay]],
    [{ company: { ipo_status: ['acquired'] } }, []],
    [{ company: { total_raised_min: 1, employee_count: ['11-50'], ipo_status: ['private', 'delisted'] } }, [fay]],
    [{ company: { investor_people_ids: [uuidOf('person', 2)] } }, [fay]],
    [{ company: { latest_deal: { financing_types: [{ type: 'SERIES_A' }], size_min: 12_000_000 } } }, [fay]],
    [{ company: { latest_deal: { investor_ids: [uuidOf('investor', 1)] } } }, []],
    [{ company: { search_query: 'anvil' } }, [fay]],
    [{ investor: { ids: [uuidOf('investor', 2)] } }, [pat]],
    [{ investor: { permalinks: ['alder-capital'] } }, []],
    [{ investor: { deals: { investment_type: 'angel' } } }, [ada]],
    [{ investor: { deals: { investment_type: 'institutional', size_min: 1_000_000 } } }, [pat]],
    [{ investor: { deals: { min_matching_deals: 2 } } }, []],
    [{ investor: { deals: { only_lead_deals: true } } }, []],
    [{ investor: { deals: { portfolio_locations: ['germany'] } } }, []],
    [{ sort_by: 'name' }, [ada, fay, pat]],
    [{ sort_by: 'total_raised' }, [fay, ada, pat]],
    [{ sort_by: 'total_deal_count' }, [ada, pat, fay]],
    [{ sort_by: 'deal_count_last_12_months' }, [pat, ada, fay]],
  ])('%j finds the right people in the right order', async (body, expected) => {
    expect((await found(body)).map(({ name }) => name)).toEqual(expected);
  });

  it('counts the matching deals, and only with deal filters', async () => {
    const [one] = await found({ investor: { deals: { financing_types: [{ type: 'SEED', pre: true }] } } });
    expect(one).toMatchObject({
      name: ada,
      filtered_deal_count: 1,
      filtered_lead_count: 0,
      filtered_most_recent_date: '2024-01-01',
    });
    expect((await found({}))[0]).toMatchObject({ filtered_deal_count: null, filtered_most_recent_date: null });
  });

  it('shows at most three entries of a history, GET /person all', async () => {
    const [listed] = await found({ identifiers: { ids: [uuidOf('person', 3)] } });
    expect(listed?.employment_history).toHaveLength(3);
    const response = await service.inject('GET', '/api/v1/person', {
      query: { id: uuidOf('person', 3).toUpperCase() },
    });
    const { person } = response.json<{ data: { person: Person } }>().data;
    expect(person.employment_history).toHaveLength(4);
    expect(person).toMatchObject({
      name: fay,
      is_founder: true,
      current_company: { id: uuidOf('company', 1), name: 'Anvil', permalink: 'anvil', domain: 'anvil.example' },
      education_history: [
        { school_name: 'École Polytechnique', degree: 'MSc', start_date: '2012-09-01', end_date: null },
      ],
      is_investor: false,
      investor_highlights: null,
      investment_firms: [],
    });
    expect(response.json()).toMatchObject({ meta: { page: 0, page_size: 1, credits_used: 1 } });
  });

  it('shows the investments of an investor', async () => {
    const response = await service.inject('GET', '/api/v1/person', {
      query: { linkedin: 'linkedin.com/in/pat-partner' },
    });
    expect(response.json()).toMatchObject({
      data: {
        person: {
          is_investor: true,
          is_angel: false,
          investment_firms: [{ id: uuidOf('investor', 2), deal_count: 1, last_deal_date: '2025-02-01' }],
          investor_highlights: {
            total_deal_count: 1,
            deal_count_last_12_months: 1,
            most_recent_deal_date: '2025-02-01',
            top_round_types: [{ type: 'SERIES_A', count: 1 }],
          },
        },
      },
    });
  });
});

describe('GET /person/search', () => {
  it.each([
    [{ name: 'ada angel' }, [ada]],
    [{ name: 'Fay' }, [fay]],
    [{ name: 'ada angle' }, [ada]],
    [{ name: 'ada angel', person_type: 'company' }, []],
    [{ id: uuidOf('person', 2) }, [pat]],
    [{ linkedin: 'https://linkedin.com/in/pat-partner', person_type: 'investor' }, [pat]],
  ])('%j', async (query, expected) => {
    const response = await service.inject('GET', '/api/v1/person/search', { query });
    const { data, meta } = response.json<{ data: { people: { name: string }[] }; meta: object }>();
    expect(data.people.map(({ name }) => name)).toEqual(expected);
    expect(meta).toEqual({ total_count: expected.length });
    expect(response.headers['x-credits-used']).toBe('0.1');
  });

  it('rejects a person type without a name or identifier', async () => {
    const response = await service.inject('GET', '/api/v1/person/search', { query: { person_type: 'investor' } });
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { error: { code: 'MISSING_SEARCH_PARAMS', details: { provided: ['person_type'] } } },
    ]);
  });
});

it('the search key of a title of any length fits into an index', async () => {
  const [row] = await service.sql<{ bytes: number }[]>`
    SELECT octet_length(to_title_key((SELECT string_agg(md5(n::text), ' ') FROM generate_series(1, 500) n))) AS bytes`;
  expect(row?.bytes).toBeLessThanOrEqual(500);
});
