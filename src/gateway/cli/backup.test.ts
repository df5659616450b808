import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAccount } from '../../service/accounts/accounts.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { seedRecords } from '../../testing/records.ts';
import { readAllRows } from '../../testing/rows.ts';
import { projectDir, version } from '../project.ts';

const run = promisify(execFile);
const cli = join(projectDir, 'dist/server/cli.js');

let full: TestDatabase;
/** A database with an account. */
let used: TestDatabase;
let folder: string;
let path: string;
/** What the backup to that path printed. */
let backup: Outcome;

beforeAll(async () => {
  await run(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build']);
  folder = await mkdtemp(join(tmpdir(), 'fundscope-backup-command-'));
  path = join(folder, 'all.backup');
  full = await openTestDatabase();
  await seedRecords(full.sql);
  const { account_id: accountId } = await createAccount(full.sql, { name: 'desk', plan: 'PRO' });
  // Large enough to leave time for a kill.
  await full.sql`
    INSERT INTO ledger (charge_id, account_id, key_prefix, request_id, endpoint, row_count, monthly_tenths, purchased_tenths, charged_at)
    SELECT gen_random_uuid(), ${accountId}, '', n, '', 0, 0, 0, now() FROM generate_series(1, 200000) n`;
  backup = await runCommand(full, ['backup', path, '--json']);
}, 120_000);

beforeEach(async () => {
  used = await openTestDatabase();
  await createAccount(used.sql, { name: 'own', plan: 'PRO' });
});

afterEach(() => used.close());

afterAll(async () => {
  await full.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = ({ address }: TestDatabase) => ({ PATH: process.env['PATH'], DATABASE_URL: address });

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command; `onError` is called with the process and all of its standard error so far. */
async function runCommand(
  database: TestDatabase,
  args: string[],
  onError?: (said: string, child: ChildProcess) => void,
): Promise<Outcome> {
  const child = spawn(process.execPath, [cli, ...args], {
    env: environment(database),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => (outcome.stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => {
    outcome.stderr += text.toString();
    onError?.(outcome.stderr, child);
  });
  [outcome.code] = (await once(child, 'close')) as [number | null];
  return outcome;
}

test('a backup prints JSON on standard output and progress on standard error', async () => {
  const { code, stdout, stderr } = backup;
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    file: path,
    bytes: (await stat(path)).size,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    program: version,
    rows: { 'data.deals': 7, 'public.accounts': 1 },
  });
  expect(stderr).toMatch(/public\.ledger: 200,000 rows/);
});

test('a rejected backup or restore fails with one clear message', async () => {
  const again = await runCommand(full, ['backup', path]);
  expect(again).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/(already exists|exists already)\.\n.*--force/),
  });
  const lost = await runCommand(used, ['restore', path]);
  expect(lost).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/would replace 1 account, 1 key\./),
  });
  expect(again.stderr + lost.stderr).not.toMatch(/\n {4}at /);
});

test('help says that the file contains hashes of keys and no key', async () => {
  expect((await runCommand(full, ['backup', '--help'])).stdout).toMatch(/hashes of all keys[^.]*but no key/);
});

test('a stopped backup leaves no file', async () => {
  const before = await readdir(folder);
  const stopped = join(folder, 'stopped.backup');
  const { code, stderr } = await runCommand(full, ['backup', stopped], (_, child) => child.kill('SIGINT'));
  expect([code, stderr]).toEqual([130, expect.stringContaining('The backup was stopped. No file was created.')]);
  expect(await readdir(folder)).toEqual(before);
});

test.each([
  ['SIGINT', 130, /The restore was stopped\. Nothing was changed\./],
  ['SIGTERM', 143, /The restore was stopped\. Nothing was changed\./],
  ['SIGKILL', null, /data\.deals/],
] as const)('%s during a restore changes nothing and leaves no schema', async (signal, code, said) => {
  const before = await readAllRows(used.sql);
  const outcome = await runCommand(used, ['restore', path, '--replace'], (text, child) => {
    if (text.includes('data.deals')) child.kill(signal);
  });
  expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringMatching(said)]);
  // The server notices a killed client the next time it writes to it.
  await vi.waitFor(
    async () => {
      const locks = await used.sql`
        SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE locktype = 'advisory' AND datname = current_database()`;
      expect(locks).toEqual([]);
    },
    { timeout: 10_000 },
  );
  expect(await readAllRows(used.sql)).toEqual(before);
  expect(await used.sql`SELECT 1 FROM pg_namespace WHERE nspname LIKE '%restored'`).toEqual([]);
});

test('a restore with --replace replaces everything and reports what it replaced', async () => {
  const { code, stdout, stderr } = await runCommand(used, ['restore', path, '--replace', '--json']);
  expect(code, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rows: { 'data.deals': 7 }, replaced: { accounts: 1, keys: 1, deals: 0 } });
  expect(await readAllRows(used.sql)).toEqual(await readAllRows(full.sql));
  expect(existsSync(path)).toBe(true);
});
