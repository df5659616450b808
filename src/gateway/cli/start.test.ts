import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPool } from '../../service/db/pool.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { isPostgres, readPostmaster } from '../database/cluster-files.ts';
import { readServerAddress } from '../../testing/server-address.ts';
import { projectDir } from '../project.ts';
import { sendRaw, pageHeaders } from '../../testing/gateway.ts';

const run = promisify(execFile);
const cli = join(projectDir, 'dist/server/cli.js');

interface Running {
  process: ChildProcess;
  url: string;
  exit: Promise<number | null>;
  readErrors(): string;
}

let dataDir: string;
const started: ChildProcess[] = [];

/** A data folder that is already filled, so that not every test waits for the demo data. */
let filledDir: string;

beforeAll(async () => {
  await run(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build']);
  filledDir = await mkdtemp(join(tmpdir(), 'fundscope-filled-'));
  const env = environment({ FUNDSCOPE_DATA: filledDir });
  await run(process.execPath, [cli, 'demo', '--companies', '50', '--deals', '100'], { env });
}, 120_000);

afterAll(() => rm(filledDir, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = join(tmpdir(), `fundscope-process-${randomUUID()}`);
});

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  const pid = await readServerPid();
  if (await isPostgres(pid)) process.kill(pid, 'SIGQUIT');
  await vi.waitFor(async () => expect(await isPostgres(pid)).toBe(false), { timeout: 10_000 });
  await rm(dataDir, { recursive: true, force: true });
});

function environment(values: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], PORT: '0', FUNDSCOPE_DATA: dataDir, ...values };
}

const fill = () => run('cp', ['-a', filledDir, dataDir]);

function spawnGateway(values?: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [cli, 'start', '--json'], {
    env: environment(values),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

async function startGateway(values?: Record<string, string>): Promise<Running> {
  if (!existsSync(dataDir)) await fill();
  const child = spawnGateway(values);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  const url = await Promise.race([
    once(child.stdout!, 'data').then(([line]) => (JSON.parse(String(line)) as { url: string }).url),
    exit.then((code) => Promise.reject(new Error(`the gateway ended with ${code}: ${errors}`))),
  ]);
  return { process: child, url, exit, readErrors: () => errors };
}

async function runCommand(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const result = run(process.execPath, [cli, ...args], { env: environment() });
  return result.then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

async function readServerPid(): Promise<number> {
  return (await readPostmaster(join(dataDir, 'postgres')))?.pid ?? 0;
}

async function fetchHealth(url: string): Promise<number> {
  return (await fetch(`${url}/healthz`)).status;
}

/** Sends a request as the page does, without a key. */
async function fetchWithLocalKey(url: string): Promise<number> {
  return (await fetch(`${url}/api/v1/location/search?name=berlin`, { headers: pageHeaders(url) })).status;
}

// The tests below cover SIGTERM.
test.each(['SIGINT', 'SIGHUP'] as const)(
  '%s stops gateway and database server, exits with success, and is logged',
  async (signal) => {
    const gateway = await startGateway();
    const pid = await readServerPid();
    expect(await fetchHealth(gateway.url)).toBe(200);
    gateway.process.kill(signal);
    // Like npm, which forwards the signal that the terminal has already sent.
    gateway.process.kill(signal);
    expect(await gateway.exit).toBe(0);
    expect(gateway.readErrors()).toContain(`Received ${signal}. Stopping.`);
    expect(await isPostgres(pid)).toBe(false);
  },
);

test.each([
  ['a library that exits with success', 'process.exit(0)'],
  [
    'a gateway that has nothing left to wait for',
    'process._getActiveHandles().forEach((handle) => { handle.close?.(); handle.unref?.(); })',
  ],
])('%s is a failure and is logged', async (_, harm) => {
  const script = encodeURIComponent(`process.on('SIGUSR2', () => ${harm})`);
  const gateway = await startGateway({
    NODE_OPTIONS: `--import=data:text/javascript,${script.replaceAll("'", '%27')}`,
    FUNDSCOPE_UPSTREAM: 'http://127.0.0.1:1/api/v1',
  });
  gateway.process.kill('SIGUSR2');
  expect(await gateway.exit).toBe(1);
  expect(gateway.readErrors()).toContain('The gateway ended by itself with code 0. Nobody stopped it.');
});

test.each([50, 300, 700, 1100, 2000])(
  'a signal %i ms after the first start leaves no process behind',
  async (delayMs) => {
    const child = spawnGateway();
    const exit = once(child, 'exit');
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    child.kill('SIGINT');
    await exit;
    expect(await isPostgres(await readServerPid())).toBe(false);
  },
);

test('a request that is running when the signal arrives is answered', async () => {
  const gateway = await startGateway();
  const sql = createPool({
    address: await readServerAddress(dataDir),
    max: 1,
    settings: {},
  });
  const lock = await sql.reserve();
  await lock`BEGIN`;
  await lock`LOCK TABLE public.api_keys IN ACCESS EXCLUSIVE MODE`;
  const response = fetch(`${gateway.url}/api/v1/location/search?name=berlin`, { headers: pageHeaders(gateway.url) });
  await vi.waitFor(async () => {
    // Background work waits for other tables, perhaps before the request arrives.
    const [row] = await lock`
      SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'public.api_keys'::regclass`;
    expect(row?.['waiting']).toBe(1);
  });
  gateway.process.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await lock`COMMIT`;
  lock.release();
  await sql.end();
  expect((await response).status).toBe(200);
  expect(await gateway.exit).toBe(0);
});

test('under load every charged request is answered before the process ends, and later ones are rejected', async () => {
  const gateway = await startGateway();
  const statuses: number[] = [];
  const headers = { ...pageHeaders(gateway.url), 'content-type': 'application/json' };
  const goOn = async (): Promise<void> => {
    const response = await sendRaw(gateway.url, '/api/v1/deals', {
      method: 'POST',
      headers,
      body: '{"page_size":1}',
    }).catch(() => undefined);
    if (!response) return;
    statuses.push(response.status);
    return goOn();
  };
  const callers = Array.from({ length: 8 }, goOn);
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(20), { timeout: 10_000, interval: 5 });
  gateway.process.kill('SIGTERM');
  await Promise.all(callers);
  expect(await gateway.exit).toBe(0);
  const answered = statuses.filter((status) => status === 200);
  // A connection that was open at the signal gets this response.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // Without --account a command is about this machine's account; a list without entries says so.
  expect((await runCommand('alerts', 'list')).stdout).toContain('WEEKLY');
  expect((await runCommand('members', 'list')).stdout).toBe('None.\n');
  const { stdout } = await runCommand('ledger', 'show', '--last', '1000', '--json');
  const entries = JSON.parse(stdout) as { kind: string }[];
  expect(entries.filter(({ kind }) => kind !== 'grant')).toHaveLength(answered.length);
});

test('a server left running by kill -9 is taken over by the next start, with the same local account and key', async () => {
  const first = await startGateway();
  const pid = await readServerPid();
  const readKey = () => readFile(join(dataDir, 'local-key'), 'utf8');
  const key = await readKey();
  expect((await stat(join(dataDir, 'local-key'))).mode & 0o777).toBe(0o600);
  expect(await fetchWithLocalKey(first.url)).toBe(200);
  first.process.kill('SIGKILL');
  await first.exit;
  expect(await isPostgres(pid)).toBe(true);
  const second = await startGateway();
  expect(await readServerPid()).toBe(pid);
  expect([await readKey(), await fetchWithLocalKey(second.url)]).toEqual([key, 200]);

  // A command run next to it uses its server and leaves it running.
  const { code, stdout } = await runCommand('accounts', 'list', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ name: 'local', plan: 'PRO_PLUS' })]);
  expect(await fetchHealth(second.url)).toBe(200);
  second.process.kill('SIGTERM');
  // Like npm, which forwards the signal that the terminal has already sent.
  second.process.kill('SIGTERM');
  expect(await second.exit).toBe(0);
  expect(await isPostgres(pid)).toBe(false);
});

