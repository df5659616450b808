import { beforeEach, describe, expect, test } from 'vitest';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import type { SourceRecord } from '../records.ts';
import type { MergeReport } from '../sources.ts';
import {
  createCompany,
  empty,
  idOf,
  loadAs,
  newer,
  older,
  readFacts,
  readGroups,
  sanFrancisco,
  slug,
} from '../testing-records.ts';

const database = openForTests(openTestDatabase);
beforeEach(() => empty(database.sql));

const testland: SourceRecord = {
  kind: 'place',
  place: {
    permalink: 'testland',
    name: 'Testland',
    fullName: 'Testland',
    type: 'COUNTRY',
    population: 0,
    path: 'Testland',
    above: [],
    names: [],
  },
};
const loadBoth = async () => {
  await loadAs(database.sql, 'older', older, 2013);
  await loadAs(database.sql, 'newer', newer, 2014);
};

describe('a company of two sources', () => {
  test('is one record with everything that both know; if they contradict each other, the newer one wins', async () => {
    await loadBoth();
    const rows = await database.sql`
      SELECT c.name, domain, founded::text, status, l.permalink AS city, t.short_description, num_funding_rounds, total_raised,
        num_investors, latest_valuation_usd
      FROM companies c LEFT JOIN locations l ON l.id = city_id LEFT JOIN company_texts t ON t.company_id = c.id`;
    expect(rows).toEqual([
      {
        name: 'Acorn Labs',
        domain: 'acorn.com',
        founded: '2010-01-01',
        status: 'acquired',
        city: 'san-francisco-california',
        short_description: 'Makes acorns.',
        num_funding_rounds: 3,
        total_raised: 15e6,
        num_investors: 3,
        latest_valuation_usd: 2e9,
      },
    ]);
    const industries = await database.sql`
      SELECT permalink FROM company_industries JOIN industries i ON i.id = industry_id ORDER BY position`;
    expect(industries.map((row) => row['permalink'])).toEqual(['enterprise-software', 'analytics']);
    const [founder] = await database.sql`SELECT c.name FROM people p JOIN companies c ON c.id = current_company_id`;
    expect(founder).toEqual({ name: 'Acorn Labs' });
  });

  test('has a round of both sources once, with all investors of either', async () => {
    await loadBoth();
    const { deals } = await readFacts(database.sql);
    expect(deals).toHaveLength(3);
    const [round] = await database.sql`
      SELECT d.id, date, created_at, total_round_raised, (SELECT array_agg(size_usd) FROM financings WHERE deal_id = d.id) AS sizes,
        (SELECT array_agg(concat(name, ' ', lead) ORDER BY name) FROM deal_investors JOIN investors i ON i.id = investor_id WHERE deal_id = d.id) AS investors,
        (SELECT count(*)::int FROM deal_angels WHERE deal_id = d.id) AS angels,
        (SELECT array_agg(concat(link, ' ', is_primary) ORDER BY position) FROM articles WHERE deal_id = d.id) AS articles
      FROM deals d WHERE round_type = 'SERIES_A'`;
    expect(round).toMatchObject({
      date: new Date('2013-04-02'),
      created_at: new Date('2013-10-01'),
      total_round_raised: 1e6,
      sizes: [1e6],
      investors: ['Oak Fund ', 'Red Fund t'],
      angels: 1,
      articles: ['https://news.example/b t', 'https://news.example/a f'],
    });
    expect(await database.sql`SELECT total_deal_count AS deals FROM investors WHERE name = 'Red Fund'`).toEqual([
      { deals: 1 },
    ]);
  });

  test('has only the place of the newer source when the two contradict each other', async () => {
    await loadAs(database.sql, 'older', [
      createCompany('Acorn', { slug, place: { ...sanFrancisco, tags: ['san-francisco-bay-area'] } }),
    ]);
    const bay =
      "SELECT 1 FROM company_location_tags JOIN locations l ON l.id = location_id WHERE permalink = 'san-francisco-bay-area'";
    expect(await database.sql.unsafe(bay)).toHaveLength(1);
    await loadAs(
      database.sql,
      'newer',
      [testland, createCompany('Acorn', { slug, place: { country: 'testland' } })],
      2014,
    );
    expect(
      await database.sql`SELECT city_id, state_id, region_id, l.permalink FROM companies JOIN locations l ON l.id = country_id`,
    ).toEqual([{ city_id: null, state_id: null, region_id: null, permalink: 'testland' }]);
    expect(await database.sql.unsafe(bay)).toHaveLength(0);
    // Values that only the older source has are kept.
    await loadAs(database.sql, 'newer', [createCompany('Oak')], 2014);
    expect(await database.sql.unsafe(bay)).toHaveLength(1);
  });

  test('keeps the id and the permalink that it had first, whichever source is imported again', async () => {
    const readIds = () => database.sql`SELECT uuid, permalink FROM companies`;
    await loadAs(database.sql, 'newer', newer, 2014);
    const first = await readIds();
    expect(first).toEqual([{ uuid: idOf('newer'), permalink: 'acorn-labs' }]);
    for (const [key, records, year] of [
      ['older', older, 2013],
      ['newer', newer, 2014],
      ['older', older, 2013],
    ] as const) {
      await loadAs(database.sql, key, records, year);
      expect(await readIds()).toEqual(first);
    }
  });

  test('is split again, each with its own facts, when a newer edition lacks what joined them', async () => {
    await loadAs(database.sql, 'older', older, 2013);
    const before = await readFacts(database.sql);
    await loadAs(database.sql, 'newer', newer, 2014);
    await loadAs(database.sql, 'newer', [createCompany('Elm')], 2015);
    const after = await readFacts(database.sql);
    expect(after['companies']).toEqual(expect.arrayContaining(before['companies'] ?? []));
    expect(after['deals']).toEqual(before['deals']);
    expect(after['investors']).toEqual(before['investors']);
    expect(await database.sql`SELECT 1 FROM put_aside`).toHaveLength(0);
  });
});

