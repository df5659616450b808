import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import { openDatabase } from '../../service/db/open.ts';
import { canMount } from '../../testing/mount.ts';
import { findRunnableBinaries } from './binaries.ts';
import { isPostgres, createCluster, readPostmaster } from './cluster-files.ts';
import { productRole, runSingleUser } from './secure-cluster.ts';
import { defaultSystemDir, findServerUser } from './server-user.ts';
import { type DatabaseServer, startServer } from './server.ts';

const run = promisify(execFile);

let dataDir: string;
/** A folder with a finished cluster: creating one takes longer than most of these tests. */
let madeDir: string;
const running: DatabaseServer[] = [];

beforeAll(async () => {
  madeDir = await mkdtemp(join(tmpdir(), 'fundscope-made-'));
  await (await startServer({ dataDir: madeDir, fsync: false })).stop();
});
afterAll(() => rm(madeDir, { recursive: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fundscope-server-'));
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<DatabaseServer> {
  const server = await startServer({ dataDir: folder, fsync: false });
  running.push(server);
  return server;
}

async function startMade(): Promise<DatabaseServer> {
  await run('cp', ['-a', `${madeDir}/.`, dataDir]);
  return start();
}

async function readPid(folder = dataDir): Promise<number> {
  return (await readPostmaster(join(folder, 'postgres')))?.pid ?? 0;
}

async function selectOne(server: DatabaseServer): Promise<unknown> {
  const client = await connect(server);
  try {
    return (await client.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one;
  } finally {
    await client.end();
  }
}

async function connect(server: DatabaseServer): Promise<Client> {
  const client = new Client({ connectionString: server.address() });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('a server responds at its address, and stopping it leaves no process and no lock', async () => {
  const server = await start();
  const pid = await readPid();
  expect(await selectOne(server)).toBe(1);
  expect(await isPostgres(pid)).toBe(true);
  await server.stop();
  expect(await isPostgres(pid)).toBe(false);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('stored data is there after a restart', async () => {
  const first = await startMade();
  const sql = await openDatabase(first.address(), { max: 1 });
  await sql`CREATE TABLE public.stored AS SELECT 42 AS answer`;
  await sql.end();
  await first.stop();
  const again = await openDatabase((await start()).address(), { max: 1 });
  expect(await again`SELECT answer FROM public.stored`).toEqual([{ answer: 42 }]);
  await again.end();
});

test('a second start joins the running server; the first to stop leaves it to the other, the last one stops it', async () => {
  const first = await startMade();
  const pid = await readPid();
  const second = await start();
  expect(await readPid()).toBe(pid);
  expect(second.address()).toBe(first.address());
  await first.stop();
  expect(await selectOne(second)).toBe(1);
  await second.stop();
  expect(await isPostgres(pid)).toBe(false);
});

test('a server is left to a client that is not Fundscope', async () => {
  const server = await startMade();
  const pid = await readPid();
  const guest = await connect(server);
  await server.stop();
  expect((await guest.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await guest.end();
  await (await start()).stop();
  expect(await isPostgres(pid)).toBe(false);
});

test('if two stop at the same time, one of them stops the server', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  const pid = await readPid();
  await Promise.all([first.stop(), second.stop()]);
  expect(await isPostgres(pid)).toBe(false);
});

test('a killed server is restarted at the same address', async () => {
  const server = await startMade();
  const sql = await openDatabase(server.address(), { max: 2 });
  const pid = await readPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await readPid()).not.toBe(pid), { timeout: 10_000 });
  const answer = await retryWhileUnavailable(10_000, async () => sql`SELECT 1 AS one`);
  expect(answer[0]?.['one']).toBe(1);
  await sql.end();
  await server.stop();
  expect(await isPostgres(await readPid())).toBe(false);
});

test('a lock left by a killed server, whose pid belongs to another program now, does not block the next start', async () => {
  await (await startMade()).stop();
  const lock = join(dataDir, 'postgres', 'postmaster.pid');
  await writeFile(
    lock,
    `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n${join(dataDir, 'postgres')}\n\n1 1\nready\n`,
  );
  expect(await selectOne(await start())).toBe(1);
});

test.each(['', '\n', 'garbage', '12 monkeys\n/data\n', '\0\0\0'])(
  'a lock file that a power cut left as %j does not block the next start',
  async (text) => {
    await run('cp', ['-a', `${madeDir}/.`, dataDir]);
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), text);
    expect(await selectOne(await start())).toBe(1);
  },
);

test('a lock that names the server of another folder does not block the next start, and leaves that server alone', async () => {
  const other = await mkdtemp(join(tmpdir(), 'fundscope-other-'));
  try {
    await run('cp', ['-a', `${madeDir}/.`, other]);
    const neighbour = await start(other);
    const pid = await readPid(other);
    await run('cp', ['-a', `${madeDir}/.`, dataDir]);
    const cluster = join(dataDir, 'postgres');
    await writeFile(join(cluster, 'postmaster.pid'), `${pid}\n${cluster}\n1\n5432\n${cluster}\n\n1 1\nready\n`);
    expect(await selectOne(await start())).toBe(1);
    expect(await selectOne(neighbour)).toBe(1);
    expect(await readPid(other)).toBe(pid);
    await neighbour.stop();
  } finally {
    await rm(other, { recursive: true });
  }
});

test.each(['postgres.log', 'database-password', 'postgres/postmaster.pid', 'postgres/PG_VERSION', 'postgres'])(
  'a wrong folder or file instead of %s is named with a remedy',
  async (name) => {
    await run('cp', ['-a', `${madeDir}/.`, dataDir]);
    const path = join(dataDir, name);
    await rm(path, { recursive: true, force: true });
    if (name === 'postgres') await writeFile(path, '');
    else await mkdir(join(path, 'inside'), { recursive: true });
    await expect(start()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(new RegExp(`^[^\n]*${name.split('/')[0]}[^\n]*\\.$`)),
      remedy: expect.stringContaining('FUNDSCOPE_DATA'),
    });
  },
);

test.runIf(await canMount())('a data folder that cannot be written to is named with a remedy', async () => {
  await run('cp', ['-a', `${madeDir}/.`, dataDir]);
  await run('mount', ['--bind', '-o', 'ro', dataDir, dataDir]);
  await run('mount', ['-o', 'remount,ro,bind', dataDir]);
  try {
    await expect(start()).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/may not write to/),
      remedy: expect.stringContaining('FUNDSCOPE_DATA'),
    });
  } finally {
    await run('umount', [dataDir]);
  }
});

