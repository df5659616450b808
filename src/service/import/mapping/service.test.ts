import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deal } from '#contract/deals.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { startService } from '../../../testing/service.ts';
import { load } from '../load.ts';
import { fewPlaces, pickPlaces } from '../testing-records.ts';
import { createSourceFolder, type SourceFolder } from '../testing-sources.ts';
import { openMapped } from './mapped-file.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const source = { key: 'kiln', title: 'Kiln list', licence: 'CC0', address: null, created_at: '2024-01-31' };

describe('a mapped table in the service', () => {
  const mapping = {
    source,
    dates: { order: 'day-first' },
    amounts: { currency: 'INR', usd_rate: 0.012 },
    company: {
      name: 'Startup',
      location: 'HQ',
      industries: { column: 'Sector', split: ['/'] },
      founded: 'Founded',
      total_raised: 'Total',
      valuation: { column: 'Worth', currency: 'USD' },
      valuation_date: 'Worth on',
    },
    deal: {
      round_type: 'Stage',
      date: 'Date',
      raised: { column: 'Amount', multiplier: 'crore' },
      article: 'Link',
      key: ['Startup', 'Date'],
    },
    investors: [{ column: 'Investors', split: [', '], kind: 'by-name', lead_marks: ['*'] }],
    people: [{ column: 'Founders', split: [' & '], title: { constant: 'Founder' }, founder: true }],
  };
  const table = [
    'Startup,HQ,Sector,Founded,Total,Worth,Worth on,Stage,Date,Amount,Link,Investors,Founders',
    'Kiln,"Bengaluru, India",Fintech/Robotics,2019,,,,Pre-Series A,05/03/2023,10,https://news.example/kiln,"Alder Fund*, Ada Lovelace",Asha Rao & Ravi Rao',
    'Loom,"Pune, India",Logistics,2018,,,,,,,,,Asha Rao',
  ].join('\n');
  const open = async () =>
    openMapped({
      mapping: await files.write('kiln.json', JSON.stringify(mapping)),
      path: await files.write('kiln.csv', table),
    });

  const gazetteer = pickPlaces(
    'asia',
    'india',
    'karnataka-india',
    'bengaluru-karnataka',
    'maharashtra-india',
    'pune-maharashtra',
  );

  const service = openForTests(startService);
  beforeAll(async () => {
    await load(service.sql, await open(), { gazetteer });
  });

  test('becomes deals with companies, investors, places and industries', async () => {
    const body = {
      company: { locations: ['india'], super_categories: ['financial-services'] },
      deal: { financing_types: [{ type: 'SERIES_A', pre: true }], size_min: 1_000_000 },
    };
    const answer = await service.inject('POST', '/api/v1/deals', { body });
    expect(answer.statusCode, answer.body).toBe(200);
    const { deals } = answer.json<{ data: { deals: Deal[] } }>().data;
    expect(deals).toMatchObject([
      {
        round_type: 'SERIES_A',
        pre: true,
        date: '2023-03-05T00:00:00.000Z',
        created_at: '2024-01-31T00:00:00.000Z',
        total_round_raised: 1_200_000,
        financings: [{ size_usd: 1_200_000, size_native: 100_000_000, currency: 'INR' }],
      },
    ]);
    expect([deals[0]?.investor_ids.length, deals[0]?.angel_investor_ids.length]).toEqual([1, 1]);
    const [counts] = await service.sql`
      SELECT (SELECT count(*)::int FROM people) AS people, (SELECT count(*)::int FROM employments) AS jobs,
        (SELECT count(*)::int FROM deal_investors WHERE lead) AS leads, (SELECT count(*)::int FROM articles) AS articles`;
    expect(counts).toEqual({ people: 4, jobs: 3, leads: 1, articles: 1 });
  });

  test('changes nothing when it is imported again', async () => {
    const read = () => service.sql`SELECT uuid, permalink, name FROM companies ORDER BY uuid`;
    const before = await read();
    await load(service.sql, await open(), { gazetteer });
    expect(await read()).toEqual(before);
  });
});

test('investors, totals and valuations of a table without rounds belong to its companies', async () => {
  const service = await startService();
  try {
    const mapping = {
      source,
      company: {
        name: 'Company',
        total_raised: { column: 'Total', currency: 'USD' },
        valuation: { column: 'Worth', currency: 'USD' },
        valuation_date: 'On',
      },
      investors: [{ column: 'Backers', split: [', '], kind: 'by-name' }],
    };
    const table = 'Company,Total,Worth,On,Backers\nOak,5m,1bn,2022-01-02,"Alder Fund, Birch Fund, Ada Lovelace"';
    const feed = await openMapped({
      mapping: await files.write('unicorn.json', JSON.stringify(mapping)),
      path: await files.write('unicorn.csv', table),
    });
    await load(service.sql, feed, { gazetteer: fewPlaces });
    const answer = await service.inject('POST', '/api/v1/companies', { body: {} });
    const [company] = answer.json<{ data: { companies: Record<string, unknown>[] } }>().data.companies;
    expect(company).toMatchObject({
      name: 'Oak',
      total_raised: 5_000_000,
      latest_valuation_usd: 1_000_000_000,
      latest_valuation_date: '2022-01-02T00:00:00.000Z',
      num_funding_rounds: 0,
      num_investors: 3,
      latest_deal: null,
    });
    expect(company?.['all_investor_ids']).toHaveLength(2);
  } finally {
    await service.close();
  }
});
