import { Command } from 'commander';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { registerExport } from './export.ts';

const database = openForTests(openTestDatabase);
let folder: string;
beforeAll(async () => {
  await seedRecords(database.sql);
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-export-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `export` as the command line does; returns the rows of each table. */
async function runExport(out: string, ...options: string[]): Promise<Record<string, number>> {
  using printed = vi.spyOn(console, 'log').mockReturnValue();
  using progress = vi.spyOn(console, 'error').mockReturnValue();
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  registerExport(program, async () => ({ sql: database.sql, close: async () => undefined }));
  await program.parseAsync(['export', '--out', join(folder, out), '--json', ...options], { from: 'user' });
  expect(progress).toHaveBeenCalledTimes(options.includes('--crm') ? 3 : 7);
  return (JSON.parse(String(printed.mock.calls[0]?.[0])) as { rows: Record<string, number> }).rows;
}

test('DuckDB reads a Parquet export without options: days, decimals, lists, and links that join', async () => {
  await database.sql`UPDATE deals SET origin_file = 'rounds.csv', origin_row = 3`;
  const rows = await runExport('data.parquet', '--sources');
  expect(rows).toMatchObject({ deals: 7, companies: 4 });
  const connection = await (await DuckDBInstance.create()).connect();
  const query = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  const file = (table: string) => `'${join(folder, `data-${table}.parquet`)}'`;
  const types = await query(`SELECT column_name AS name, column_type AS type FROM (DESCRIBE FROM ${file('deals')})`);
  expect(Object.fromEntries(types.map(({ name, type }) => [name, type]))).toMatchObject({
    deal_id: 'VARCHAR',
    announced_utc: 'DATE',
    raised_usd: 'DECIMAL(18,2)',
    pre: 'BOOLEAN',
    lead_investors: 'VARCHAR[]',
    sources: 'VARCHAR[]',
  });
  const deals = await query(`SELECT * FROM ${file('deals')} ORDER BY deal_id`);
  expect(deals[1]).toMatchObject({
    deal_id: uuidOf('deal', 2),
    company: 'Anvil',
    announced_utc: '2024-06-30',
    raised_usd: '2000000.00',
    sources: ['Test'],
    source_rows: ['rounds.csv, row 3'],
    source_days_utc: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
    source_conflicts: [],
  });
  expect(deals[1]!['lead_investors']).toHaveLength(1);
  expect(deals[1]!['investors']).toHaveLength(2);
  expect(deals[2]!['raised_usd']).toBe('12000000.50');
  expect(deals[3]!['raised_usd']).toBeNull();
  expect(deals[4]!['raised_usd']).toBe('0.00');
  expect(deals[5]!['announced_utc']).toBeNull();
  const joined = `SELECT count(*)::int AS links, count(i.name)::int AS investors, sum(lead::int)::int AS leads
    FROM ${file('deal-investors')} l JOIN ${file('deals')} USING (deal_id) JOIN ${file('investors')} i USING (investor_id)`;
  expect(await query(joined)).toEqual([{ links: rows['deal-investors'], investors: rows['deal-investors'], leads: 2 }]);
});

test('NDJSON and CSV have the same rows as the API has records', async () => {
  await runExport('data.ndjson');
  await runExport('data.csv');
  const lines = (await readFile(join(folder, 'data-companies.ndjson'), 'utf8')).trimEnd().split('\n');
  const companies = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(companies[0]).toMatchObject({ name: 'Anvil', employees: '11-50', industries: ['Enterprise software'] });
  const table = parse<Record<string, string>>(await readFile(join(folder, 'data-companies.csv'), 'utf8'), {
    columns: true,
    bom: true,
  });
  expect(table[0]).toMatchObject({ name: 'Anvil', employees: '11 to 50', industries: 'Enterprise software' });
  expect(table).toHaveLength(companies.length);
  expect((await stat(join(folder, 'data-companies.csv'))).mode & 0o777).toBe(0o600);
});

test('the body of a search exports what it matches, and only what is around it', async () => {
  const body = join(folder, 'body.json');
  await writeFile(body, JSON.stringify({ company: { locations: ['germany'] } }));
  expect(await runExport('germany.ndjson', '--body', body)).toMatchObject({ deals: 3, companies: 2 });
  expect(await runExport('companies.ndjson', '--body', body, '--of', 'companies')).toMatchObject({
    deals: 3,
    companies: 2,
  });
  await writeFile(body, '{"deal":{"size_min":-1}}');
  await expect(runExport('wrong.ndjson', '--body', body)).rejects.toThrow('The search is not valid.');
});

test('nothing is overwritten, and an unknown ending or search is an error that says what to do', async () => {
  await runExport('once.csv');
  await expect(runExport('once.csv')).rejects.toThrow('already exists');
  await expect(runExport('data.xls')).rejects.toThrow('.parquet, .ndjson or .csv');
  await expect(runExport('missing/data.csv')).rejects.toThrow('cannot be written');
});

const readTable = async (name: string) =>
  parse<Record<string, string>>(await readFile(join(folder, name), 'utf8'), { columns: true });

test('a CRM gets companies, deals and people under its own headers, owned by a user of it', async () => {
  expect(await runExport('crm.csv', '--crm', 'attio', '--owner', 'ann@fund.example')).toEqual({
    deals: 7,
    companies: 4,
    people: 3,
  });
  expect((await readTable('crm-companies.csv'))[0]).toMatchObject({ Domains: 'anvil.example', Name: 'Anvil' });
  expect((await readTable('crm-deals.csv'))[1]).toMatchObject({
    Name: 'Anvil, Seed, 2024-06-30',
    'Deal value': '2000000',
    'Deal owner': 'ann@fund.example',
    'Associated company': 'anvil.example',
  });
  expect((await readTable('crm-people.csv'))[0]).toMatchObject({ 'First name': 'Ada', 'Last name': 'Angel' });
  await expect(runExport('crm.parquet', '--crm', 'hubspot')).rejects.toThrow('HubSpot imports CSV.');
});

test('only what was added since a day is exported: deals, and what has no deal from before', async () => {
  const { sql } = database;
  await sql`UPDATE deals SET created_at = '2020-01-01'`;
  // Of Birch Pay one deal is older; Cinder has only this one.
  await sql`UPDATE deals SET created_at = '2026-11-28T00:00:00Z' WHERE uuid IN (${uuidOf('deal', 5)}, ${uuidOf('deal', 6)})`;
  const rows = await runExport('since.csv', '--crm', 'salesforce', '--new-since', '2026-11-28');
  expect(rows).toMatchObject({ deals: 2, companies: 1 });
  expect(await readTable('since-companies.csv')).toMatchObject([{ 'Account Name': 'Cinder' }]);
  expect(await runExport('later.csv', '--new-since', '2026-11-29')).toMatchObject({ deals: 0, companies: 0 });
});