test('data with bad pages is reported as damaged, with what to do', async () => {
  const first = await startMade();
  const client = await connect(first);
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  const { rows } = await client.query<{ path: string }>("SELECT pg_relation_filepath('pg_extension') AS path");
  await client.end();
  await first.stop();
  const path = join(dataDir, 'postgres', rows[0]?.path ?? '');
  await writeFile(path, Buffer.alloc((await stat(path)).size, 7));
  const second = await start();
  await expect(openDatabase(second.address(), { max: 1 })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/is damaged: /),
    remedy: expect.stringMatching(/backup/),
  });
});

test('a path too long for a socket is served from a private folder, which the next start finds', async () => {
  const deep = join(dataDir, 'a'.repeat(90), 'b');
  await chmod(dataDir, 0o755);
  const first = await start(deep);
  const second = await start(deep);
  const socketDir = new URL(first.address()).searchParams.get('host') ?? '';
  expect(Buffer.byteLength(socketDir)).toBeLessThan(86);
  expect(second.address()).toBe(first.address());
  await first.stop();
  expect(await selectOne(second)).toBe(1);
});

test('a folder of another major version is rejected and not changed', async () => {
  await (await startMade()).stop();
  const file = join(dataDir, 'postgres', 'PG_VERSION');
  await writeFile(file, '19\n');
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 19; this Fundscope includes PostgreSQL 18/);
  expect(await readFile(file, 'utf8')).toBe('19\n');
});

