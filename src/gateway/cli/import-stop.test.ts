import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { projectDir } from '../project.ts';

const run = promisify(execFile);
const cli = join(projectDir, 'dist/server/cli.js');
const database = openForTests(openTestDatabase);

let folder: string;
let mapping: string;

beforeAll(async () => {
  await run(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build']);
  folder = await mkdtemp(join(tmpdir(), 'fundscope-stop-'));
  mapping = join(folder, 'mapping.json');
  const source = { key: 'list', title: 'List', licence: 'CC0', created_at: '2024-01-31' };
  const format = { type: 'csv', delimiter: ',', encoding: 'utf-8' };
  await writeFile(mapping, JSON.stringify({ source, format, company: { name: 'Company' } }));
}, 120_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** A small gzip file with so many rows without a company that reading it takes much longer than a test. */
async function writeLongFile(name: string): Promise<string> {
  const path = join(folder, name);
  const rows = Buffer.alloc(1_000_000, 'a,b,c\n');
  const parts = [Buffer.from('Company,City\nOak,Ulm\n'), ...Array.from({ length: 300 }, () => rows)];
  await pipeline(Readable.from(parts), createGzip(), createWriteStream(path));
  return path;
}

/** Runs an import and presses Ctrl-C once it has reached a stage. */
async function stopAt(path: string, hasReached: (stderr: string) => boolean | Promise<boolean>) {
  const child = spawn(process.execPath, [cli, 'import', '--mapping', mapping, path], {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.address },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const closed = once(child, 'close') as Promise<[number | null]>;
  try {
    await vi.waitFor(async () => expect(await hasReached(stderr)).toBe(true), { timeout: 60_000, interval: 100 });
    child.kill('SIGINT');
    const [code] = await closed;
    return { code, stderr };
  } finally {
    child.kill('SIGKILL');
  }
}

/** Whether an import has written what comes before the records of its file, and waits for these. */
async function isReading(): Promise<boolean> {
  const [row] = await database.sql<{ waits: boolean }[]>`
    SELECT count(*) > 1 AND bool_and(state <> 'active' AND state_change < now() - interval '500 ms') AS waits
    FROM pg_stat_activity WHERE application_name = 'fundscope import' AND datname = current_database()`;
  return row?.waits ?? false;
}

const readSchemas = async () =>
  (await database.sql<{ name: string }[]>`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'data%'`).map(
    ({ name }) => name,
  );

test(
  'Ctrl-C while a file is read that brings no more records ends the import and cleans up',
  { timeout: 90_000 },
  async () => {
    const path = await writeLongFile('rows.csv.gz');
    const { code, stderr } = await stopAt(path, isReading);
    expect([code, stderr]).toEqual([130, expect.stringMatching(/\nImport stopped\. Nothing changed\.\n$/)]);
    expect(await readSchemas()).toEqual(['data']);
  },
);

test(
  'Ctrl-C while other queries hold up the new records ends the import and cleans up',
  { timeout: 90_000 },
  async () => {
    const path = join(folder, 'list.csv');
    await writeFile(path, 'Company\nOak\n');
    await database.sql.begin(async (tx) => {
      await tx`SELECT count(*) FROM data.companies`;
      const { code, stderr } = await stopAt(path, (said) => said.includes('Replacing the old records'));
      expect([code, stderr]).toEqual([130, expect.stringMatching(/\nImport stopped\. The records are .* new\.\n$/)]);
    });
    expect(await readSchemas()).toEqual(['data']);
    expect(await database.sql`SELECT 1 FROM companies`).toEqual([]);
  },
);
