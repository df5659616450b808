import { Command } from 'commander';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createTestFiles, type TestFiles } from '../../service/import/presets/testing-crunchbase-2013.ts';
import { registerDemo } from './demo.ts';
import { registerImport } from './import.ts';
import type { ImportReport } from '../../service/import/report.ts';

let files: TestFiles;
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-command-'));
  files = await createTestFiles();
  await files.companies([{ permalink: '/company/acorn', name: 'Acorn' }]);
  await files.rounds([{ company_permalink: '/company/acorn', raised_amount_usd: 'ten' }, 'a,b']);
});
afterAll(async () => {
  await files.remove();
  await rm(folder, { recursive: true });
});

let opened = 0;
beforeEach(async () => {
  opened = 0;
  database = await openTestDatabase();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
});

/** Runs a command like the command line; returns its output. */
async function run(...words: string[]): Promise<{ out: string; err: string }> {
  const written = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((written.out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((written.err += String(text))));
  vi.spyOn(console, 'log').mockImplementation((text) => void (written.out += `${String(text)}\n`));
  vi.spyOn(console, 'error').mockImplementation((text) => void (written.err += `${String(text)}\n`));
  const program = new Command('fundscope').exitOverride();
  const openDatabase = async () => {
    opened += 1;
    return { sql: database.sql, close: async () => undefined };
  };
  registerImport(program, openDatabase);
  registerDemo(program, openDatabase);
  await program.parseAsync(words, { from: 'user' });
  return written;
}

const readTotals = async () => (await database.sql`SELECT deals, companies FROM totals`)[0];

describe('import', () => {
  test('shows progress on standard error and the report with its lines on standard output', async () => {
    const { out, err } = await run('import', 'crunchbase-2013', files.folder);
    expect(err).toContain('crunchbase-rounds.csv');
    expect(err).toContain('Building indexes');
    expect(out).toContain('crunchbase-rounds.csv: 2 rows read, 1 loaded, 1 repaired, 1 rejected');
    expect(out).toContain('1 rejected: 2 cells instead of 13\n    line 3: a | b');
    expect(out).toMatch(/Imported crunchbase-2013 in [\d.]+ s\.\n$/);
    expect(await readTotals()).toEqual({ deals: 1, companies: 1 });
    const origins = await database.sql`SELECT origin_file, origin_row FROM deals`;
    expect(origins).toEqual([{ origin_file: 'crunchbase-rounds.csv', origin_row: 2 }]);
  });

  test('prints with --json one object and nothing else, and writes the same with --report', async () => {
    const path = join(folder, 'report.json');
    const { out } = await run('import', 'crunchbase-2013', files.folder, '--json', '--report', path);
    const report = JSON.parse(out) as ImportReport & { source: string };
    expect(report).toMatchObject({ source: 'crunchbase-2013', dry_run: false });
    expect(report.findings).toContainEqual({
      file: 'crunchbase-rounds.csv',
      outcome: 'repaired',
      reason: 'raised_amount_usd: not a plain amount: unknown',
      count: 1,
      rows: [{ line: 2, value: 'ten' }],
    });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(report);
  });

  test('changes nothing with --dry-run, and says so', async () => {
    await database.sql`UPDATE totals SET deals = 77`;
    const { out } = await run('import', 'crunchbase-2013', files.folder, '--dry-run');
    expect(out).toContain('Nothing was changed: this was a dry run');
    expect(await readTotals()).toMatchObject({ deals: 77 });
  });

  test('of a folder without the files fails before the database is opened', async () => {
    const failure = run('import', 'crunchbase-2013', folder);
    await expect(failure).rejects.toMatchObject({
      message: expect.stringContaining('has neither crunchbase-companies.csv nor') as string,
      remedy: expect.stringContaining('Name the folder') as string,
    });
    expect(opened).toBe(0);
  });

  test('accepts any other table with a mapping, which guess proposes', async () => {
    const table = join(folder, 'rounds.csv');
    await writeFile(table, 'Company,Round,Amount,Investors\nOak,Seed,$2m,Alder\nElm,Series A,$5m,"Alder, Birch"\n');
    const proposals = [await run('import', 'guess', table), await run('import', '--guess', table)];
    expect(proposals[0]?.out).toBe(proposals[1]?.out);
    const mapping = join(folder, 'mapping.json');
    await writeFile(mapping, proposals[0]?.out ?? '');
    await run('import', 'crunchbase-2013', files.folder);
    const { out } = await run('import', '--mapping', mapping, table, '--json');
    expect(JSON.parse(out)).toMatchObject({
      source: 'rounds',
      figures: { companies: 2, deals: 2, investors: 2 },
    });
    expect(await readTotals()).toEqual({ deals: 3, companies: 3 });
  });

  test('shows what would come in, and imports it only with a yes', async () => {
    const table = join(folder, 'seen.csv');
    await writeFile(table, 'Company,Date,Round,Amount (USD M)\nOak,2023-01-02,Seed,2\nElm,2023-02-03,Series A,5.5\n');
    const before = await readTotals();
    const { out } = await run('import', table, '--check');
    expect(out).toContain('2 rounds of 2 companies, from 2 rows');
    expect(out).toContain('2023  7,500,000 USD in 2 rounds');
    expect(out).toContain('5,500,000 USD  Elm, SERIES_A, 2023-02-03');
    expect(out).toContain('the header was read as counting in million (line 2: 2; line 3: 5.5)');
    await expect(run('import', table)).rejects.toMatchObject({ remedy: expect.stringContaining('--yes') as string });
    expect(opened).toBe(0);
    expect(await readTotals()).toEqual(before);
    await run('import', table, '--yes');
    expect(await database.sql`SELECT count(*)::int AS deals FROM deals WHERE total_round_raised = 5500000`).toEqual([
      { deals: 1 },
    ]);
  });

  test('of what is no list of rounds says so', async () => {
    const table = join(folder, 'weather.csv');
    await writeFile(table, 'day,temperature,wind\n2023-01-02,4,11\n2023-01-03,5,12\n');
    await expect(run('import', table, '--yes')).rejects.toMatchObject({
      message: expect.stringContaining('is no list of funding rounds') as string,
    });
  });

  test.each([
    ['with no row that can be loaded', 'Firm,Money\nOak,$2m\nElm,$5m\n', /2 rows read, 0 loaded/],
    ['without rows', 'company,date\n', undefined],
  ])('of a file %s fails, says why, and keeps the loaded records', async (_, text, reason) => {
    const path = join(folder, 'deals.csv');
    await writeFile(path, text);
    await run('import', 'crunchbase-2013', files.folder);
    const before = await readTotals();
    expect(before).toEqual({ deals: 1, companies: 1 });
    const report = join(folder, 'empty.json');
    const failure = run('import', 'csv', path, '--source', 'mine', '--report', report);
    await expect(failure).rejects.toMatchObject({
      message: 'No record could be loaded. Nothing changed.',
      remedy: expect.stringContaining(`import guess ${path}`) as string,
    });
    if (reason) expect(vi.mocked(process.stderr.write).mock.calls.join('')).toMatch(reason);
    const { source, findings } = JSON.parse(await readFile(report, 'utf8')) as ImportReport & { source: string };
    expect([source, findings.length > 0]).toEqual(['mine', reason !== undefined]);
    await rm(report);
    expect(await readTotals()).toEqual(before);
  });

  test('prints templates that it can import', async () => {
    const path = join(folder, 'deals.csv');
    await writeFile(path, (await run('import', 'template', 'csv', 'deals')).out);
    const { out } = await run(
      'import',
      'csv',
      path,
      '--source',
      'mine',
      '--licence',
      'CC0',
      '--created-at',
      '2024-06-01',
      '--json',
    );
    expect(JSON.parse(out)).toMatchObject({ source: 'mine', figures: { deals: 1, companies: 1 } });
    expect(await database.sql`SELECT licence FROM sources WHERE key = 'mine'`).toEqual([{ licence: 'CC0' }]);
  });

  test.each([
    [['import'], 'Nothing to import.'],
    [['import', 'tables.csv'], 'There is no file or folder tables.csv.'],
    [['import', '--check', 'tables.csv'], 'There is no file or folder tables.csv.'],
    [['import', 'defillama', 'none.csv'], 'There is no file or folder none.csv.'],
    [['import', '--mapping', 'none.json', 'none.csv'], 'The mapping none.json cannot be read.'],
  ])('rejects %j with the reason before the database is opened', async (words, message) => {
    await expect(run(...words)).rejects.toMatchObject({ message, remedy: expect.stringMatching(/./) as string });
    expect(opened).toBe(0);
  });

  test('that cannot write its report says that the import succeeded', async () => {
    const path = join(folder, 'no', 'such', 'folder.json');
    await expect(run('import', 'crunchbase-2013', files.folder, '--report', path)).rejects.toMatchObject({
      remedy: expect.stringContaining('The import succeeded') as string,
    });
  });
});

describe('demo', () => {
  test('loads data of a given day, size and seed, and reports the counts', async () => {
    const { out } = await run(
      'demo',
      '--companies',
      '20',
      '--deals',
      '30',
      '--seed',
      '3',
      '--today',
      '2026-01-02',
      '--json',
    );
    expect(JSON.parse(out)).toMatchObject({ companies: 20, deals: 30 });
    const [row] = await database.sql`SELECT max(date) AS newest FROM deals`;
    expect(row?.['newest']).toEqual(new Date('2026-01-02'));
  });

  test.each([
    ['--companies', '0'],
    ['--deals', '1.5'],
    ['--seed', 'x'],
    ['--today', '2026-02-30'],
    ['--today', 'yesterday'],
  ])('rejects %s %s', async (option, value) => {
    await expect(run('demo', option, value)).rejects.toThrow(/Give a (whole number|UTC day)/);
    expect(opened).toBe(0);
  });
});