test('the same import again changes nothing, whichever of the sources it is', async () => {
  await loadBoth();
  const before = { facts: await readFacts(database.sql), groups: await readGroups(database.sql) };
  await loadAs(database.sql, 'older', older, 2013);
  await loadAs(database.sql, 'newer', newer, 2014);
  await loadAs(database.sql, 'newer', newer, 2014);
  expect({ facts: await readFacts(database.sql), groups: await readGroups(database.sql) }).toEqual(before);
});

test('a dry run lists what would merge, and which facts contradict each other', async () => {
  await loadAs(database.sql, 'older', older, 2013);
  const before = await readFacts(database.sql);
  let merges: MergeReport | undefined;
  const options = { dryRun: true, listedMerges: 9, onMerges: (found: MergeReport) => void (merges = found) };
  await loadAs(database.sql, 'newer', newer, 2014, options);
  expect(await readFacts(database.sql)).toEqual(before);
  expect(merges?.list).toContainEqual({
    entity: 'company',
    reason: 'Crunchbase address',
    kept: { id: idOf('older'), name: 'Acorn', source: 'older' },
    joined: { id: idOf('newer'), name: 'Acorn Labs', source: 'newer' },
  });
  expect(merges?.counts).toContainEqual({ entity: 'deal', reason: 'company, kind, day and amount', count: 1 });
  expect(merges?.contradictions).toEqual(
    expect.arrayContaining([
      { entity: 'company', fact: 'name', count: 1 },
      { entity: 'company', fact: 'status', count: 1 },
      { entity: 'deal', fact: 'date', count: 1 },
    ]),
  );
});

test('a merge names its reason when two groups are joined', async () => {
  const acorn = { name: 'Acorn', domain: 'acorn.example' };
  await loadAs(database.sql, 'one', [createCompany('1', { ...acorn, slug: 'acorn' })]);
  await loadAs(database.sql, 'two', [createCompany('2', { name: 'Acorn Labs', slug: 'acorn' })]);
  await loadAs(database.sql, 'three', [createCompany('3', { name: 'Nuts and Acorns', slug: 'nuts' })]);
  await loadAs(database.sql, 'four', [createCompany('4', { ...acorn, slug: 'nuts' })]);
  const merges = await database.sql<{ key: string; reason: string }[]>`
    SELECT s.key, m.reason FROM merges m JOIN sources s ON s.id = m.source_id WHERE m.own_id <> m.id ORDER BY s.id`;
  expect([...merges]).toEqual([
    { key: 'two', reason: 'Crunchbase address' },
    { key: 'three', reason: 'domain and name' },
    { key: 'four', reason: 'domain and name' },
  ]);
});
