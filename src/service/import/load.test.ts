import { beforeEach, describe, expect, test } from 'vitest';
import type { Pool } from '../db/pool.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createAccount, isMetered, localAccountName, setAccountUnmetered } from '../accounts/accounts.ts';
import { load as loadWith, type LoadOptions, restoreSchemaBefore } from './load.ts';
import type { ImportFeed, SourceRecord } from './records.ts';
import { fewPlaces, readRecordTables, createFeed, listRecords } from './testing-records.ts';

const database = openForTests(openTestDatabase);

beforeEach(() => database.sql`TRUNCATE sources, companies, investors, people, deals CASCADE`);

const load = (sql: Pool, feed: ImportFeed | undefined, options: LoadOptions = {}) =>
  loadWith(sql, feed, { gazetteer: fewPlaces, ...options });

async function readNames(): Promise<string[]> {
  const rows = await database.sql<{ name: string }[]>`SELECT name FROM companies ORDER BY name`;
  return rows.map(({ name }) => name);
}

/** The catalog's definitions of all keys, indexes, references, checks and comments of the records' schema. */
async function readShape(): Promise<string[]> {
  const rows = await database.sql<{ text: string }[]>`
    SELECT format('%s %s %s', conrelid::regclass, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')) AS text
      FROM pg_constraint
      WHERE connamespace = 'data'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'data'
    UNION ALL SELECT format('%s.%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
        pg_get_expr(adbin, adrelid))
      FROM pg_attribute a JOIN pg_class t ON t.oid = attrelid LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
      WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' AND attnum > 0
    UNION ALL SELECT format('%s %s %s', objoid::regclass, objsubid, description) FROM pg_description
      JOIN pg_class t ON t.oid = objoid WHERE relnamespace = 'data'::regnamespace AND classoid = 'pg_class'::regclass
    ORDER BY 1`;
  return rows.map(({ text }) => text);
}

describe('an edition', () => {
  const edition = (snapshot: string | null, name: string): ImportFeed => {
    const feed = createFeed('editions', listRecords(name));
    return { ...feed, source: { ...feed.source, snapshot } };
  };
  const readEdition = async () =>
    (await database.sql`SELECT snapshot::text FROM sources WHERE key = 'editions'`)[0]?.['snapshot'] as string;

  test('that is older replaces a newer one only on request', async () => {
    await load(database.sql, edition('2024-05-11', 'new'));
    await expect(load(database.sql, edition('2023-05-11', 'old'))).rejects.toMatchObject({
      message: 'The loaded edition of editions is of 2024-05-11; this one is of 2023-05-11. Nothing changed.',
      remedy: expect.stringContaining('--replace-newer') as string,
    });
    expect(await readNames()).toEqual(['new']);
    await load(database.sql, edition('2023-05-11', 'old'), { replaceNewer: true });
    expect([await readNames(), await readEdition()]).toEqual([['old'], '2023-05-11']);
    await load(database.sql, edition('2024-05-11', 'new'));
    expect(await readNames()).toEqual(['new']);
  });

  test('without a day has that of its newest deal', async () => {
    await load(database.sql, edition('2024-05-11', 'new'));
    await expect(load(database.sql, edition(null, 'unnamed'))).rejects.toThrow('this one is of 2013-10-01');
    await load(database.sql, edition(null, 'unnamed'), { replaceNewer: true });
    expect(await readEdition()).toBe('2013-10-01');
  });
});

