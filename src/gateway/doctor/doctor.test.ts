import { Command } from 'commander';
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type RequestListener, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server } from 'node:net';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../service/db/open.ts';
import { localhostCertificate } from '../../testing/certificate.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { startReplicatedPair } from '../../testing/replicated.ts';
import { listen, startRelay } from '../../testing/gateway.ts';
import { canMount } from '../../testing/mount.ts';
import { startService } from '../../testing/service.ts';
import { registerDoctor } from '../cli/doctor.ts';
import { readPostmaster } from '../database/cluster-files.ts';
import { startServer } from '../database/server.ts';
import { openLocalAccount } from '../server/local-account.ts';
import { createShutdown } from '../shutdown.ts';
import { checkProgram } from './check-program.ts';
import { checkReplicas } from './check-replicas.ts';
import { examineInstallation } from './doctor.ts';
import type { CheckFinding } from './check-finding.ts';

let folder: string;
const servers: Server[] = [];

const service = openForTests(startService);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-doctor-'));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** The doctor's findings with these variables, by the name of the check; the last finding of a name counts. */
async function examine(values: Record<string, string>): Promise<Partial<Record<CheckFinding['name'], CheckFinding>>> {
  const shutdown = createShutdown();
  const found: Partial<Record<CheckFinding['name'], CheckFinding>> = {};
  for await (const finding of examineInstallation({ PORT: '0', FUNDSCOPE_DATA: folder, ...values }, shutdown)) {
    found[finding.name] = finding;
  }
  await shutdown.run();
  return found;
}

