import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { buildService } from '../app.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { readAllRows, readSchema } from '../../testing/rows.ts';
import { type TestService, startService } from '../../testing/service.ts';
import { createBackup } from './backup.ts';
import { formatBackupTrailer, trailerBytes } from './backup-format.ts';
import type { Pool } from './pool.ts';
import { restoreDatabase } from './restore.ts';

let source: TestService;
let folder: string;
let path: string;
let saved: Awaited<ReturnType<typeof readState>>;
/** A used database that no test changes. */
let unchanged: Pool;
const opened: TestDatabase[] = [];

beforeAll(async () => {
  source = await startService({ seed: seedRecords });
  expect((await source.inject('POST', '/api/v1/deals', { body: {} })).headers['x-credits-used']).toBe('7.0');
  folder = await mkdtemp(join(tmpdir(), 'fundscope-restore-'));
  path = join(folder, 'all.backup');
  await createBackup(source.sql, path, { program: '1.2.3' });
  saved = await readState(source.sql);
  unchanged = await openUsed();
});
afterAll(async () => {
  await source.close();
  for (const database of opened) await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function openEmpty(): Promise<Pool> {
  const database = await openTestDatabase();
  opened.push(database);
  return database.sql;
}

/** Opens a new database with accounts and records. */
async function openUsed(): Promise<Pool> {
  const sql = await openEmpty();
  await sql`INSERT INTO sources (id, key, title, licence, imported_at) VALUES (7, 'own', 'Own', 'none', now())`;
  await sql`INSERT INTO companies (id, uuid, source_id, permalink, name, folded)
    VALUES (1, ${uuidOf('company', 99)}, 7, 'own', 'Own', 'own')`;
  await createAccount(sql, { name: 'own', plan: 'PRO' });
  return sql;
}

const readState = async (sql: Pool) => ({ rows: await readAllRows(sql), schema: await readSchema(sql) });

test('a restored database has every row and every key, index, comment and type of the first', async () => {
  const sql = await openEmpty();
  const { header, replaced } = await restoreDatabase(sql, path);
  expect(header.program).toBe('1.2.3');
  expect(Object.values(replaced).every((count) => count === 0)).toBe(true);
  expect(await readState(sql)).toEqual(saved);
});

test('responses are identical, and key, credits and ledger continue unchanged', async () => {
  const sql = await openEmpty();
  await restoreDatabase(sql, path);
  const restored = await buildService({ db: sql, checkResponses: true });
  const headers = { authorization: `Bearer ${source.key}` };
  const bodies = [
    ['/deals', {}],
    ['/deals', { deal: { financing_types: [{ type: 'SEED' }] }, company: { locations: ['california-united-states'] } }],
    ['/companies', { identifiers: { domains: ['birch.example'] } }],
    ['/investors', { identifiers: { ids: [uuidOf('investor', 1), uuidOf('investor', 2)] } }],
  ] as const;
  for (const [route, payload] of bodies) {
    const request = { method: 'POST', url: `/api/v1${route}`, headers, payload } as const;
    const [first, second] = [await source.app.inject(request), await restored.inject(request)];
    expect(first.statusCode, first.body).toBe(200);
    expect(second.body).toBe(first.body);
    expect(second.headers['x-credits-remaining']).toBe(first.headers['x-credits-remaining']);
  }
  for (const url of ['/location/search?name=berlin', '/industry/search?name=fin']) {
    const request = { method: 'GET', url: `/api/v1${url}`, headers } as const;
    const [first, second] = [await source.app.inject(request), await restored.inject(request)];
    expect([first.statusCode, second.body]).toEqual([200, first.body]);
  }
  await restored.close();
});

test('accounts created after a restore get new numbers', async () => {
  const sql = await openEmpty();
  await restoreDatabase(sql, path);
  const before = await sql<{ id: number }[]>`SELECT id FROM grants`;
  await createAccount(sql, { name: 'next', plan: 'PRO' });
  const after = await sql<{ id: number }[]>`SELECT id FROM grants`;
  expect(after.length).toBe(before.length + 2);
  expect(Math.max(...after.map(({ id }) => id))).toBe(Math.max(...before.map(({ id }) => id)) + 2);
});

test('a used database is unchanged without `replace`, and the error lists its contents', async () => {
  const sql = await openUsed();
  const before = await readState(sql);
  await expect(restoreDatabase(sql, path)).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/would replace 1 account, 1 key, 1 company\. Nothing was changed/),
  });
  expect(await readState(sql)).toEqual(before);
  const told: string[] = [];
  const { replaced } = await restoreDatabase(sql, path, { replace: true, onProgress: (text) => told.push(text) });
  expect(replaced).toMatchObject({ accounts: 1, keys: 1, companies: 1, deals: 0 });
  expect(told).toContain('Replacing 1 account, 1 key, 1 company.');
  expect(await readState(sql)).toEqual(saved);
});

