import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { readImportLog } from '../../service/import/import-log.ts';
import { importUnattended } from '../../service/import/scheduled-import.ts';
import { acquireLoadLock } from '../../service/import/load.ts';
import { readMapping } from '../../service/import/mapping/mapped-file.ts';
import { projectDir } from '../project.ts';

const run = promisify(execFile);
const cli = join(projectDir, 'dist/server/cli.js');
let database: TestDatabase;
const getEnv = () => ({ PATH: process.env['PATH'], DATABASE_URL: database.address });
const fundscope = (...words: string[]) => run(process.execPath, [cli, ...words], { env: getEnv() });

let folder: string;
let inbox: string;
beforeAll(async () => {
  await run(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build']);
}, 120_000);
beforeEach(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fundscope-watch-'));
  inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const source = { key: 'weekly', title: 'Weekly', licence: 'CC0', created_at: '2026-01-31' };
  const fields = {
    company: { name: 'Company' },
    deal: {
      key: ['Company', 'Round'],
      round_type: 'Round',
      raised: { column: 'Raised', currency: 'USD' },
      date: 'Date',
    },
  };
  await writeFile(join(folder, 'mapping.json'), JSON.stringify({ source, format: { type: 'csv' }, ...fields }));
  expect((await fundscope('import', 'mapping', 'weekly', join(folder, 'mapping.json'))).stdout).toContain('Stored');
}, 60_000);
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await database.close();
});

type Printed = { file: string; added: number; changed: number; removed: number; rejected: number; message: string };

/** Watches the inbox; `next` is what the program prints of the next file. */
function watchInbox(...options: string[]) {
  const words = ['import', '--watch', inbox, '--mapping', 'weekly', '--json', ...options];
  const child = spawn(process.execPath, [cli, ...words], { env: getEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    next: async () => JSON.parse((await lines.next()).value as string) as Printed,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await once(child, 'close');
    },
  };
}

const put = (name: string, ...rows: string[]) =>
  writeFile(join(inbox, name), ['Company,Round,Raised,Date', ...rows, ''].join('\n'));
const readRaised = async () =>
  (await database.sql<{ raised: number }[]>`SELECT total_round_raised AS raised FROM deals ORDER BY 1`).map(
    ({ raised }) => raised,
  );

test(
  'files that are put into a folder are imported by a stored mapping, and a bad one is set aside and changes nothing',
  { timeout: 120_000 },
  async () => {
    expect((await fundscope('import', 'mapping')).stdout).toBe('weekly\n');
    await put('first.csv', 'Oak,Seed,1000000,2026-01-05', 'Elm,Series A,2000000,2026-01-06');
    await using watching = watchInbox();
    expect(await watching.next()).toMatchObject({
      file: 'first.csv',
      added: 4,
      changed: 0,
      rejected: 0,
      message: null,
    });
    await put('second.csv', 'Oak,Seed,1500000,2026-01-05', ',Seed,3,2026-01-07');
    expect(await watching.next()).toMatchObject({ file: 'second.csv', added: 0, removed: 2, rejected: 1 });
    expect(await readRaised()).toEqual([1_500_000]);
    await writeFile(join(inbox, 'bad.csv'), 'Firma,Kapital\nOak,3\n');
    const bad = await watching.next();
    expect(bad).toMatchObject({ file: 'bad.csv', added: 0, changed: 0, removed: 0 });
    expect(bad.message).toContain('there is no column "Company"');
    expect(await readRaised()).toEqual([1_500_000]);
    expect(await readdir(join(inbox, 'imported'))).toEqual(['first.csv', 'second.csv']);
    expect(await readdir(join(inbox, 'rejected'))).toEqual(['bad.csv', 'bad.csv.txt']);
    expect(await readFile(join(inbox, 'rejected', 'bad.csv.txt'), 'utf8')).toContain('there is no column "Company"');
    const log = await readImportLog(database.sql, 10);
    expect(log.map(({ file }) => file)).toEqual(['bad.csv', 'second.csv', 'first.csv']);
    expect(log[1]).toMatchObject({
      source: 'Weekly',
      changed: 2,
      reasons: [{ reason: 'no company is named', count: 1, lines: [3] }],
    });
  },
);

test('a folder is looked at in intervals with --every, and needs a mapping that is stored', async () => {
  await put('seen.csv', 'Oak,Seed,1500000,2026-01-05');
  await using watching = watchInbox('--every', '6h');
  expect(await watching.next()).toMatchObject({ file: 'seen.csv', added: 2, changed: 0, removed: 0, message: null });
  await expect(fundscope('import', '--watch', inbox)).rejects.toThrow('--watch needs --mapping.');
  await expect(fundscope('import', '--watch', inbox, '--mapping', 'monthly')).rejects.toThrow('There are: weekly.');
  await expect(fundscope('import', '--watch', inbox, '--mapping', 'weekly', '--every', '6')).rejects.toThrow('30m, 6h');
}, 60_000);

test('a file that is not to blame stays: while another import runs, nothing is logged or set aside', async () => {
  const path = join(folder, 'later.csv');
  await writeFile(path, 'Company,Round,Raised,Date\nOak,Seed,1,2026-01-05\n');
  const lock = await acquireLoadLock(database.sql);
  const before = await readImportLog(database.sql, 10);
  const mapping = await readMapping(join(folder, 'mapping.json'));
  const imported = importUnattended(database.sql, path, mapping, new AbortController().signal);
  await expect(imported).rejects.toMatchObject({ isTransient: true });
  expect(await readImportLog(database.sql, 10)).toEqual(before);
  await lock.release();
}, 60_000);
