import { describe, expect, onTestFinished, test } from 'vitest';
import type { Sql } from '../../db/sql.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openDemoDatabase, openTestDatabase } from '../../../testing/database.ts';
import { load } from '../load.ts';
import type { ImportedDeal, SourceRecord } from '../records.ts';
import { fewPlaces, createFeed, listRecords } from '../testing-records.ts';
import { generateDemo } from './generate.ts';
import { isEmpty, loadDemo, renewDemo } from './load-demo.ts';

const size = { companies: 200, deals: 500, seed: 7, today: '2026-03-01' };
const records = [...generateDemo(size)];
const deals = records.filter((record) => record.kind === 'deal');
const companies = records.filter((record) => record.kind === 'company');

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('the demo in the database', () => {
  const database = openForTests(async () => {
    const opened = await openTestDatabase();
    const told: string[] = [];
    const wasEmpty = await isEmpty(opened.sql);
    await loadDemo(opened.sql, { ...size, onProgress: (text) => told.push(text) });
    return { ...opened, wasEmpty, told };
  });

  test('fills an empty database, which is then no longer empty', async () => {
    expect([database.wasEmpty, await isEmpty(database.sql)]).toEqual([true, false]);
    expect(database.told[0]).toContain('200 companies, 500 deals');
    const [totals] = await database.sql`SELECT * FROM totals`;
    const [partners] = await database.sql`SELECT count(*)::int AS count FROM person_firms`;
    expect(partners).toEqual({ count: records.filter((record) => record.kind === 'person' && record.worksFor).length });
    expect(partners).not.toEqual({ count: 0 });
    expect(totals).toMatchObject({ companies: 200, deals: 500, investors: 60 });
  });

  test('has the figures of each company that follow from its records', async () => {
    const rows = await database.sql<Record<string, unknown>[]>`
      SELECT c.domain, c.num_funding_rounds AS rounds, c.total_raised AS raised, c.num_investors AS investors,
        d.uuid IS NOT NULL AS has_latest, c.latest_deal_date AS latest, c.latest_valuation_usd AS valuation,
        d.date IS NOT DISTINCT FROM c.latest_deal_date AS agrees
      FROM companies c LEFT JOIN deals d ON d.id = c.latest_deal_id ORDER BY c.domain COLLATE "C"`;
    const expected = companies.map((company) =>
      readFigures(
        company.domain ?? '',
        deals.filter(({ companyKey }) => companyKey === company.key),
      ),
    );
    expect(rows.map((row) => ({ ...row }))).toEqual(expected.toSorted((a, b) => (a.domain < b.domain ? -1 : 1)));
  });

  test('has the figures of each investor that follow from its records', async () => {
    const rows = await database.sql<{ key: string; total: number; led: number; recent: Date | null }[]>`
      SELECT domain || name AS key, total_deal_count AS total, lead_deal_count AS led, most_recent_deal_date AS recent FROM investors`;
    const expected = records.flatMap((record) => (record.kind === 'investor' ? [readInvestorFigures(record)] : []));
    const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1);
    expect(rows.map((row) => ({ ...row })).toSorted(byKey)).toEqual(expected.toSorted(byKey));
  });

  test('has every tag with everything above it, and the right counts of deals', async () => {
    const { sql } = database;
    const wrong = await sql`
      (SELECT DISTINCT b.above_id, d.id FROM deals d JOIN companies c ON c.id = d.company_id
        JOIN location_below b ON b.below_id IN (c.city_id, c.state_id, c.country_id, c.region_id)
        EXCEPT SELECT location_id, deal_id FROM deal_location_tags)
      UNION ALL
      (SELECT DISTINCT b.above_id, d.id FROM deals d JOIN company_industries i USING (company_id)
        JOIN industry_below b ON b.below_id = i.industry_id EXCEPT SELECT industry_id, deal_id FROM deal_industry_tags)
      UNION ALL
      SELECT l.id, l.deal_count FROM locations l
        WHERE deal_count <> (SELECT count(*) FROM deal_location_tags t WHERE t.location_id = l.id)
      UNION ALL
      SELECT i.id, i.deal_count FROM industries i
        WHERE deal_count <> (SELECT count(*) FROM deal_industry_tags t WHERE t.industry_id = i.id)`;
    expect(wrong).toHaveLength(0);
    const [world] = await sql`SELECT sum(deal_count)::int AS deals FROM locations WHERE permalink IN
      ('africa', 'asia', 'europe', 'north-america', 'oceania', 'south-america')`;
    expect(world).toEqual({ deals: 500 });
  });

  test('is byte for byte the same in every table when it is made again for the same seed and day', async () => {
    const before = await hashTables(database.sql);
    // Statistics gathered during a load would make PostgreSQL choose other plans.
    const name = new URL(database.address).pathname.slice(1);
    await database.sql.unsafe(`ALTER DATABASE ${name} SET enable_hashagg = off`);
    await loadDemo(database.sql, size);
    expect(await hashTables(database.sql)).toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThan(20);
  });

  test('stays as it is if it was made for a fixed day', async () => {
    expect(await renewDemo(database.sql, { now: new Date('2026-06-01T08:00:00Z') })).toBe(false);
  });

  test('moves with the current date otherwise: the same records, and a last week with deals', async () => {
    const { sql, close } = await openTestDatabase();
    onTestFinished(close);
    const readCompanies = () => sql`SELECT uuid, permalink, name, num_funding_rounds FROM companies ORDER BY uuid`;
    const { companies: companyCount, deals: dealCount, seed } = size;
    await loadDemo(sql, { companies: companyCount, deals: dealCount, seed, now: new Date('2026-03-01T23:59:00Z') });
    const before = await readCompanies();
    expect(await renewDemo(sql, { now: new Date('2026-03-04T23:59:00Z') })).toBe(false);
    expect(await renewDemo(sql, { now: new Date('2026-03-05T00:00:00Z') })).toBe(true);
    expect(await readCompanies()).toEqual(before);
    const [week] =
      await sql`SELECT count(DISTINCT date)::int AS days, max(date) AS newest FROM deals WHERE date > '2026-02-26'`;
    expect(week).toEqual({ days: 7, newest: new Date('2026-03-05') });
  });

  test('is not mixed with real records', async () => {
    const { sql, close } = await openDemoDatabase();
    onTestFinished(close);
    await load(sql, createFeed('real', listRecords('alder')), { gazetteer: fewPlaces });
    await expect(loadDemo(sql, size)).rejects.toThrow('This database holds real records (Source real)');
    expect(await renewDemo(sql, { now: new Date('2027-01-01') })).toBe(false);
    const [totals] = await sql`SELECT * FROM totals`;
    expect(totals).toMatchObject({ companies: 1, deals: 1 });
  });
});

