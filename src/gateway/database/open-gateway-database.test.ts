import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../../service/accounts/accounts.ts';
import { migrate, migrations } from '../../service/db/migrations.ts';
import { connect } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { restoreDatabase } from '../../service/db/restore.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { readEnvironment } from '../environment.ts';
import { openGatewayDatabase } from './open-gateway-database.ts';
import { type DatabaseServer, startServer } from './server.ts';

const newest = migrations.length + 1;
const steps = [...migrations, { number: newest, name: 'later', text: 'CREATE TABLE public.later (id integer)' }];

let folder: string;
let server: DatabaseServer;
let older: Pool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-upgrade-'));
  server = await startServer({ dataDir: folder, fsync: false });
  older = connect(server.address(), 1);
  for (const name of ['pg_trgm', 'unaccent']) await older.unsafe(`CREATE EXTENSION ${name} SCHEMA public`);
  await migrate(older);
  await createAccount(older, { name: 'desk', plan: 'PRO', purchased: 7 });
});

afterEach(async () => {
  await older.end();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (env = readEnvironment({ FUNDSCOPE_DATA: folder })) =>
  openGatewayDatabase(server.address(), env, () => undefined, { steps });
const listBackups = () => readdir(join(folder, 'backups')).catch(() => []);
const readSteps = async () => (await older`SELECT number FROM migrations`).length;

test('programs that upgrade a data folder at the same time make one backup first, which restores', async () => {
  const opened = await Promise.all([open(), open(), open()]);
  const [file = '', ...others] = await listBackups();
  expect(others).toEqual([]);
  expect((await stat(join(folder, 'backups', file))).mode & 0o777).toBe(0o600);
  expect(await readSteps()).toBe(newest);
  await Promise.all(opened.map((sql) => sql.end()));
  await (await open()).end();
  expect(await listBackups()).toEqual([file]);

  const empty = await openTestDatabase();
  const { header } = await restoreDatabase(empty.sql, join(folder, 'backups', file), {});
  expect(header.migration).toBe(newest - 1);
  expect(await empty.sql`SELECT name, purchased_tenths FROM accounts`).toEqual([
    { name: 'desk', purchased_tenths: 70 },
  ]);
  await empty.close();
});

test('a data folder that cannot be backed up is not upgraded', async () => {
  await writeFile(join(folder, 'backups'), '');
  await expect(open()).rejects.toThrow(/^The backup before the upgrade cannot be made: .*backups is no folder/);
  expect(await readSteps()).toBe(newest - 1);
});

test('a database named by DATABASE_URL is upgraded without a backup', async () => {
  const env = readEnvironment({ FUNDSCOPE_DATA: folder, DATABASE_URL: server.address() });
  await (await open(env)).end();
  expect(await readSteps()).toBe(newest);
  expect(await listBackups()).toEqual([]);
});