test('a damaged folder is reported, and nothing in it is deleted', async () => {
  await (await startMade()).stop();
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const before = await readFile(control);
  await writeFile(control, before.subarray(0, 100));
  await expect(start()).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(/is damaged/) });
  expect(await readFile(control)).toHaveLength(100);
});

test('a folder with foreign files instead of the database is not touched', async () => {
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster);
  await writeFile(join(cluster, 'letter.txt'), 'mine');
  await expect(start()).rejects.toMatchObject({ name: 'StartError' });
  expect(await readFile(join(cluster, 'letter.txt'), 'utf8')).toBe('mine');
});

test('a running server with an unknown password is reported, with its process and what to do', async () => {
  const first = await startMade();
  const guest = await connect(first);
  await guest.query(`ALTER ROLE ${productRole} PASSWORD 'another'`);
  await first.stop();
  await expect(start()).rejects.toMatchObject({
    message: expect.stringMatching(/database-password does not open the database/),
    remedy: expect.stringContaining(`process ${await readPid()}`),
  });
  process.kill(await readPid(), 'SIGINT');
  await guest.end().catch(() => undefined);
  await rm(join(dataDir, 'database-password'));
  await vi.waitFor(async () => expect(await readPid()).toBe(0), { timeout: 10_000 });
  expect(await selectOne(await start())).toBe(1);
});

test('a connection needs the password, and it can neither run a program nor read a file of the server', async () => {
  const server = await startMade();
  const bare = new URL(server.address());
  bare.password = 'wrong';
  await expect(new Client({ connectionString: bare.href }).connect()).rejects.toMatchObject({ code: '28P01' });
  bare.username = 'fundscope';
  await expect(new Client({ connectionString: bare.href }).connect()).rejects.toMatchObject({ code: '28P01' });
  const client = await connect(server);
  await expect(client.query("COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toMatchObject({ code: '42501' });
  await expect(client.query("SELECT pg_read_file('PG_VERSION')")).rejects.toMatchObject({ code: '42501' });
  await client.end();
  expect((await stat(join(dataDir, 'database-password'))).mode & 0o777).toBe(0o600);
});

test('a data folder of a version without a password opens with its data, and requires one from then on', async () => {
  const user = await findServerUser();
  const { native } = await findRunnableBinaries(defaultSystemDir, user);
  const cluster = join(dataDir, 'postgres');
  const old = { native, cluster, passwordFile: '', user, fsync: false };
  await chmod(dataDir, 0o755);
  await createCluster(native, cluster, user, false);
  expect(await runSingleUser(old, 'postgres', ['CREATE DATABASE fundscope'])).toBeUndefined();
  const tables = [
    'CREATE SCHEMA data',
    "CREATE TYPE public.plan AS ENUM ('FREE')",
    'CREATE TABLE data.stored (id int GENERATED ALWAYS AS IDENTITY, answer serial, plan public.plan)',
    'CREATE VIEW data.shown AS SELECT * FROM data.stored',
    'CREATE EXTENSION pg_trgm',
    'INSERT INTO data.stored (plan) VALUES (NULL)',
  ];
  expect(await runSingleUser(old, 'fundscope', tables)).toBeUndefined();
  const client = await connect(await start());
  expect((await client.query('SELECT answer FROM data.stored')).rows).toEqual([{ answer: 1 }]);
  await client.query(
    'ALTER TABLE data.stored ADD owner text; DROP VIEW data.shown; ALTER TYPE public.plan RENAME TO p',
  );
  await client.query('DROP SCHEMA data CASCADE');
  await client.end();
});

test.runIf(await canMount())('a full disk is named, and leaves no half-made folder', async () => {
  const disk = join(dataDir, 'disk');
  await mkdir(disk);
  await chmod(dataDir, 0o755);
  await run('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]);
  try {
    await expect(start(join(disk, 'data'))).rejects.toThrow(/The disk that holds .*data is full/);
    expect(await readdir(join(disk, 'data'))).toEqual([]);
  } finally {
    await run('umount', [disk]);
  }
});

test('a data folder that is a file is rejected with a remedy', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  await expect(start(file)).rejects.toMatchObject({ name: 'StartError', message: expect.stringContaining(file) });
});
