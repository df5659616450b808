import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Agent } from 'undici';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Delivery, DeliveryLogEntry } from '#contract/deliveries.ts';
import { buildService } from '../../service/app.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders, sendRaw } from '../../testing/gateway.ts';
import { seedRecords } from '../../testing/records.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { registerDeliveryCommands } from '../cli/deliveries.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';
import { createHostedAlerts } from './hosted-alerts.ts';

let service: TestService;
let hosted: FastifyInstance;
let url: string;
let store: TestDatabase;
let folder: string;
const requestedPaths: string[] = [];
let rejectsWith: number | undefined;
/** The last records are soon after it. */
const now = new Date('2025-03-01T12:00:00Z');
let clock = () => now;

beforeAll(async () => {
  service = await startService({ seed: seedRecords });
  for (const name of ['Everything', 'Also everything']) {
    await service.inject('POST', '/account/alerts', { body: { configuration_name: name, frequency: 'WEEKLY' } });
  }
  hosted = await buildService({ db: service.sql, clock: () => clock() });
  hosted.addHook('onRequest', async (request, reply) => {
    requestedPaths.push(request.url);
    if (rejectsWith !== undefined) await reply.code(rejectsWith).header('retry-after', '1').send({});
  });
  url = `${await hosted.listen({ host: '127.0.0.1', port: 0 })}/api/v1`;
  store = await openTestDatabase();
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-hosted-'));
});
afterAll(async () => {
  await hosted.close();
  await service.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test('the alerts of a hosted service are requested once an hour, and not for a while after it rejected a request', async () => {
  const dispatcher = new Agent();
  const upstream = { url: new URL(url), key: service.key, alertAmounts: 'usd' as const };
  const { readAlerts, findDeals } = createHostedAlerts({ upstream, name: 'hosted', dispatcher });
  requestedPaths.length = 0;
  rejectsWith = 429;
  await expect(readAlerts(service.sql, '', [])).rejects.toThrow('status 429');
  rejectsWith = undefined;
  await expect(readAlerts(service.sql, '', [])).rejects.toThrow('status 429');
  expect(requestedPaths).toHaveLength(1);
  await expect.poll(() => readAlerts(service.sql, '', []).catch(() => []), { timeout: 5000 }).toHaveLength(2);
  const alerts = await readAlerts(service.sql, '', []);
  for (const alert of [...alerts, ...alerts]) {
    const deals = await findDeals(service.sql, alert, now);
    expect(deals.length).toBeGreaterThan(0);
    expect(deals[0]).toMatchObject({ round_name: expect.stringMatching(/^\w/) as string, alerts: [{ id: alert.id }] });
  }
  expect(await readAlerts(service.sql, '', [alerts[0]!.id])).toEqual([alerts[0]]);
  expect(requestedPaths).toHaveLength(3);
  await dispatcher.destroy();
});

/** The alerts of a hosted service that is this server. */
async function openAlertsOf(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`);
  const dispatcher = new Agent();
  const upstream = { url: address, key: service.key, alertAmounts: 'usd' as const };
  const close = async () => {
    await dispatcher.destroy();
    server.close();
  };
  return { ...createHostedAlerts({ upstream, name: 'hosted', dispatcher }), close };
}

test.each(['<html>', '{"data":{"configurations":"none"}}'])(
  'a hosted service that answers %s is not requested again for a while, and the error says so in a sentence',
  async (body) => {
    let requests = 0;
    const { readAlerts, close } = await openAlertsOf(
      createServer((_, response) => {
        requests += 1;
        response.end(body);
      }),
    );
    const message = 'The response of the hosted service to /alerts/configurations could not be read.';
    await expect(readAlerts(service.sql, '', [])).rejects.toThrow(new Error(message));
    await expect(readAlerts(service.sql, '', [])).rejects.toThrow(new Error(message));
    expect(requests).toBe(1);
    await close();
  },
);

test('a hosted service that does not answer one delivery is not requested for the next one', async () => {
  let connections = 0;
  const silent = createServer().on('connection', (socket) => {
    connections += 1;
    socket.destroy();
  });
  const { readAlerts, close } = await openAlertsOf(silent);
  for (let delivery = 0; delivery < 2; delivery += 1)
    await expect(readAlerts(service.sql, '', [])).rejects.toThrow(/./);
  expect(connections).toBe(1);
  await close();
});

test('a request for alerts ends with the shutdown that no longer waits for it', async () => {
  const silent = createServer();
  const { readAlerts, close } = await openAlertsOf(silent);
  const stopping = new AbortController();
  const reading = readAlerts(service.sql, '', [], stopping.signal);
  await once(silent, 'request');
  stopping.abort(new Error('The gateway stops.'));
  await expect(reading).rejects.toThrow('The gateway stops.');
  await close();
});

test('a gateway in front of a hosted service saves a delivery, sends a test and serves a feed', async () => {
  clock = () => new Date();
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => received.push(text));
    request.on('end', () => response.end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const env = readEnvironment({
    FUNDSCOPE_UPSTREAM: url,
    FUNDSCOPE_KEY: service.key,
    FUNDSCOPE_DATA: folder,
    DATABASE_URL: store.address,
    FUNDSCOPE_WEBHOOKS_ALLOW: '127.0.0.1',
  });
  const shutdown = createShutdown();
  const app = await openGateway({ address: store.address, env, onProgress: () => undefined }, shutdown);
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  const fetchPath = async (path: string, body?: object) =>
    fetch(`${site}${path}`, {
      headers: { ...pageHeaders(site), ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
  const readData = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data;

  expect(await readData(await fetchPath('/account/deliveries'))).toEqual({
    deliveries: [],
    formats: ['slack', 'teams', 'webhook', 'feed'],
  });
  const elsewhere = await fetch(`${site}/account/deliveries`, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(elsewhere.status).toBe(401);
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const saved = await fetchPath('/account/deliveries', { name: 'Desk', format: 'webhook', target });
  const { delivery } = await readData<{ delivery: Delivery }>(saved);
  await fetchPath(`/account/deliveries/${delivery.id}/test`, {});
  await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
  expect(JSON.parse(received[0]!)).toMatchObject({ data: { test: true, delivery: { name: 'Desk' } } });
  const readLog = async () =>
    readData<{ messages: DeliveryLogEntry[] }>(await fetchPath(`/account/deliveries/${delivery.id}/messages`));
  await expect.poll(async () => (await readLog()).messages[0]?.state).toBe('sent');

  // The command line of the same gateway manages the same deliveries.
  for (const [name, value] of [
    ['FUNDSCOPE_UPSTREAM', url],
    ['FUNDSCOPE_KEY', service.key],
  ] as const) {
    vi.stubEnv(name, value);
  }
  const program = new Command();
  registerDeliveryCommands(program, async () => ({ sql: store.sql, close: async () => undefined }));
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((line: string) => void (printed += line));
  const [account] = await store.sql<{ name: string }[]>`SELECT name FROM accounts WHERE name LIKE '127.0.0.1%'`;
  await program.parseAsync(['deliveries', 'edit', delivery.id, '--name', 'Team', '--account', account!.name], {
    from: 'user',
  });
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  expect(printed).toContain('Team, webhook to ');

  const feed = await readData<{ delivery: Delivery }>(
    await fetchPath('/account/deliveries', { name: 'Feed', format: 'feed' }),
  );
  const feedUrl = `${site}${new URL(feed.delivery.address!).pathname}`;
  const answer = await fetch(feedUrl);
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  expect(await answer.text()).toContain('<title type="text">Feed</title>');
  const known = await fetch(feedUrl, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
  expect(known.status).toBe(304);
  for (const path of ['/account/feed/..', '/account/feed/%2e%2e']) expect((await sendRaw(site, path)).status).toBe(404);
  // The limit counts the address of the reader, not that of the gateway.
  const elsewhereRead = await app.inject({ url: new URL(feedUrl).pathname, remoteAddress: '192.0.2.7' });
  expect(elsewhereRead.headers['ratelimit-limit']).toBe('60');
  expect(await store.sql`SELECT FROM rate_windows WHERE caller = 'address:192.0.2.7'`).toHaveLength(1);
  await shutdown.run();
  receiver.close();
}, 60_000);