test('while a backup replaces other data, readers see the old data without waiting', async () => {
  const sql = await openUsed();
  const seen: Promise<unknown>[] = [];
  const onProgress = (text: string) => {
    if (text.startsWith('  data.') || text.startsWith('Building')) {
      const question = 'SELECT c.name, a.name AS account FROM data.companies c, public.accounts a';
      seen.push(sql.unsafe(`SET statement_timeout = '2s'; ${question}`).then((all) => all[1]));
    }
  };
  await restoreDatabase(sql, path, { replace: true, onProgress });
  const responses = await Promise.all(seen);
  expect(responses.length).toBeGreaterThan(10);
  expect(responses[0]).toEqual([{ name: 'Own', account: 'own' }]);
  expect(await sql`SELECT count(*) AS count FROM companies`).toEqual([{ count: 4 }]);
});

/** A copy of the backup with changed bytes; `seal` makes its checksum valid again. */
async function writeChanged(change: (bytes: Buffer) => Buffer, seal = false): Promise<string> {
  const changed = join(folder, 'changed.backup');
  const bytes = await readFile(path);
  if (!seal) await writeFile(changed, change(bytes));
  else {
    const body = change(bytes.subarray(0, -trailerBytes));
    await writeFile(changed, [body, formatBackupTrailer(createHash('sha256').update(body).digest('hex'))]);
  }
  return changed;
}

const flip = (share: number) => (bytes: Buffer) => {
  const place = Math.floor((bytes.length - 1) * share);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes;
};
const replaceText = (from: string | RegExp, to: string) => (bytes: Buffer) => {
  const text = bytes.toString('latin1').replace(from, to);
  return Buffer.from(text, 'latin1');
};

