import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { importFormats } from './formats.ts';
import { guessMapping } from './guess/guess.ts';
import { load } from './load.ts';
import { openMappedFile, parseMapping } from './mapping/mapped-file.ts';
import { openPreset } from './presets/preset.ts';
import type { ReportedFeed } from './report.ts';
import { findRealSets } from './testing-sources.ts';

/** A mapping for a table from elsewhere; its README says what each column means. */
const unicorns = {
  source: {
    key: 'unicorns-2022',
    title: 'Private companies valued at one billion dollars or more, April 2022',
    licence: 'no licence stated',
    address: null,
    created_at: '2022-04-05',
  },
  dates: { order: 'month-first' },
  amounts: { currency: 'USD' },
  company: {
    key: ['Company', 'City'],
    name: 'Company',
    city: 'City',
    country: 'Country',
    region: 'Continent',
    industries: { column: 'Industry', words: { Other: null } },
    founded: 'Year Founded',
    status: { constant: 'private' },
    total_raised: 'Funding',
    valuation: 'Valuation',
    valuation_date: 'Date Joined',
  },
  investors: [{ column: 'Select Investors', split: [', '], kind: 'by-name' }],
};

/** The database of the last loaded set. Each set has its own, because a load rewrites all records of its database. */
let database: TestDatabase | undefined;
afterAll(() => database?.close());

const data = findRealSets();

async function open(name: string, folder: string): Promise<ReportedFeed> {
  const format = importFormats.find((candidate) => candidate.name === name);
  if (!format) throw new Error(`there is no format ${name}`);
  return openPreset(format, [join(data ?? '', folder)]);
}

const openUnicorns = async () =>
  openMappedFile(parseMapping(JSON.stringify(unicorns), 'unicorns'), {
    path: join(data ?? '', 'unicorns-2022', 'Unicorn_Companies.csv.gz'),
  });

/** Loads a set and returns figures from its report and the database. */
async function loadSet(feed: ReportedFeed) {
  await database?.close();
  database = await openTestDatabase();
  const { sql } = database;
  await load(sql, feed);
  const { files, figures, findings } = feed.readReport();
  const [source] = await sql<{ id: number }[]>`SELECT id FROM sources WHERE key = ${feed.source.key}`;
  const id = source?.id ?? 0;
  const [rows] = await sql<Record<'companies' | 'deals' | 'investors' | 'people', number>[]>`
    SELECT (SELECT count(*)::int FROM companies WHERE source_id = ${id}) AS companies,
      (SELECT count(*)::int FROM deals WHERE source_id = ${id}) AS deals,
      (SELECT count(*)::int FROM investors WHERE source_id = ${id}) AS investors,
      (SELECT count(*)::int FROM people WHERE source_id = ${id}) AS people`;
  const read = Object.fromEntries(files.map((file) => [file.file, [file.read, file.loaded, file.rejected]]));
  const counted = Object.fromEntries(findings.map(({ reason, count }) => [reason, count]));
  return { read, figures, counted, rows, id, sql };
}