describe('a load', () => {
  test('leaves the schema as the migrations made it: columns, keys, indexes, references, comments', async () => {
    const before = await readShape();
    await load(database.sql, createFeed('one', listRecords('alder')));
    expect(await readShape()).toEqual(before);
  });

  test('gives the same rows twice, including ids and permalinks', async () => {
    await load(database.sql, createFeed('one', listRecords('alder')));
    const before = await readRecordTables(database.sql);
    await load(database.sql, createFeed('one', listRecords('alder')));
    expect(await readRecordTables(database.sql)).toEqual(before);
  });

  test('replaces the records of its source and keeps those of others with their ids and figures', async () => {
    await load(database.sql, createFeed('two', listRecords('birch')));
    await load(database.sql, createFeed('one', listRecords('alder')));
    const birch = await database.sql`SELECT * FROM companies WHERE name = 'birch'`;
    await load(database.sql, createFeed('one', listRecords('cedar')));
    expect(await readNames()).toEqual(['birch', 'cedar']);
    expect(await database.sql`SELECT * FROM companies WHERE name = 'birch'`).toEqual(birch);
    const tagged = await database.sql`
      SELECT c.name FROM deal_location_tags t JOIN locations l ON l.id = t.location_id AND l.permalink = 'california-united-states'
      JOIN deals d ON d.id = t.deal_id JOIN companies c ON c.id = d.company_id ORDER BY 1`;
    expect(tagged.map((row) => row['name'])).toEqual(['birch', 'cedar']);
  });

  test('keeps a place that another source added, with the places above it', async () => {
    const place = {
      permalink: 'testville-california',
      name: 'Testville',
      fullName: 'Testville, California, United States',
      type: 'CITY' as const,
      population: 0,
      path: 'United States/California/Testville',
      above: ['california-united-states', 'united-states', 'north-america'],
      names: ['Ville du Test'],
    };
    const company = { kind: 'company' as const, key: 'x', permalink: 'x', name: 'x', place: { city: place.permalink } };
    await load(database.sql, createFeed('three', [{ kind: 'place', place }, company]));
    await load(database.sql, createFeed('one', listRecords('dogwood')));
    const above = await database.sql`
      SELECT a.permalink FROM company_location_tags t JOIN companies c ON c.id = t.company_id AND c.name = 'x'
      JOIN locations a ON a.id = t.location_id ORDER BY 1`;
    const permalinks = above.map((row) => row['permalink'] as string);
    expect(permalinks).toEqual(expect.arrayContaining([...place.above, place.permalink]));
    const names = await database.sql`
      SELECT folded FROM location_names JOIN locations l ON l.id = location_id WHERE l.permalink = ${place.permalink}`;
    expect(names.map((row) => row['folded'])).toContain('ville du test');
    await load(database.sql, createFeed('three', listRecords('elm')));
    expect(await database.sql`SELECT 1 FROM locations WHERE permalink = ${place.permalink}`).toHaveLength(0);
  });

  test('adds a suffix to a permalink that another source has', async () => {
    const birch: SourceRecord = { kind: 'company', key: 'birch', permalink: 'birch', name: 'Birch' };
    await load(database.sql, createFeed('two', [birch]));
    await load(database.sql, createFeed('one', [birch]));
    const rows = await database.sql<
      { permalink: string }[]
    >`SELECT permalink FROM companies WHERE name = 'Birch' ORDER BY 1`;
    expect(rows[0]?.permalink).toBe('birch');
    expect(rows[1]?.permalink).toMatch(/^birch-[0-9a-f]{4}$/);
  });

  test('of real records replaces the demo', async () => {
    await load(database.sql, createFeed('demo', listRecords('fir')));
    await load(database.sql, createFeed('one', listRecords('gum')));
    expect(await readNames()).not.toContain('fir');
  });

  test('without a source keeps the existing records', async () => {
    await load(database.sql, createFeed('one', listRecords('hazel')));
    const before = await readRecordTables(database.sql);
    await load(database.sql, undefined);
    expect(await readRecordTables(database.sql)).toEqual(before);
  });
});

test('a dry run reads and checks everything and changes nothing', async () => {
  await load(database.sql, createFeed('one', listRecords('iris')));
  const before = await readRecordTables(database.sql);
  const counts = await load(database.sql, createFeed('one', listRecords('jade')), { dryRun: true });
  expect(counts).toMatchObject({ companies: 1, deals: 1, investors: 1 });
  expect(await readRecordTables(database.sql)).toEqual(before);
  await expect(load(database.sql, createFeed('one', listRecords('jade', -1)), { dryRun: true })).rejects.toThrow(
    /check/,
  );
});

test('readers see the old or the new records at every moment of a load, and never wait a second', async () => {
  await load(database.sql, createFeed('one', listRecords('larch', 1)));
  const loading = new AbortController();
  const seen = new Set<number>();
  let longestMs = 0;
  const reading = (async () => {
    while (!loading.signal.aborted) {
      const start = performance.now();
      const [row] = await database.sql<{ raised: number }[]>`
        SELECT total_raised AS raised FROM companies WHERE name = 'larch'`;
      longestMs = Math.max(longestMs, performance.now() - start);
      seen.add(row?.raised ?? -1);
    }
  })();
  await load(database.sql, createFeed('one', listRecords('larch', 2)));
  loading.abort();
  await reading;
  expect(seen).toEqual(new Set([1, 2]));
  expect(longestMs).toBeLessThan(1_000);
});

test('demo data is metered on this machine and own records are free, until the owner chooses', async () => {
  const { sql } = database;
  const { account_id: own } = await createAccount(sql, { name: localAccountName, plan: 'PRO' });
  const { account_id: other } = await createAccount(sql, { name: 'other', plan: 'PRO' });
  const readMetered = async () => [await isMetered(sql, own), await isMetered(sql, other)];
  await load(sql, createFeed('demo', listRecords('fir')));
  expect(await readMetered()).toEqual([true, true]);
  await load(sql, createFeed('one', listRecords('gum')), { keepBefore: true });
  expect(await readMetered()).toEqual([false, true]);
  await restoreSchemaBefore(sql);
  expect(await readMetered()).toEqual([true, true]);
  await load(sql, createFeed('one', listRecords('gum')));
  await setAccountUnmetered(sql, own, false);
  await load(sql, createFeed('two', listRecords('hazel')));
  expect(await readMetered()).toEqual([true, true]);
});
