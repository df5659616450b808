import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { buildService, type ServiceApp } from '../app.ts';
import { checkEveryResponse } from '../../testing/openapi-check.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import type { QueueLimits } from './fair-queue.ts';

const apps: FastifyInstance[] = [];
const service = openForTests(() => startService({ seed: seedRecords }));
afterAll(() => Promise.all(apps.map((app) => app.close())));

/** An app with other search limits. */
async function build(limits: Partial<QueueLimits> & { queryTimeoutMs?: number }): Promise<FastifyInstance> {
  const { queryTimeoutMs = 15_000, ...search } = limits;
  const queue = { maxConcurrent: 8, maxPerAccount: 4, queueTimeoutMs: 5_000 };
  const queryPoolLimits = { queryTimeoutMs, search: { ...queue, ...search }, lookup: queue };
  const app = checkEveryResponse(await buildService({ db: service.sql, queryPoolLimits }));
  apps.push(app);
  return app;
}

const search = (app: FastifyInstance) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/deals',
    headers: { authorization: `Bearer ${service.key}` },
    payload: { deal: { size_min: 1 } },
  });

/** Locks the deals, so that every search waits until `act` ends. */
async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const { done } = await service.sql.begin(async (sql) => {
    await sql`LOCK TABLE deals IN ACCESS EXCLUSIVE MODE`;
    return { done: await act() };
  });
  return done;
}

const countSearching = async () => {
  const [row] = await service.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%total_round_raised%'`;
  return row?.count ?? 0;
};
const countCharges = async () => (await service.sql`SELECT FROM ledger`).length;

describe('a query', () => {
  it('over its time limit is 504 TIMEOUT, is canceled, and costs nothing', async () => {
    const app = await build({ queryTimeoutMs: 200 });
    const before = await countCharges();
    const answer = await whileLocked(() => search(app));
    expect([answer.statusCode, answer.json()]).toEqual([
      504,
      {
        success: false,
        error: {
          code: 'TIMEOUT',
          message: 'The query took too long.',
          details: { help: 'You were not charged. Use narrower filters and try again.' },
        },
      },
    ]);
    expect([await countSearching(), await countCharges()]).toEqual([0, before]);
    expect((await search(app)).statusCode).toBe(200);
  });

  it('is canceled when its client disconnects, and costs nothing', async () => {
    const app = await build({});
    await app.listen({ port: 0, host: '127.0.0.1' });
    const before = await countCharges();
    const { port } = app.server.address() as AddressInfo;
    await whileLocked(async () => {
      const outgoing = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/v1/deals',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      });
      outgoing.on('error', () => undefined);
      outgoing.end('{"deal":{"size_min":1}}');
      await expect.poll(countSearching).toBe(1);
      outgoing.destroy();
      await expect.poll(countSearching).toBe(0);
    });
    expect(await countCharges()).toBe(before);
    expect((await search(app)).statusCode).toBe(200);
  });

  it('does not run, and costs nothing, if its client disconnects while its key is checked', async () => {
    const app = await build({});
    const handled = new Promise<void>((resolve) => app.addHook('onSend', async () => resolve()));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const before = await countCharges();
    const { port } = app.server.address() as AddressInfo;
    await service.sql.begin(async (sql) => {
      await sql`LOCK TABLE rate_windows IN ACCESS EXCLUSIVE MODE`;
      const outgoing = request({
        port,
        host: '127.0.0.1',
        path: `/api/v1/deals/${uuidOf('deal', 1)}`,
        headers: { authorization: `Bearer ${service.key}` },
      });
      outgoing.on('error', () => undefined).end();
      const findWaiting = () => service.sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(findWaiting).toHaveLength(1);
      outgoing.destroy();
      await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0);
    });
    await handled;
    expect(await countCharges()).toBe(before);
  });
});