test('the original files of each set, if available, load with the totals that their READMEs name', async (context) => {
  await context.annotate(data ? 'imported the original files' : 'the original files are not here: nothing imported');
  if (!data) return;
  const defillama = await loadSet(await open('defillama', 'defillama-raises-2023/raises.csv.gz'));
  expect(defillama.read).toEqual({ 'raises.csv': [4_304, 4_304, 0] });
  expect(defillama.figures).toEqual({
    companies: 3_045,
    investors: 5_194,
    people: 1_006,
    deals: 4_303,
    'rows with an investor': 3_149,
  });
  expect(defillama.rows).toMatchObject({ companies: 3_045, deals: 4_303 });
  expect(defillama.counted).toMatchObject({
    'Source: not an address: left out': 3,
    'Round: unknown round type: FUNDING_ROUND': 3,
    'the valuation is below the amount raised: unknown': 1,
  });
  const [raised] = await defillama.sql`
    SELECT count(total_round_raised)::int AS known, sum(total_round_raised) AS sum, count(valuation_usd)::int AS valued,
      (SELECT count(DISTINCT deal_id)::int FROM deal_investors WHERE lead) AS led
    FROM deals WHERE source_id = ${defillama.id}`;
  expect(raised).toMatchObject({ known: 4_243, sum: 94_112_988_900, valued: 141 });

  const directory = await loadSet(await open('yc', 'yc-companies-2024'));
  expect(directory.read).toEqual({ '2024-05-11-yc-companies.csv': [4_663, 4_663, 0] });
  expect(directory.figures).toEqual({ companies: 4_663, investors: 0, people: 9_172, deals: 0 });
  expect(directory.rows).toEqual({ companies: 4_663, deals: 0, investors: 0, people: 9_172 });
  const [described] = await directory.sql`
    SELECT count(*) FILTER (WHERE t.short_description <> '')::int AS short, count(founded)::int AS founded, count(*) FILTER (WHERE status = 'public')::int AS public
    FROM companies c LEFT JOIN company_texts t ON t.company_id = c.id WHERE source_id = ${directory.id}`;
  expect(described).toEqual({ short: 4_463, founded: 3_583, public: 19 });

  const startups = await loadSet(await open('yc', 'yc-founders-2015'));
  expect(startups.read).toEqual({ 'Startups.csv': [688, 688, 0], 'Founders.csv': [998, 998, 0] });
  expect(startups.rows).toMatchObject({ companies: 688, deals: 1_001 });
  expect(startups.counted).toMatchObject({ 'several companies in one cell': 38 });
  const [backed] = await startups.sql`
    SELECT count(*) FILTER (WHERE num_investors > 0)::int AS backed FROM companies WHERE source_id = ${startups.id}`;
  expect(backed).toEqual({ backed: 688 });

  const sample = await loadSet(await open('crunchbase-export', 'crunchbase-export-sample-2016'));
  expect(sample.read).toMatchObject({
    'funding_rounds.csv': [50, 50, 0],
    'investments.csv': [347, 347, 0],
    'investors.csv': [50, 50, 0],
    'people.csv': [50, 8, 0],
    'jobs.csv': [139, 0, 0],
  });
  expect(sample.figures).toMatchObject({ deals: 50, 'investments of these deals': 347, 'of them led': 30, people: 72 });
  expect(sample.rows).toMatchObject({ companies: 50, deals: 50 });
  expect(sample.counted).toMatchObject({ 'the letter contradicts the round type, which was used': 1 });
  const [native] = await sample.sql`
    SELECT f.currency, f.size_native, f.size_usd, (SELECT count(*)::int FROM deals WHERE source_id = ${sample.id} AND valuation_type = 'POST_MONEY') AS valued
    FROM financings f JOIN deals d ON d.id = f.deal_id WHERE d.source_id = ${sample.id} AND f.currency <> 'USD'`;
  expect(native).toEqual({ currency: 'EUR', size_native: 550_000, size_usd: 707_630, valued: 3 });

  const valued = await loadSet(await openUnicorns());
  expect(valued.read).toEqual({ 'Unicorn_Companies.csv': [1_075, 1_062, 0] });
  expect(valued.rows).toMatchObject({ companies: 1_062, deals: 0 });
  expect(valued.counted).toMatchObject({ 'the row is blank': 13, 'Funding: 0: unknown': 1 });
  const [worth] = await valued.sql`
    SELECT count(latest_valuation_date)::int AS dated, sum(latest_valuation_usd) AS sum, count(*) FILTER (WHERE name = 'Bolt')::int AS bolts
    FROM companies WHERE source_id = ${valued.id}`;
  expect(worth).toEqual({ dated: 1_062, sum: 3_694_000_000_000, bolts: 2 });
}, 180_000);

test('a mapping guessed from an original file imports it without an edit', { timeout: 180_000 }, async () => {
  const tables = [
    'unicorns-2022/Unicorn_Companies.csv.gz',
    'defillama-raises-2023/raises.csv.gz',
    'yc-companies-2024/2024-05-11-yc-companies.csv.gz',
  ];
  const made: number[][] = [];
  for (const table of data ? tables : []) {
    const path = join(data ?? '', table);
    const proposal = await guessMapping(path, '2026-11-21');
    const feed = openMappedFile(parseMapping(JSON.stringify(proposal), table), { path });
    const kinds = new Set<string>();
    for await (const { kind } of feed.records) kinds.add(kind);
    expect(['company', 'investor', 'person', 'deal', 'rename']).toEqual(expect.arrayContaining([...kinds]));
    const { figures } = feed.readReport();
    made.push([figures['companies'] ?? 0, figures['deals'] ?? 0]);
  }
  expect(made).toEqual(
    data
      ? [
          [1_061, 0],
          [3_010, 4_303],
          // The directory has an id for each company.
          [4_663, 0],
        ]
      : [],
  );
});