test('a killed database server is restarted; requests get 503 until then', async () => {
  const gateway = await startGateway();
  const pid = await readServerPid();
  process.kill(pid, 'SIGKILL');
  const seen = new Set<number>();
  await vi.waitFor(
    async () => {
      seen.add(await fetchHealth(gateway.url));
      expect(await readServerPid()).not.toBe(pid);
      expect(await fetchHealth(gateway.url)).toBe(200);
    },
    { timeout: 15_000, interval: 5 },
  );
  expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(seen).toContain(503);
});

test('a command without a gateway stops the server that it started', async () => {
  await fill();
  const made = await runCommand('accounts', 'create', '--name', 'desk', '--plan', 'PRO', '--json');
  expect(JSON.parse(made.stdout)).toMatchObject({ key: expect.stringMatching(/^vg_[0-9a-f]{12}_[\w-]{32}$/) });
  expect(await isPostgres(await readServerPid())).toBe(false);
});

let blocker: Server | undefined;
afterEach(() => blocker?.close());

test.each<[string, () => Promise<Record<string, string>> | Record<string, string>, RegExp]>([
  ['a port that is no number', () => ({ PORT: 'many' }), /PORT is "many", but must be a whole number/],
  ['a database that nobody serves', () => ({ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' }), /cannot be reached/],
  ['an unknown database user', () => ({ FUNDSCOPE_DB_USER: 'nobody-of-that-name' }), /there is no user/],
  ['a port that is taken', takePort, /the port is in use/],
])('%s ends in one clear message, a failure, and no process', async (_, values, message) => {
  const wanted = await values();
  const rootOnly = 'FUNDSCOPE_DB_USER' in wanted && process.getuid?.() !== 0;
  const child = spawnGateway(wanted);
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  if (rootOnly) return void child.kill('SIGTERM');
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(errors).toMatch(message);
  expect(errors).not.toMatch(/\n {4}at |secret/);
  expect(await isPostgres(await readServerPid())).toBe(false);
});

async function takePort(): Promise<Record<string, string>> {
  await fill();
  blocker = createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  return { PORT: String((blocker.address() as AddressInfo).port) };
}

test('with FUNDSCOPE_LOCAL_KEY=token only the printed address opens the key, and keeps it in a cookie', async () => {
  const gateway = await startGateway({ FUNDSCOPE_LOCAL_KEY: 'token' });
  const opened = new URL(gateway.url);
  const account = (headers: Record<string, string>) =>
    sendRaw(opened.origin, '/account', { headers: { ...pageHeaders(opened.origin), ...headers } });
  expect((await account({})).status).toBe(401);
  const wrong = await sendRaw(opened.origin, '/deals?token=guessed');
  expect([wrong.status, wrong.headers.location, wrong.headers['set-cookie']]).toEqual([303, '/deals', undefined]);
  // An address that begins with two slashes would lead to another host.
  expect((await sendRaw(opened.origin, `//evil.example/${opened.search}`)).status).toBe(404);
  const { status, headers } = await sendRaw(opened.origin, `/${opened.search}`);
  expect([status, headers.location]).toEqual([303, '/']);
  const [cookie = ''] = headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  expect((await account({ cookie: cookie.split(';')[0] ?? '' })).status).toBe(200);
});
