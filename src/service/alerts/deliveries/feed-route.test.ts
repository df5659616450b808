import { request } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { deliveryForm } from '#contract/deliveries.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { seedRecords } from '../../../testing/records.ts';
import { startService } from '../../../testing/service.ts';
import { buildService, type ServiceApp } from '../../app.ts';
import { noTracing } from '../../http/tracing.ts';
import { feedPath } from './routes.ts';
import {
  type AlertSource,
  insertDelivery,
  ownAlerts,
  renewSecrets,
  replaceDelivery,
  stopDelivery,
} from './saved-deliveries.ts';

const now = new Date('2025-03-01T12:00:00Z');
const service = openForTests(() => startService({ seed: seedRecords }));
const apps: ServiceApp[] = [];
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()));
  await service.sql`DELETE FROM rate_windows`;
});

const form = deliveryForm.parse({ name: 'Feed & more', format: 'feed' });

/** A feed of a new account with one alert. */
async function addFeed() {
  const { key, account_id: accountId } = await service.createKey();
  await service.inject('POST', '/account/alerts', {
    key,
    body: { configuration_name: 'Everything', frequency: 'WEEKLY' },
  });
  const saved = await insertDelivery(service.sql, { accountId, source: ownAlerts }, form, now);
  return { accountId, id: saved!.id, token: saved!.feed_token, url: `${feedPath}/${saved!.feed_token}` };
}

/** A service with these alerts; `onQuery` is called when a request begins to wait for its query. */
async function startApp(source: AlertSource = ownAlerts, onQuery = () => undefined as void): Promise<ServiceApp> {
  const app = await buildService({
    db: service.sql,
    clock: () => now,
    trustProxy: ['127.0.0.1'],
    deliveries: { source, formats: ['feed'], publicUrl: 'https://funds.example', onWaiting: () => undefined },
    tracing: {
      ...noTracing,
      step: async (_request, name, work) => {
        const working = work();
        if (name === 'query') onQuery();
        return working;
      },
    },
  });
  apps.push(app);
  return app;
}

/** Alerts whose deals are found when the test says so. */
function createGate() {
  let [computed, running, most] = [0, 0, 0];
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const source: AlertSource = {
    ...ownAlerts,
    async findDeals(...parameters) {
      computed += 1;
      most = Math.max(most, (running += 1));
      await opened;
      running -= 1;
      return ownAlerts.findDeals(...parameters);
    },
  };
  return { source, open, count: () => ({ computed, most }) };
}

test('a feed has the newest deals at its address, until it is renewed or stopped', async () => {
  const { accountId, id, url } = await addFeed();
  const app = await startApp();
  const feed = await app.inject(url);
  expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(feed.body).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
  expect(feed.body).toContain('<title type="text">Feed &#38; more</title>');
  expect(feed.body).toMatch(/<link href="https:\/\/funds\.example\/alerts\?period=review&#38;open=[\w-]{36}"\/>/);
  const renewed = `${feedPath}/${(await renewSecrets(service.sql, accountId, id))!.feed_token}`;
  const missing = await app.inject(url);
  expect([missing.statusCode, missing.body, missing.headers['cache-control']]).toEqual([
    404,
    'This feed does not exist.',
    'no-store',
  ]);
  expect((await app.inject(renewed)).body).toContain('<entry>');
  const stopped = { form: { ...form, stopped: true }, now };
  await replaceDelivery(service.sql, { accountId, source: ownAlerts }, id, stopped);
  expect((await app.inject(renewed)).statusCode).toBe(404);
});

test('who can read a feed cannot stop it, and who can stop it cannot read it', async () => {
  const { id, token, url } = await addFeed();
  const app = await startApp();
  expect(await stopDelivery(service.sql, token, now)).toBeUndefined();
  expect((await app.inject(url)).statusCode).toBe(200);
  const [row] = await service.sql<{ token: string }[]>`SELECT token FROM deliveries WHERE id = ${id}`;
  expect((await app.inject(`${feedPath}/${row!.token}`)).statusCode).toBe(404);
});

test('a reader that has the newest version gets 304 without a body, and may keep it for 15 minutes', async () => {
  const { url } = await addFeed();
  const app = await startApp();
  const first = await app.inject(url);
  const etag = String(first.headers.etag);
  expect(first.headers['cache-control']).toBe('private, max-age=900');
  for (const known of [etag, `"other", ${etag}`, '*']) {
    const again = await app.inject({ url, headers: { 'if-none-match': known } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect(again.headers['cache-control']).toBe('private, max-age=900');
  }
  const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } });
  expect([other.statusCode, other.body]).toEqual([200, first.body]);
});

test('100 readers of a feed at the same time share one search, and the service answers others meanwhile', async () => {
  const { url } = await addFeed();
  const gate = createGate();
  let waiting = 0;
  const app = await startApp(gate.source, () => void (waiting += 1));
  // Each from an address of its own, so that the limit of the feed decides.
  const reads = Array.from({ length: 100 }, (_, index) =>
    app.inject({ url, headers: { 'x-forwarded-for': `198.51.100.${index}` } }),
  );
  await vi.waitUntil(() => waiting === 60, { timeout: 30_000 });
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  gate.open();
  const answers = await Promise.all(reads);
  expect(gate.count()).toEqual({ computed: 1, most: 1 });
  const sent = answers.filter(({ statusCode }) => statusCode === 200);
  expect([sent.length, new Set(sent.map(({ body }) => body)).size]).toEqual([60, 1]);
  const rejected = answers.filter(({ statusCode }) => statusCode === 429);
  expect(rejected).toHaveLength(40);
  for (const { headers } of rejected) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('an address reads at most 60 feeds in a minute, whether they exist or not', async () => {
  const { url } = await addFeed();
  const app = await startApp();
  const read = async (path: string, address: string) =>
    (await app.inject({ url: path, headers: { 'x-forwarded-for': address } })).statusCode;
  for (let count = 0; count < 60; count += 1) expect(await read(`${feedPath}/unknown${count}`, '192.0.2.1')).toBe(404);
  expect(await read(url, '192.0.2.1')).toBe(429);
  expect(await read(url, '192.0.2.2')).toBe(200);
});

test('a feed is read in the queue of the searches of its account', async () => {
  const { url } = await addFeed();
  const gate = createGate();
  const app = await startApp(gate.source);
  const read = app.inject(url);
  await vi.waitUntil(() => gate.count().computed === 1);
  expect(await app.metrics.registry.metrics()).toContain('fundscope_pool_queries{state="busy"} 1');
  gate.open();
  expect((await read).statusCode).toBe(200);
  expect(await app.metrics.registry.metrics()).toContain('fundscope_pool_queries{state="busy"} 0');
});

test('when all readers have left, the search is canceled', async () => {
  const { url } = await addFeed();
  let isCanceled = false;
  const source: AlertSource = {
    ...ownAlerts,
    findDeals: async (sql) => {
      await sql`SELECT pg_sleep(600)`.execute().finally(() => (isCanceled = true));
      return [];
    },
  };
  let waiting = 0;
  const app = await startApp(source, () => void (waiting += 1));
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  const readers = Array.from({ length: 3 }, () => request(`${site}${url}`).on('error', () => undefined));
  for (const reader of readers) reader.end();
  const countSleeping = async () =>
    (await service.sql`SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND wait_event = 'PgSleep'`)
      .length;
  await vi.waitUntil(async () => waiting === 3 && (await countSleeping()) === 1, { timeout: 30_000 });
  for (const reader of readers) reader.destroy();
  await vi.waitUntil(() => isCanceled, { timeout: 10_000 });
  expect(await countSleeping()).toBe(0);
});