const listProblems = (found: Partial<Record<CheckFinding['name'], CheckFinding>>) =>
  Object.values(found)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listen(server)}/api/v1`;
}

/** Our service as a hosted one; `base` is added to the path of each request. */
const startHosted = (headers: Record<string, string> = {}, base = ''): Promise<string> =>
  serve((request, response) => {
    const forwarded = { url: `${base}${request.url}`, headers: request.headers as Record<string, string> };
    void service.app.inject(forwarded).then((given) => {
      response.writeHead(given.statusCode, { 'content-type': 'application/json', ...headers });
      response.end(given.body);
    });
  });

test('a machine without any data has no problem, and nothing is created on it', async () => {
  const FUNDSCOPE_DATA = join(folder, 'new');
  const found = await examine({ FUNDSCOPE_DATA });
  expect(listProblems(found)).toEqual([]);
  expect(found.folder?.message).toContain('does not exist yet');
  expect(found.database?.message).toContain('There is none yet');
  await expect(stat(FUNDSCOPE_DATA)).rejects.toThrow('ENOENT');
});

test('the embedded database is joined while it runs, and started and stopped where it does not run', async () => {
  const server = await startServer({ dataDir: folder, fsync: false });
  const sql = await openDatabase(server.address(), { max: 1 });
  await openLocalAccount(sql, folder);
  const running = await examine({});
  expect(listProblems(running)).toEqual([]);
  expect(running.database?.message).toMatch(/^PostgreSQL 18\.\d+ \(embedded\), \d+ MB, schema \d+$/);
  expect(running.key?.message).toBe('The local key works.');
  expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await sql.end();
  await server.stop();

  expect(listProblems(await examine({}))).toEqual([]);
  expect(await readPostmaster(join(folder, 'postgres'))).toBeUndefined();
});

test('a folder that others can write to, a secret that they can read, and a file instead of a folder are problems', async () => {
  const DATABASE_URL = connectedAddress();
  await chmod(folder, 0o777);
  expect((await examine({ DATABASE_URL })).folder).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('chmod o-w'),
  });
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'local-key'), 'x', { mode: 0o644 });
  expect((await examine({ DATABASE_URL })).folder).toMatchObject({
    ok: false,
    remedy: expect.stringContaining('chmod 600'),
  });
  const FUNDSCOPE_DATA = join(folder, 'local-key');
  const found = await examine({ FUNDSCOPE_DATA });
  expect(found.folder).toMatchObject({ ok: false, message: expect.stringContaining('there is a file of that name') });
  expect(found.database).toBeUndefined();
});

const connectedAddress = () => service.sql.options.address;

test.runIf(await canMount())('a disk with little space is a problem', async () => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]);
  try {
    const found = await examine({ FUNDSCOPE_DATA: join(disk, 'data') });
    expect(found.disk).toMatchObject({ ok: false, message: expect.stringMatching(/^2\d MB are free/) });
  } finally {
    await promisify(execFile)('umount', [disk]);
  }
});

test('of a database the version of its schema, its extensions and its local key are checked', async () => {
  const database: TestDatabase = await openTestDatabase();
  const { sql, address: DATABASE_URL } = database;
  const { accountId } = await openLocalAccount(sql, folder);
  expect(listProblems(await examine({ DATABASE_URL }))).toEqual([]);

  await sql`UPDATE accounts SET disabled_at = now()`;
  expect((await examine({ DATABASE_URL })).key?.remedy).toBe(`Run fundscope accounts enable ${accountId}.`);
  await sql`UPDATE api_keys SET disabled_at = now()`;
  expect((await examine({ DATABASE_URL })).key).toMatchObject({
    ok: false,
    message: expect.stringContaining('does not work'),
  });

  await sql`INSERT INTO migrations (number, name) VALUES (9999, 'of the future')`;
  expect((await examine({ DATABASE_URL })).database).toMatchObject({
    ok: false,
    message: expect.stringContaining('made by a newer Fundscope'),
  });
  await sql`DELETE FROM migrations WHERE number = 9999`;
  await sql.unsafe('DROP EXTENSION unaccent CASCADE');
  expect((await examine({ DATABASE_URL })).database).toMatchObject({
    ok: false,
    message: expect.stringContaining('lacks the extension unaccent'),
  });
  await sql`DELETE FROM migrations`;
  expect((await examine({ DATABASE_URL })).database).toMatchObject({
    ok: true,
    message: expect.stringContaining('still empty: the next start makes its tables'),
  });
  await database.close();
});

test('a database that cannot be reached or rejects the login is named without its password', async () => {
  const unreachable = await examine({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/x' });
  expect(unreachable.database).toMatchObject({ ok: false, message: expect.stringContaining('ECONNREFUSED') });
  expect(unreachable.folder?.ok).toBe(true);
  const wrong = new URL(connectedAddress());
  wrong.password = 'hidden';
  const refused = await examine({ DATABASE_URL: wrong.href });
  expect(refused.database).toMatchObject({ ok: false, message: expect.stringContaining('refused') });
  expect(JSON.stringify([unreachable, refused])).not.toContain('hidden');
});

test('a standby is a problem as the database, but not as a replica of the primary that is not behind', async () => {
  const { primary, standby, close } = await startReplicatedPair();
  const found = await examine({ DATABASE_URL: standby.address });
  expect(found.database).toMatchObject({ ok: false, message: expect.stringContaining('is a standby') });

  const sql = await openDatabase(primary.address, { max: 1 });
  const examineReplicas = async (...addresses: string[]) =>
    (await examine({ DATABASE_URL: primary.address, DATABASE_REPLICA_URLS: addresses.join(' ') })).replica;
  expect(await examineReplicas(standby.address)).toMatchObject({
    ok: true,
    message: expect.stringMatching(/^127\.0\.0\.1:\d+\/postgres: has what the primary has after \d\.\d s, schema \d+$/),
  });
  expect(await examineReplicas(primary.address)).toMatchObject({
    ok: false,
    message: expect.stringContaining('is not a replica: it accepts writes'),
  });
  expect(await examineReplicas(standby.address.replace(/postgres$/, 'template1'))).toMatchObject({
    ok: false,
    message: expect.stringContaining('is a replica of another database'),
  });
  expect(await examineReplicas('postgres://me:hidden@127.0.0.1:1/postgres')).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^(?!.*hidden).*127\.0\.0\.1:1.*ECONNREFUSED/),
    remedy: expect.stringContaining('DATABASE_REPLICA_URLS'),
  });
  await standby.query('SELECT pg_wal_replay_pause()');
  await sql`CREATE TABLE late ()`;
  expect(await checkReplicas(sql, [standby.address], 0.1)).toMatchObject([
    { ok: false, message: expect.stringContaining('more than 0.1 s behind') },
  ]);
  await sql.end();
  await close();
});

test.each([
  ['18.20.0', false],
  ['20.18.9', false],
  ['20.19.0', true],
  ['21.9.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['26.0.0', true],
])('Node %s fits: %s', (node, fits) => {
  expect(checkProgram(node).ok).toBe(fits);
});

test('a port is free, used by a Fundscope, or used by another program', async () => {
  const DATABASE_URL = connectedAddress();
  const gateway = await startRelay({ FUNDSCOPE_UPSTREAM: await startHosted() });
  const PORT = new URL(gateway.url).port;
  expect((await examine({ DATABASE_URL, PORT })).port).toMatchObject({
    ok: true,
    message: `Port ${PORT} on 127.0.0.1: this Fundscope runs there.`,
  });
  await gateway.close();
  expect((await examine({ DATABASE_URL, PORT })).port?.message).toBe(`Port ${PORT} on 127.0.0.1 is free.`);
  const other = new URL(await serve((_, response) => response.end('{"service":"mine"}'))).port;
  expect((await examine({ DATABASE_URL, PORT: other })).port).toMatchObject({
    ok: false,
    message: expect.stringContaining('used by another program'),
  });
});

test('a hosted service and its key are checked for free', async () => {
  const { account_id, key } = await service.createKey({ plan: 'PRO' });
  const FUNDSCOPE_UPSTREAM = await startHosted();
  const found = await examine({ FUNDSCOPE_UPSTREAM, FUNDSCOPE_KEY: key });
  expect(listProblems(found)).toEqual([]);
  expect(Object.keys(found)).toEqual([
    'program',
    'settings',
    'folder',
    'disk',
    'database',
    'upstream',
    'clock',
    'key',
    'port',
  ]);
  expect(await service.sql`SELECT FROM ledger WHERE account_id = ${account_id}`).toEqual([]);
  expect(JSON.stringify(found)).not.toContain(key);

  const rejected = await examine({ FUNDSCOPE_UPSTREAM, FUNDSCOPE_KEY: `${key}-` });
  expect(rejected.key).toMatchObject({ ok: false, message: 'The hosted service rejects the key (401).' });
  expect((await examine({ FUNDSCOPE_UPSTREAM })).key).toMatchObject({ ok: true });
});

test('a hosted service may be at the root of its host', async () => {
  const FUNDSCOPE_UPSTREAM = new URL(await startHosted({}, '/api/v1')).origin;
  expect((await examine({ FUNDSCOPE_UPSTREAM })).upstream).toMatchObject({ ok: true });
});

test('a clock that differs from that of the hosted service is a problem, with the difference', async () => {
  const date = new Date(Date.now() - 3_600_000).toUTCString();
  const { clock } = await examine({ FUNDSCOPE_UPSTREAM: await startHosted({ date }) });
  expect(clock).toMatchObject({ ok: false, message: expect.stringMatching(/clock is (359\d|360\d)\.\d s ahead of/) });
});

test('a hosted service that redirects, is no API, has no trusted certificate or is not there is a problem', async () => {
  const explain = async (FUNDSCOPE_UPSTREAM: string) => {
    const { upstream } = await examine({ FUNDSCOPE_UPSTREAM, FUNDSCOPE_KEY: 'held-by-this-test' });
    expect(upstream?.ok).toBe(false);
    return upstream?.message;
  };
  const moved = await serve((_, response) => response.writeHead(301, { location: 'https://new.example.com/x' }).end());
  expect(await explain(moved)).toContain('redirects to new.example.com');
  expect(await explain(await serve((_, response) => response.end('<html>')))).toContain('not as this API does');
  const secure = createTlsServer(localhostCertificate);
  servers.push(secure);
  expect(await explain(`https://127.0.0.1:${await listen(secure)}/api/v1`)).toContain('certificate is not trusted');
  expect(await explain('http://127.0.0.1:1/api/v1')).toContain('nothing listens at its address');
});

