import { describe, expect, it } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

let now = new Date('2026-07-01T23:59:59.999Z');
const service = openForTests(() => startService({ seed: seedRecords, clock: () => now }));

type Shown = { id: string; name: string; deal_count_last_12_months: number };

async function found(body: object): Promise<Shown[]> {
  const response = await service.inject('POST', '/api/v1/investors', { body });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { investors: Shown[] } }>().data.investors;
}

describe('POST /investors', () => {
  it('finds investors by id, with their figures and most frequent values', async () => {
    const [investor] = await found({ identifiers: { ids: [uuidOf('investor', 3)] } });
    expect(investor).toMatchObject({
      name: 'Copper Ventures',
      guru_permalink: 'copper-ventures',
      total_deal_count: 2,
      most_recent_deal_date: '2025-11-20T00:00:00.000Z',
      investment_stage: null,
      location: {},
      top_round_types: [
        { type: 'SERIES_B', count: 1 },
        { type: 'DEBT_FINANCING', count: 1 },
      ],
      top_locations: [{ name: 'Berlin', full_name: 'Berlin', permalink: 'berlin-germany', type: 'CITY', count: 2 }],
      filtered_deal_count: null,
      filtered_lead_count: null,
    });
  });

  it('counts the last 12 months as UTC days, and changes at midnight without an import', async () => {
    const counted = async () => {
      const investors = await found({});
      return investors.find(({ id }) => id === uuidOf('investor', 3))?.deal_count_last_12_months;
    };
    now = new Date('2026-06-30T23:59:59.999Z');
    expect(await counted()).toBe(2);
    now = new Date('2026-07-01T00:00:00.000Z');
    expect(await counted()).toBe(1);
    now = new Date('2025-11-19T23:59:59.999Z');
    expect(await counted()).toBe(1);
    now = new Date('2025-11-20T00:00:00.000Z');
    expect(await counted()).toBe(2);
  });

  it.each([
    [
      { financing_types: [{ type: 'SEED' }] },
      [
        ['Alder Capital', 1, 1],
        ['Bay Fund', 1, 0],
      ],
    ],
    [
      { locations: ['germany'] },
      [
        ['Alder Capital', 1, 0],
        ['Copper Ventures', 2, 1],
      ],
    ],
    [{ locations: ['germany'], min_matching_deals: 2 }, [['Copper Ventures', 2, 1]]],
    [
      { only_lead_deals: true },
      [
        ['Alder Capital', 1, 1],
        ['Copper Ventures', 1, 1],
      ],
    ],
    [{ deal_size_min: 2_000_000, deal_start_date: '2025-02-01', deal_end_date: '2025-02-01' }, [['Bay Fund', 1, 0]]],
    // Both members must be true of one deal: the seed round was not in Germany.
    [{ financing_types: [{ type: 'SEED' }], locations: ['germany'] }, []],
    [
      { company_ids: [uuidOf('company', 4)], industries: ['enterprise-software'] },
      [
        ['Alder Capital', 1, 0],
        ['Copper Ventures', 1, 1],
      ],
    ],
    [
      { search_query: 'anvil' },
      [
        ['Alder Capital', 2, 1],
        ['Bay Fund', 2, 0],
      ],
    ],
  ])('counts the deals that each satisfy the whole portfolio filter %j', async (company_investments, expected) => {
    const investors = (await found({ company_investments })) as (Shown & {
      filtered_deal_count: number;
      filtered_lead_count: number;
    })[];
    const counted = investors
      .map((investor) => [investor.name, investor.filtered_deal_count, investor.filtered_lead_count])
      .toSorted(([one], [other]) => String(one).localeCompare(String(other)));
    expect(counted).toEqual(expected);
  });

  it.each([
    ['most_recent_deal', ['Alder Capital', 'Copper Ventures', 'Bay Fund']],
    ['total_deals', ['Alder Capital', 'Bay Fund', 'Copper Ventures']],
    ['matching_deals', ['Alder Capital', 'Bay Fund', 'Copper Ventures']],
    ['recent_deals', ['Copper Ventures', 'Alder Capital', 'Bay Fund']],
    ['deals_led_ltm', ['Copper Ventures', 'Alder Capital', 'Bay Fund']],
  ])('sorts by %s', async (sort_by, expected) => {
    now = new Date('2026-06-30T00:00:00.000Z');
    expect((await found({ sort_by })).map(({ name }) => name)).toEqual(expected);
  });
});
