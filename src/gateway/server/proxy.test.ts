import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../service/accounts/accounts.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { type Shutdown, createShutdown } from '../shutdown.ts';
import { readEnvironment } from '../environment.ts';
import { openGateway } from './gateway.ts';
import { sendRaw, pageHeaders } from '../../testing/gateway.ts';

/**
 * A reverse proxy as a separate process. It serves the gateway below /desk, passes the path on unchanged, writes the
 * gateway's own name into `Host` as many do, and names the client.
 */
const proxyCode = `
const http = require('node:http');
const target = Number(process.argv[1]);
http.createServer((request, response) => {
  const forwarded = request.headers['x-test-client'] ?? request.socket.remoteAddress;
  const headers = { ...request.headers, host: '127.0.0.1:' + target, 'x-forwarded-for': forwarded };
  const passed = http.request({ port: target, method: request.method, path: request.url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
`;

const dashboard = new Map([
  ['index.html', Buffer.from('<html><head><script type="module" src="./assets/main.js"></script></head></html>')],
  ['assets/main.js', Buffer.from('export const built = true;')],
]);

let database: TestDatabase;
let folder: string;
const shutdown: Shutdown = createShutdown();
let proxied: { app: FastifyInstance; url: string; own: string };
let plain: { app: FastifyInstance; own: string };
let proxy: ChildProcess;
let key: string;