test.each([
  [{ FUNDSCOPE_UPSTEAM: 'https://hidden.example.com' }, 'FUNDSCOPE_UPSTEAM is not a setting'],
  [{ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/x', FUNDSCOPE_DB_USER: 'me' }, 'FUNDSCOPE_DB_USER has no effect'],
  [{ HOST: '0.0.0.0', FUNDSCOPE_LOCAL_KEY: 'on' }, 'FUNDSCOPE_LOCAL_KEY has no effect together with HOST'],
  [{ FUNDSCOPE_BASE: '/desk' }, 'FUNDSCOPE_TRUST_PROXY is not'],
  [
    { HOST: '0.0.0.0', SMTP_URL: 'smtp://me:hidden@127.0.0.1', SMTP_FROM: 'me@example.com' },
    'Emails link to localhost',
  ],
  [{ SMTP_URL: 'smtp://me:hidden@127.0.0.1' }, 'Emails need SMTP_FROM too'],
  [{ DATABASE_URL: 'hidden' }, 'DATABASE_URL must be an address'],
])('the settings %j are a problem, named without their secrets', async (values, message) => {
  const found = await examine(values);
  expect(found.settings).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  expect(JSON.stringify(found)).not.toContain('hidden');
});

test('the command prints a line per check or JSON, and only a problem makes it exit with 1', async () => {
  const run = async (values: Record<string, string>, ...words: string[]) => {
    // CI sets some variables of its own.
    for (const name of Object.keys(process.env)) if (name.startsWith('FUNDSCOPE_')) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries({ PORT: '0', FUNDSCOPE_DATA: join(folder, 'new'), ...values }))
      vi.stubEnv(name, value);
    const program = new Command().exitOverride();
    registerDoctor(program, createShutdown());
    let printed = '';
    vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
    await program.parseAsync(['doctor', ...words], { from: 'user' });
    const exitCode = process.exitCode ?? 0;
    process.exitCode = 0;
    vi.unstubAllEnvs();
    return { printed, exitCode };
  };
  const healthy = await run({}, '--json');
  expect(healthy.exitCode).toBe(0);
  expect(JSON.parse(healthy.printed)).toMatchObject({ ok: true, checks: expect.any(Array) });
  const ill = await run({ DATABASE_URL: 'postgres://127.0.0.1:1/x' });
  expect(ill.exitCode).toBe(1);
  expect(ill.printed).toMatch(/^problem {2}database {2}The database at 127\.0\.0\.1:1\/x cannot be reached/m);
  expect(ill.printed).toMatch(/^ {19}Check that the server runs/m);
});
