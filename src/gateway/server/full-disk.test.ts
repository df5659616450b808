import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '../../service/accounts/accounts.ts';
import { buildService } from '../../service/app.ts';
import { openDatabase } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { canMount } from '../../testing/mount.ts';
import { type DatabaseServer, startServer } from '../database/server.ts';

const run = promisify(execFile);
const isPossible = await canMount();
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let server: DatabaseServer;
let sql: Pool;
let app: FastifyInstance;

beforeAll(async () => {
  if (!isPossible) return;
  folder = await mkdtemp(join(tmpdir(), 'fundscope-disk-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'disk'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', join(folder, 'disk')]);
  server = await startServer({ dataDir: join(folder, 'disk', 'data'), fsync: false });
  sql = await openDatabase(server.address(), { max: 4 });
  app = await buildService({ db: sql, isDiskFull: server.isDiskFull, logLevel: 'silent' });
});
afterAll(async () => {
  if (!isPossible) return;
  await app.close();
  await sql.end({ timeout: 1 });
  await server.stop();
  await run('umount', [join(folder, 'disk')]);
  await rm(folder, { recursive: true });
});

/** Fills all remaining space. */
async function fillDisk(): Promise<string> {
  const path = join(folder, 'disk', 'filler');
  const file = await open(path, 'w');
  try {
    for (const size of [1 << 20, 4096]) {
      await (async () => {
        for (;;) await file.write(Buffer.alloc(size));
      })().catch(() => undefined);
    }
  } finally {
    await file.close();
  }
  return path;
}

const checkHealth = async () => (await app.inject('/healthz')).statusCode;
const full = {
  success: false,
  error: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'The disk of the database is full. Try again when the operator has freed space.',
    details: { help: 'You were not charged.' },
  },
};

/** Sends requests with new keys until one gets another status than 200. */
async function requestUntilFailure(keys: readonly string[]) {
  for (const key of keys) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await app.inject({ method: 'POST', url: '/api/v1/deals', headers, payload: {} });
    if (response.statusCode !== 200) return response;
  }
  throw new Error('the disk is not full');
}

async function createKeys(count: number): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => createAccount(sql, { name: 'disk', plan: 'PRO_PLUS' }));
  return (await Promise.all(accounts)).map(({ key }) => key);
}

/** Expects the service to recover by itself. */
async function expectRecovery(key: string | undefined): Promise<void> {
  await vi.waitFor(async () => expect(await checkHealth()).toBe(200), { timeout: 60_000, interval: 200 });
  const headers = { authorization: `Bearer ${key}` };
  const response = await app.inject({ method: 'POST', url: '/api/v1/deals', headers, payload: {} });
  expect(response.statusCode).toBe(200);
}

test.runIf(isPossible)(
  'a full disk is 503 with words, /healthz says it, and all is well once there is space',
  async () => {
    const keys = await createKeys(400);
    const filler = await fillDisk();
    for (const response of [await requestUntilFailure(keys), await app.inject('/healthz')]) {
      expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([503, '60', full]);
    }
    await rm(filler);
    await expectRecovery(keys[0]);
  },
);

test.runIf(isPossible)(
  'a log that cannot grow because of another program stops the server: 503 with the reason, then it is back',
  async () => {
    const keys = await createKeys(1);
    const filler = await fillDisk();
    const other = new Client(server.address());
    other.on('error', () => undefined);
    await other.connect();
    const fillLog = async () => {
      for (;;) await other.query("SELECT pg_logical_emit_message(false, 'noise', repeat('x', 1000000))");
    };
    await expect(fillLog()).rejects.toThrow(/./);
    for (const response of [await requestUntilFailure(keys), await app.inject('/healthz')]) {
      expect([response.statusCode, response.headers['retry-after'], response.json()]).toEqual([503, '60', full]);
    }
    await rm(filler);
    await expectRecovery(keys[0]);
  },
);