describe('a request', () => {
  it('that waits too long in the queue is 503 with Retry-After; the one before it succeeds', async () => {
    const app = await build({ maxConcurrent: 1, queueTimeoutMs: 150 });
    const before = await countCharges();
    let first: ReturnType<typeof search> | undefined;
    const second = await whileLocked(async () => {
      first = search(app);
      await expect.poll(countSearching).toBe(1);
      return search(app);
    });
    expect([second.statusCode, second.headers['retry-after'], second.json()]).toEqual([
      503,
      '2',
      {
        success: false,
        error: {
          code: 'SERVICE_UNAVAILABLE',
          message: 'The service is busy. Try again shortly.',
          details: { help: 'You were not charged.' },
        },
      },
    ]);
    expect([(await first)?.statusCode, await countCharges()]).toEqual([200, before + 1]);
  });

  it('leaves the queue when another one ends', async () => {
    const app = await build({ maxConcurrent: 2, queueTimeoutMs: 10_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => search(app)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
  });

  it('leaves connections for keys and charges while searches fill the pool', async () => {
    const app = await build({ maxConcurrent: 3 });
    const { searches } = await whileLocked(async () => {
      const held = [search(app), search(app), search(app)];
      await expect.poll(countSearching).toBe(3);
      const rejected = await app.inject({ method: 'POST', url: '/api/v1/deals', payload: {} });
      expect(rejected.statusCode).toBe(401);
      return { searches: held };
    });
    expect((await Promise.all(searches)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
});

const floodSize = 45;

/** Requests of one account, and the responses to another one while they run, with the longest time they took. */
async function measureOther(app: FastifyInstance, headers: Record<string, string>) {
  const requests = [
    () => app.inject({ method: 'POST', url: '/api/v1/deals', headers, payload: {} }),
    () => app.inject({ url: `/api/v1/deals/${uuidOf('deal', 1)}`, headers }),
    () => app.inject({ url: '/api/v1/company/search?name=anvil', headers }),
    () => app.inject({ url: '/api/v1/industry/search?name=software', headers }),
  ];
  let slowest = 0;
  const statuses: number[] = [];
  for (const send of [...requests, ...requests]) {
    const start = performance.now();
    statuses.push((await send()).statusCode);
    slowest = Math.max(slowest, performance.now() - start);
  }
  return { statuses: new Set(statuses), slowest };
}

describe('an account that floods the service', () => {
  it('with heavy searches delays neither searches nor lookups of another account, and gets all its own responses', async () => {
    const app = await build({ queueTimeoutMs: 20_000 });
    const [flooding, other] = await Promise.all([service.createKey(), service.createKey()]);
    const searchPeople = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/people',
        headers: { authorization: `Bearer ${flooding.key}` },
        payload: {},
      });
    let flood: ReturnType<typeof searchPeople>[] = [];
    const { measured } = await service.sql.begin(async (sql) => {
      // Every search for people waits for this table, like a slow search; nothing else reads it.
      await sql`LOCK TABLE educations IN ACCESS EXCLUSIVE MODE`;
      flood = Array.from({ length: floodSize }, searchPeople);
      await expect.poll(countBlocked).toBe(4);
      return { measured: await measureOther(app, { authorization: `Bearer ${other.key}` }) };
    });
    expect(measured.statuses).toEqual(new Set([200]));
    expect(measured.slowest).toBeLessThan(2_000);
    expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });

  it('takes turns: two accounts that fill the queue get alternate places', async () => {
    const app = await build({ maxConcurrent: 1, maxPerAccount: 1, queueTimeoutMs: 20_000 });
    const [flooding, other] = await Promise.all([service.createKey(), service.createKey()]);
    const order: string[] = [];
    const send = async (name: string, key: string) => {
      await app.inject({
        method: 'POST',
        url: '/api/v1/deals',
        headers: { authorization: `Bearer ${key}` },
        payload: { deal: { size_min: 1 } },
      });
      order.push(name);
    };
    const { sent } = await whileLocked(async () => {
      const first = Array.from({ length: 10 }, () => send('flooding', flooding.key));
      await expect.poll(countSearching).toBe(1);
      await expect.poll(() => countWaiting(app)).toBe(9);
      const last = [send('other', other.key), send('other', other.key)];
      await expect.poll(() => countWaiting(app)).toBe(11);
      return { sent: [...first, ...last] };
    });
    await Promise.all(sent);
    expect(order.slice(0, 6).filter((name) => name === 'other')).toHaveLength(2);
  });
});

/** Searches for people that wait for a lock. */
const countBlocked = async () => {
  const [row] = await service.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'fundscope reader%'`;
  return row?.count ?? 0;
};

async function countWaiting(app: FastifyInstance): Promise<number> {
  const metrics = await (app as ServiceApp).metrics.registry.metrics();
  return Number(/fundscope_pool_queries\{state="waiting"\} (\d+)/.exec(metrics)?.[1]);
}