test.each<[string, (bytes: Buffer) => Buffer, RegExp, boolean?]>([
  ['an empty file', () => Buffer.alloc(0), /is no backup of Fundscope/],
  ['a letter', () => Buffer.from('Dear Ada,\nall is well.\n'), /is no backup of Fundscope/],
  ['another gzip file', () => gzipSync('id,name\n1,Anvil\n'), /is no backup of Fundscope/],
  ['only the first line', (bytes) => bytes.subarray(0, 19), /incomplete or damaged/],
  ['half of the file', (bytes) => bytes.subarray(0, bytes.length / 2), /incomplete or damaged/],
  ['a file without its last byte', (bytes) => bytes.subarray(0, -1), /incomplete or damaged/],
  ['a file with one byte more', (bytes) => Buffer.concat([bytes, Buffer.from('\n')]), /incomplete or damaged/],
  ['a wrong bit in the header', flip(0.1), /incomplete or damaged/],
  ['a wrong bit in the middle', flip(0.6), /incomplete or damaged/],
  ['a wrong bit in the checksum', flip(1), /incomplete or damaged/],
  ['a newer format', replaceText('backup 2', 'backup 3'), /newer Fundscope \(its format is number 3/, true],
  ['a newer schema', replaceText(/"migration":\d+/, '"migration":9999'), /newer Fundscope, 1\.2\.3 \(its schema/, true],
  ['a header that is no JSON', replaceText('"program"', 'program'), /incomplete or damaged/, true],
  [
    'a table that is not ours',
    replaceText('"name":"deals"', '"name":"deeds"'),
    /table data\.deals of this backup/,
    true,
  ],
  ['a table with other columns', replaceText('"pre",', ''), /table data\.deals of this backup is not that/, true],
  ['wrong counts', replaceText('"rows":7', '"rows":8'), /got 7 rows instead of 8/, true],
  ['a body that ends early', (bytes) => bytes.subarray(0, -30), /incomplete or damaged|unexpected end of file/, true],
])('%s is rejected and changes nothing', async (_, change, message, seal) => {
  const before = await readState(unchanged);
  await expect(restoreDatabase(unchanged, await writeChanged(change, seal), { replace: true })).rejects.toThrow(
    message,
  );
  expect(await readState(unchanged)).toEqual(before);
});

test('a backup of a build before the first release, which numbered its schemas otherwise, is restored', async () => {
  const sql = await openEmpty();
  const older = await writeChanged(
    (bytes) => replaceText('backup 2', 'backup 1')(replaceText(/"migration":\d+/, '"migration":26')(bytes)),
    true,
  );
  await restoreDatabase(sql, older);
  expect(await readState(sql)).toEqual(saved);
});

test.each([
  ['nothing', 'none.backup', /there is no such file/],
  ['a folder', '', /it is not a file/],
])('%s instead of a file is rejected with a remedy', async (_, name, message) => {
  const restoring = restoreDatabase(unchanged, join(folder, name));
  await expect(restoring).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(message) });
});

const moments = ['Replacing', '  data.companies', '  public.accounts', 'Building', 'Putting'];

test.each(moments)('a restore whose connection is killed at "%s" changes everything or nothing', async (moment) => {
  const sql = await openUsed();
  const before = await readState(sql);
  const onProgress = (text: string) => {
    if (!text.startsWith(moment)) return;
    // The restoring connection holds the lock.
    void sql`
      SELECT pg_terminate_backend(pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE locktype = 'advisory' AND datname = current_database()`.execute();
  };
  const outcome = await restoreDatabase(sql, path, { replace: true, onProgress }).then(
    () => 'restored',
    () => 'failed',
  );
  const state = await readState(sql);
  // The kill may arrive after the commit and before its response; then all of it is restored.
  if (moment === 'Putting') expect([before, saved]).toContainEqual(state);
  else expect([outcome, state]).toEqual(['failed', before]);
});

test.each(moments.slice(0, -1))(
  'an abort at "%s" changes nothing, and the same restore works afterwards',
  async (moment) => {
    const sql = await openUsed();
    const before = await readState(sql);
    const stopping = new AbortController();
    const onProgress = (text: string) => {
      if (text.startsWith(moment)) stopping.abort(new Error('stopped by hand'));
    };
    const stopped = restoreDatabase(sql, path, { replace: true, signal: stopping.signal, onProgress });
    await expect(stopped).rejects.toThrow('stopped by hand');
    expect(await readState(sql)).toEqual(before);
    await restoreDatabase(sql, path, { replace: true });
    expect(await readState(sql)).toEqual(saved);
  },
);

test('a restore is rejected during an import or another restore', async () => {
  const sql = await openUsed();
  const other = await sql.reserve();
  await other`SELECT pg_advisory_lock(4311)`;
  const before = await readState(sql);
  await expect(restoreDatabase(sql, path, { replace: true })).rejects.toThrow(
    /An import or another restore is at work/,
  );
  await other`SELECT pg_advisory_unlock(4311)`;
  other.release();
  expect(await readState(sql)).toEqual(before);
});
