import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import { openDatabase } from '../../service/db/open.ts';
import { isPostgres, readPostmaster } from './cluster-files.ts';
import { type DatabaseServer, startServer } from './server.ts';

const run = promisify(execFile);

/** Whether a small disk can be made here; not every container allows it. */
async function mayMount(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-mount-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    await run('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let dataDir: string;
/** A folder whose cluster is made already: making one takes longer than most of these tests. */
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

async function ask(server: DatabaseServer): Promise<unknown> {
  const client = await connectAs('fundscope', server);
  try {
    return (await client.query<{ one: number }>('SELECT 1 AS one')).rows[0]?.one;
  } finally {
    await client.end();
  }
}

async function connectAs(user: string, server: DatabaseServer): Promise<Client> {
  const host = new URL(server.address()).searchParams.get('host') ?? '';
  const client = new Client({ host, user, port: 5432, database: 'fundscope' });
  await client.connect();
  return client;
}

test('a server answers at its address, and stopping it leaves no process and no lock', async () => {
  const server = await start();
  const pid = await readPid();
  expect(await ask(server)).toBe(1);
  expect(await isPostgres(pid)).toBe(true);
  await server.stop();
  expect(await isPostgres(pid)).toBe(false);
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

test('what was stored is there after a restart', async () => {
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
  expect(await ask(second)).toBe(1);
  await second.stop();
  expect(await isPostgres(pid)).toBe(false);
});

test('a server is left to a client that is not Fundscope', async () => {
  const server = await startMade();
  const pid = await readPid();
  const guest = await connectAs('fundscope', server);
  await server.stop();
  expect((await guest.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await guest.end();
  await (await start()).stop();
  expect(await isPostgres(pid)).toBe(false);
});

test('of two that stop at the same moment one stops the server', async () => {
  const [first, second] = await Promise.all([start(), start()]);
  const pid = await readPid();
  await Promise.all([first.stop(), second.stop()]);
  expect(await isPostgres(pid)).toBe(false);
});

test('a server that is killed comes back by itself at the same address', async () => {
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
  expect(await ask(await start())).toBe(1);
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
  expect(await ask(second)).toBe(1);
});

test('a folder of another major version is rejected and not changed', async () => {
  await (await startMade()).stop();
  const file = join(dataDir, 'postgres', 'PG_VERSION');
  await writeFile(file, '19\n');
  await expect(start()).rejects.toThrow(/was made by PostgreSQL 19; this Fundscope includes PostgreSQL 18/);
  expect(await readFile(file, 'utf8')).toBe('19\n');
});

test('a damaged folder is named, and nothing in it is deleted', async () => {
  await (await startMade()).stop();
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const before = await readFile(control);
  await writeFile(control, before.subarray(0, 100));
  await expect(start()).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(/is damaged/) });
  expect(await readFile(control)).toHaveLength(100);
});

test('a folder with foreign files in the place of the database is not touched', async () => {
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster);
  await writeFile(join(cluster, 'letter.txt'), 'mine');
  await expect(start()).rejects.toMatchObject({ name: 'StartError' });
  expect(await readFile(join(cluster, 'letter.txt'), 'utf8')).toBe('mine');
});

test('a folder whose server has no user for us is named as busy, with the process that holds it', async () => {
  const first = await startMade();
  const stranger = await connectAs('fundscope', first);
  await stranger.query('CREATE ROLE stranger SUPERUSER LOGIN');
  await first.stop();
  const other = await connectAs('stranger', first);
  await other.query('ALTER ROLE fundscope NOLOGIN');
  await expect(start()).rejects.toThrow(new RegExp(`in use by a PostgreSQL server \\(process ${await readPid()}\\)`));
  await other.query('ALTER ROLE fundscope LOGIN');
  await Promise.all([stranger.end(), other.end()]);
  await start();
});

test.runIf(await mayMount())('a full disk is named, and leaves no half-made folder', async () => {
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
