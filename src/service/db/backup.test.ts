import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { seedRecords } from '../../testing/records.ts';
import { createBackup } from './backup.ts';
import { openBackup } from './backup-file.ts';
import { backupTables, excludedTables, ownTypes } from './backup-tables.ts';
import { migrations } from './migrations.ts';

let folder: string;
let key: string;

const database = openForTests(openTestDatabase);
beforeAll(async () => {
  await seedRecords(database.sql);
  ({ key } = await createAccount(database.sql, { name: 'desk', plan: 'PRO' }));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const program = '1.2.3';
const backupTo = (path: string, options: Partial<Parameters<typeof createBackup>[2]> = {}) =>
  createBackup(database.sql, path, { program, ...options });

test('everything that the migrations create in schema public is either in a backup or explicitly excluded', async () => {
  const rows = await database.sql<{ kind: string; name: string }[]>`
    SELECT CASE relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind, relname::text AS name, c.oid, 'pg_class'::regclass AS class FROM pg_class c
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('i', 'e'))
    UNION ALL
    SELECT 'type', typname::text, t.oid, 'pg_type'::regclass FROM pg_type t
      WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd', 'r', 'm')
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e')
    UNION ALL
    SELECT 'function', proname::text, p.oid, 'pg_proc'::regclass FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')`;
  const named = (kind: string) => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  expect(named('table').toSorted()).toEqual([...backupTables, ...excludedTables].toSorted());
  expect(named('type').toSorted()).toEqual(ownTypes.toSorted());
  // A restore drops neither views nor functions, so the migrations must be able to create them again.
  const views = ['deal_industry_tags', 'deal_location_tags'];
  expect(named('view').toSorted()).toEqual(views);
  expect(named('function').toSorted()).toEqual([...views.map((name) => `list_${name}`), 'to_key', 'to_title_key']);
  expect(migrations.filter(({ text }) => /CREATE (FUNCTION|VIEW)/i.test(text))).toEqual([]);
  const [kinds] = await database.sql`
    SELECT array_agg(DISTINCT relkind::text) AS kinds FROM pg_class WHERE relnamespace = 'data'::regnamespace`;
  expect(kinds).toEqual({ kinds: ['i', 'r'] });
});

test('a backup has a header with its tables and row counts, and a body that psql can read', async () => {
  const path = join(folder, 'all.backup');
  const made = await backupTo(path);
  const bytes = await readFile(path);
  expect(bytes.length).toBe(made.bytes);
  const [first, second] = bytes.toString('latin1').split('\n', 2);
  expect(first).toBe('Fundscope backup 2');
  expect(JSON.parse(second ?? '')).toEqual(made.header);
  expect(made.header).toMatchObject({ program, created_at: expect.stringMatching(/Z$/) });
  expect(made.header.tables).toContainEqual({
    schema: 'data',
    name: 'deal_angels',
    columns: ['person_id', 'deal_id', 'financing_position'],
    rows: 1,
  });
  const body = gunzipSync(bytes.subarray(`${first}\n${second}\n`.length, -72)).toString();
  expect(body).toContain(
    'COPY data.deal_angels ("person_id", "deal_id", "financing_position") FROM stdin;\n1\t1\t0\n\\.\n',
  );
});

test('a backup is readable by its owner only, and holds the hash of a key but not the key', async () => {
  const path = join(folder, 'all.backup');
  await backupTo(path);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const backup = await openBackup(path);
  let text = '';
  for await (const { rows } of backup.readTables()) for await (const chunk of rows) text += chunk.toString();
  await backup.close();
  // Either part may contain an underscore.
  const [, id, secret] = /^vg_(.{12})_(.+)$/.exec(key)!;
  expect(text).toContain(id);
  expect(text).not.toContain(secret);
});

test('an existing file is replaced only with `force`, and only by a complete backup', async () => {
  const path = join(folder, 'all.backup');
  await writeFile(path, 'mine');
  await expect(backupTo(path)).rejects.toThrow(/exists already/);
  expect(await readFile(path, 'utf8')).toBe('mine');
  const stopping = new AbortController();
  const stopped = backupTo(path, { force: true, signal: stopping.signal, onProgress: () => stopping.abort() });
  await expect(stopped).rejects.toThrow(/aborted/);
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect(await readdir(folder)).toEqual(['all.backup']);
  await backupTo(path, { force: true });
  expect(await readFile(path, 'latin1')).toMatch(/^Fundscope backup 2\n/);
});

test.each([
  ['a folder that is not there', 'none/all.backup', /there is no folder/],
  ['a folder', 'place', /is not a file/],
  ['a path through a file', 'file/all.backup', /is not a folder/],
])('%s as the target of a backup is rejected with a remedy', async (_, name, message) => {
  await mkdir(join(folder, 'place'));
  await writeFile(join(folder, 'file'), '');
  await expect(backupTo(join(folder, name))).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(message),
  });
  expect((await readdir(folder)).toSorted()).toEqual(['file', 'place']);
});

test('a backup that is aborted in a large table ends soon, and its connection stays usable', async () => {
  const large = await openTestDatabase();
  await large.sql`
    INSERT INTO data.locations (id, permalink, name, full_name, location_type)
    SELECT n, 'p' || n, repeat(md5(n::text), 9), '', 'CITY' FROM generate_series(1, 100000) n`;
  const stopping = new AbortController();
  const making = createBackup(large.sql, join(folder, 'large.backup'), { program, signal: stopping.signal });
  const watching = setInterval(() => {
    const [name] = readdirSync(folder);
    if (name && statSync(join(folder, name)).size > 100_000) stopping.abort();
  }, 5);
  await expect(making).rejects.toThrow(/aborted/);
  clearInterval(watching);
  expect(await readdir(folder)).toEqual([]);
  expect(await Promise.all(Array.from({ length: 5 }, () => large.sql`SELECT 1 AS one`))).toHaveLength(5);
  await large.close();
});

test('a backup is one snapshot: later writes and imports are not in it', async () => {
  const busy = await openTestDatabase();
  await seedRecords(busy.sql);
  await busy.sql`
    INSERT INTO data.locations (id, permalink, name, full_name, location_type)
    SELECT n, 'p' || n, md5(n::text), '', 'CITY' FROM generate_series(100, 100000) n`;
  await createAccount(busy.sql, { name: 'before', plan: 'PRO' });
  let changing: Promise<unknown> | undefined;
  const { header } = await createBackup(busy.sql, join(folder, 'all.backup'), {
    program,
    onProgress: () => {
      changing ??= Promise.all([
        createAccount(busy.sql, { name: 'after', plan: 'PRO' }),
        busy.sql`DELETE FROM data.deal_angels`,
        busy.sql.unsafe(`SET lock_timeout = '20ms'; DROP SCHEMA data CASCADE`).then(
          () => 'swapped',
          (error: unknown) => (error as { code: string }).code,
        ),
      ]);
    },
  });
  // The swap had to wait and gave up, as an import does before it tries again.
  expect(((await changing) as unknown[])[2]).toBe('55P03');
  const rows = Object.fromEntries(header.tables.map((table) => [table.name, table.rows]));
  expect(rows).toMatchObject({ accounts: 1, api_keys: 1, grants: 2, deal_angels: 1, deals: 7 });
  const backup = await openBackup(join(folder, 'all.backup'));
  for await (const { table, rows: lines } of backup.readTables()) {
    let count = 0;
    for await (const chunk of lines) count += chunk.toString('latin1').split('\n').length - 1;
    expect([table.name, count]).toEqual([table.name, table.rows]);
  }
  await backup.close();
  await busy.close();
});