/** A digest of each table's rows, without the time at which a source was imported. */
async function hashTables(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' ORDER BY relname`;
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ hash: string }[]>(`
      SELECT coalesce(sum(hashtextextended((to_jsonb(t) - 'imported_at')::text, 0)), 0)::text AS hash FROM ${name} t`);
    hashes[name] = row?.hash ?? '';
  }
  return hashes;
}

function readFigures(domain: string, own: ImportedDeal[]) {
  const known = own.flatMap(({ raised }) => (raised ? [raised] : []));
  const backers = own.flatMap(({ investors = [], angels = [] }) => [...investors.map(({ key }) => key), ...angels]);
  const newestFirst = own.toSorted((a, b) => ((a.date ?? '') < (b.date ?? '') ? 1 : -1));
  const latest = newestFirst[0]?.date;
  return {
    domain,
    rounds: own.length,
    raised: known.length > 0 ? sum(known) : null,
    investors: new Set(backers).size,
    has_latest: own.length > 0,
    latest: latest ? new Date(latest) : null,
    valuation: newestFirst.find(({ valuation }) => valuation)?.valuation?.usd ?? null,
    agrees: true,
  };
}

function readInvestorFigures({ key, domain, name }: Extract<SourceRecord, { kind: 'investor' }>) {
  const own = deals.filter(({ investors }) => investors?.some((investor) => investor.key === key));
  const newest = own
    .flatMap(({ date }) => (date ? [date] : []))
    .toSorted()
    .at(-1);
  return {
    key: `${domain}${name}`,
    total: own.length,
    led: own.filter(({ investors }) => investors?.some((investor) => investor.key === key && investor.lead)).length,
    recent: newest ? new Date(newest) : null,
  };
}
