import { Command } from 'commander';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { idOf, loadAs, newer, older } from '../../service/import/testing-records.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createShutdown } from '../shutdown.ts';
import { readEnvironment } from '../environment.ts';
import { openGateway } from '../server/gateway.ts';
import { registerSources } from './sources.ts';

const database = openForTests(openTestDatabase);
beforeAll(async () => {
  await loadAs(database.sql, 'older', older, 2013);
  await loadAs(database.sql, 'newer', newer, 2014);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs a command like the command line; returns its output. */
async function run(...words: string[]): Promise<string> {
  using printed = vi.spyOn(console, 'log').mockReturnValue();
  const program = new Command().exitOverride();
  registerSources(program, async () => ({ sql: database.sql, close: async () => undefined }));
  await program.parseAsync(['sources', ...words], { from: 'user' });
  return printed.mock.calls.map(([line]) => String(line)).join('\n');
}

test('lists every source with licence, date and counts, as text and as JSON', async () => {
  const text = await run();
  expect(text).toContain('older: Source older');
  expect(text).toContain('  licence   Licence of newer');
  expect(text).toMatch(/imported {2}\d{4}-\d\d-\d\d, as of 2014-01-01/);
  expect(text).toContain('  records   1 company, 2 deals, 2 investors, 1 person');
  expect(JSON.parse(await run('--json'))).toMatchObject([{ key: 'older', companies: 1 }, { key: 'newer' }]);
});

test('shows all sources of a record with their licences, and why they were merged', async () => {
  const text = await run('of', 'acorn');
  expect(text).toContain(`Acorn Labs (company, acorn, ${idOf('older')})`);
  expect(text).toMatch(/ {2}older: Source older; Licence of older; imported /);
  expect(text).toContain(`there ${idOf('newer')}, merged by Crunchbase address`);
  expect(JSON.parse(await run('of', idOf('newer'), '--json'))).toMatchObject([{ id: idOf('older') }]);
});

test('lists all merges with their reason and the ids that keep-apart takes', async () => {
  const lines = (await run('merges')).split('\n');
  expect(lines).toContain('companies merged by Crunchbase address');
  expect(lines.join()).toContain(`(older, ${idOf('older')}) = `);
  expect(lines.join()).toContain(`(newer, ${idOf('newer')})`);
  const merges = JSON.parse(await run('merges', '--json')) as { entity: string; joined: { id: string } }[];
  expect(merges.filter(({ entity }) => entity === 'company')).toMatchObject([{ joined: { id: idOf('newer') } }]);
});

test('says what to give when there is no such record', async () => {
  await expect(run('of', 'nobody')).rejects.toMatchObject({
    message: 'There is no record nobody.',
    remedy: expect.stringContaining('permalink') as string,
  });
});

test('a starting gateway drops the schema of a killed import, and /config.json lists the sources', async () => {
  await database.sql`CREATE SCHEMA data_next`;
  await database.sql`CREATE TABLE data_next.companies (id integer)`;
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-sources-'));
  const shutdown = createShutdown();
  const env = readEnvironment({ DATABASE_URL: database.address, FUNDSCOPE_DATA: folder });
  const app = await openGateway({ address: database.address, env, onProgress: () => undefined }, shutdown);
  expect(await database.sql`SELECT to_regnamespace('data_next') AS left`).toEqual([{ left: null }]);
  const config = (await app.inject('/config.json')).json<{ demo: boolean; sources: unknown }>();
  expect(config.demo).toBe(false);
  expect(config.sources).toMatchObject([
    { title: 'Source older', licence: 'Licence of older' },
    { title: 'Source newer', licence: 'Licence of newer' },
  ]);
  await shutdown.run();
  await rm(folder, { recursive: true });
});