async function open(
  values: Record<string, string>,
  stopping = shutdown,
): Promise<{ app: FastifyInstance; own: string }> {
  const env = readEnvironment({ FUNDSCOPE_DATA: folder, ...values });
  const options = { address: database.address, env, readDashboard: async () => dashboard, onProgress: () => undefined };
  const app = await openGateway(options, stopping);
  return { app, own: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

async function startProxy(target: number): Promise<string> {
  proxy = spawn(process.execPath, ['-e', proxyCode, String(target)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(proxy.stdout ?? proxy, 'data')) as [Buffer];
  return `http://127.0.0.1:${port.toString().trim()}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-proxy-'));
  database = await openTestDatabase();
  // The gateway's behavior does not depend on records here; an empty database would be filled with the demo.
  await database.sql`
    INSERT INTO sources (id, key, title, licence, imported_at) VALUES (1, 'test', 'Test', 'none', now())`;
  ({ key } = await createAccount(database.sql, { name: 'test', plan: 'PRO' }));
  const behind = await open({
    FUNDSCOPE_BASE: '/desk/',
    FUNDSCOPE_TRUST_PROXY: 'loopback',
    FUNDSCOPE_METRICS_TOKEN: 'token-of-this-test',
  });
  proxied = { ...behind, url: await startProxy((behind.app.server.address() as AddressInfo).port) };
  plain = await open({});
});
afterAll(async () => {
  proxy.kill();
  await shutdown.run();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const withKey = () => ({ authorization: `Bearer ${key}` });
const page = { accept: 'text/html' };

describe('below a path of a reverse proxy', () => {
  it('the page uses that path for its files and addresses, at every address', async () => {
    for (const path of ['/desk', '/desk/', '/desk/deals?open=1']) {
      const { status, body } = await sendRaw(proxied.url, path, { headers: page });
      expect([status, body]).toEqual([200, expect.stringContaining('src="/desk/assets/main.js"')]);
      expect(body).toContain('<meta name="fundscope-base" content="/desk" />');
    }
    expect(await sendRaw(proxied.url, '/desk/assets/main.js')).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    });
  });

  it('the API, the account, the description and the configuration respond', async () => {
    const sent = { headers: withKey() };
    expect(await sendRaw(proxied.url, '/desk/api/v1/industry/search?name=software', sent)).toMatchObject({
      status: 200,
    });
    expect(await sendRaw(proxied.url, '/desk/account', sent)).toMatchObject({ status: 200 });
    expect(await sendRaw(proxied.url, '/desk/healthz')).toMatchObject({ status: 200 });
    const { body } = await sendRaw(proxied.url, '/desk/openapi.json');
    expect(JSON.parse(body)).toMatchObject({ servers: [{ url: '/desk/api/v1' }] });
    expect(JSON.parse((await sendRaw(proxied.url, '/desk/config.json')).body)).toMatchObject({ key: 'browser' });
    expect(await sendRaw(proxied.url, '/desktop.json', sent)).toMatchObject({ status: 404 });
  });

  it('a proxy that removes the path is supported too', async () => {
    expect(await sendRaw(proxied.url, '/account', { headers: withKey() })).toMatchObject({ status: 200 });
    expect((await sendRaw(proxied.url, '/deals', { headers: page })).body).toContain('src="/desk/assets/main.js"');
  });
});

describe('the headers of a proxy', () => {
  const look = (url: string, client: string) =>
    sendRaw(url, '/api/v1/industry/search?name=x', { headers: { 'x-test-client': client, 'x-forwarded-for': client } });
  const lookTimes = (times: number, url: string, client: string) =>
    Promise.all(Array.from({ length: times }, () => look(url, client)));

  it('about the client are trusted for the named ones: clients behind it have separate windows', async () => {
    const statuses = (await lookTimes(61, proxied.url, '203.0.113.1')).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await look(proxied.url, '203.0.113.2')).toMatchObject({ status: 401 });
  });

  it('are not trusted by default, so that no caller can choose its address', async () => {
    await lookTimes(60, plain.own, '203.0.113.3');
    expect(await look(plain.own, '203.0.113.4')).toMatchObject({ status: 429 });
  });
});

describe('what is only for this machine', () => {
  it('is the local key: never added to what a proxy passes on, whatever it writes into Host', async () => {
    const own = pageHeaders(plain.own);
    const stranger = { ...own, 'x-test-client': '203.0.113.8' };
    expect(await sendRaw(proxied.url, '/desk/account', { headers: stranger })).toMatchObject({ status: 401 });
    expect((await sendRaw(proxied.own, '/account', { headers: own })).status).not.toBe(200);
    expect(await sendRaw(plain.own, '/account', { headers: own })).toMatchObject({ status: 200 });
    const passedOn = { ...own, 'x-forwarded-for': '203.0.113.9' };
    expect((await sendRaw(plain.own, '/account', { headers: passedOn })).status).not.toBe(200);
  });

  it('is adding credits: offered to the own page, rejected for any other key and through a proxy', async () => {
    const own = pageHeaders(plain.own);
    const add = async (url: string, headers: Record<string, string>) =>
      sendRaw(url, '/account/credits', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"add":1000}',
      });
    const readConfig = async (url: string) =>
      JSON.parse((await sendRaw(url, '/config.json', { headers: own })).body) as object;
    expect(await readConfig(plain.own)).toMatchObject({ key: 'gateway', credits: true });
    expect(await readConfig(proxied.url)).toMatchObject({ key: 'browser', credits: false });
    expect(await add(plain.own, own)).toMatchObject({
      status: 200,
      body: expect.stringContaining('"purchased_credits":1200') as string,
    });
    for (const rejected of [await add(plain.own, { ...own, ...withKey() }), await add(proxied.url, withKey())]) {
      expect(rejected).toMatchObject({ status: 403, body: expect.stringContaining('"LOCAL_KEY_REQUIRED"') as string });
    }
    expect((await add(plain.own, { ...own, origin: 'http://elsewhere.example' })).status).not.toBe(200);
    expect((await add(plain.own, { ...own, 'x-forwarded-for': '203.0.113.7' })).status).not.toBe(200);
    expect((await add(proxied.url, own)).status).not.toBe(200);
    const { body } = await sendRaw(plain.own, '/account', { headers: own });
    expect(body).toContain('"purchased_credits":1200');
  });

  it('are the metrics: open here, with the token through a proxy', async () => {
    const answered = /^fundscope_requests_total\{endpoint="searchIndustries",status="200"\} (\d+)$/m;
    const before = Number(answered.exec((await sendRaw(plain.own, '/metrics')).body)?.[1] ?? 0);
    await sendRaw(plain.own, '/api/v1/industry/search?name=software', { headers: withKey() });
    const { status, body, headers } = await sendRaw(plain.own, '/metrics');
    expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
    expect(Number(answered.exec(body)?.[1])).toBe(before + 1);
    expect(body).toMatch(/^fundscope_pool_queries\{state="max"\} \d+$/m);
    expect(body).toMatch(/^fundscope_index_ready [01]$/m);
    expect(body).not.toContain(key.slice(16));
    const sent = (authorization: string) => sendRaw(proxied.url, '/desk/metrics', { headers: { authorization } });
    expect(await sendRaw(proxied.url, '/desk/metrics')).toMatchObject({ status: 401 });
    expect(await sent('Bearer token-of-this-tesT')).toMatchObject({ status: 401 });
    expect(await sent('Bearer token-of-this-test')).toMatchObject({ status: 200 });
    const rebound = { host: 'desk.example.com' };
    expect(await sendRaw(plain.own, '/metrics', { headers: rebound })).toMatchObject({ status: 401 });
  });
});

describe('a gateway behind a load balancer', () => {
  it('accepts new connections after the signal to stop, reports it at /readyz, and then closes', async () => {
    const stopping = createShutdown();
    const { own } = await open({ FUNDSCOPE_TRUST_PROXY: 'loopback' }, stopping);
    expect(await sendRaw(own, '/readyz')).toMatchObject({ status: 200 });
    const stopped = stopping.run();
    expect(await sendRaw(own, '/readyz')).toMatchObject({ status: 503, headers: { connection: 'close' } });
    const sent = { headers: { ...withKey(), 'x-request-id': 'sent-while-stopping' } };
    expect(await sendRaw(own, '/api/v1/industry/search?name=software', sent)).toMatchObject({
      status: 200,
      headers: { connection: 'close', 'x-request-id': 'sent-while-stopping' },
    });
    await stopped;
    await expect(sendRaw(own, '/readyz')).rejects.toThrow('ECONNREFUSED');
  });
});
