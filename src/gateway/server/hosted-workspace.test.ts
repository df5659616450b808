import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Config } from '#contract/config.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders, testKey } from '../../testing/gateway.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-hosted-workspace-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A gateway in front of a hosted service that must not receive anything of the workspace. */
async function start(values: Record<string, string> = {}) {
  const env = readEnvironment({
    FUNDSCOPE_UPSTREAM: 'http://127.0.0.1:9/api/v1',
    FUNDSCOPE_KEY: testKey,
    FUNDSCOPE_DATA: folder,
    DATABASE_URL: database.address,
    ...values,
  });
  const shutdown = createShutdown();
  const app: FastifyInstance = await openGateway({ address: undefined, env, onProgress: () => undefined }, shutdown);
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${site}${path}`, { ...init, headers: { ...pageHeaders(site), ...(init.headers as object) } });
  const countConnections = promisify(app.server.getConnections.bind(app.server));
  return { send, site, countConnections, stop: () => shutdown.run() };
}

const change = { kind: 'statuses', key: ['deal', 'a', 'note'], at: 1, value: 'Ask Ada' };

test('a gateway in front of a hosted service keeps the workspace of its key, live, and over a restart', async () => {
  const first = await start();
  expect(await (await first.send('/config.json')).json()).toMatchObject({ service: 'upstream', workspace: true });
  const events = (await first.send('/workspace/events')).body!.pipeThrough(new TextDecoderStream()).getReader();
  expect((await events.read()).value).toContain('"latest":0');
  const written = await first.send('/workspace/changes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ changes: [change] })),
  });
  expect(written.status, await written.text()).toBe(200);
  expect((await events.read()).value).toContain('"latest":1');
  expect((await fetch(`${first.site}/workspace/changes?after=0`)).status).toBe(401);
  expect((await first.send('/workspace/changes?after=x')).status).toBe(422);
  await first.stop();
  expect((await events.read()).done).toBe(true);

  const second = await start();
  const read = (await (await second.send('/workspace/changes?after=0')).json()) as { data: { changes: object[] } };
  expect(read.data.changes).toEqual([{ ...change, version: 1 }]);
  await second.stop();
}, 60_000);

test('does not count browsers that disconnected while its database was opened', async () => {
  const { gateway } = await database.sql.begin(async (sql) => {
    await sql`LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE`;
    const started = await start();
    const leaving = new AbortController();
    const left = Array.from({ length: 200 }, () =>
      started.send('/workspace/events', { signal: leaving.signal }).catch(() => undefined),
    );
    await expect.poll(() => started.countConnections(), { timeout: 10_000 }).toBe(left.length);
    leaving.abort();
    await Promise.all(left);
    await expect.poll(() => started.countConnections(), { timeout: 10_000 }).toBe(0);
    return { gateway: started };
  });
  const staying = new AbortController();
  expect((await gateway.send('/workspace/events', { signal: staying.signal })).status).toBe(200);
  staying.abort();
  await gateway.stop();
}, 60_000);

test('logs nothing when a browser leaves its events', async () => {
  using written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const gateway = await start();
  const leaving = new AbortController();
  const events = await gateway.send('/workspace/events', { signal: leaving.signal });
  expect(events.status).toBe(200);
  leaving.abort();
  await expect.poll(() => gateway.countConnections(), { timeout: 10_000 }).toBe(0);
  await gateway.stop();
  expect(written.mock.calls).toEqual([]);
}, 60_000);

test('keeps none if that is turned off', async () => {
  const { send, stop } = await start({ FUNDSCOPE_WORKSPACE: 'off' });
  expect(((await (await send('/config.json')).json()) as Config).workspace).toBe(false);
  expect((await send('/workspace/changes?after=0')).status).toBe(404);
  // The store that the first start created is opened at this one.
  expect((await send('/account/deliveries')).status).toBe(200);
  await stop();
}, 60_000);

test('a purchase whose browser is closed while the hosted service works is charged once, and counts in the budget', async () => {
  const requests: ServerResponse[] = [];
  const hosted = createServer((_request, response) => void requests.push(response));
  await new Promise<void>((resolve) => void hosted.listen(0, '127.0.0.1', resolve));
  const { port } = hosted.address() as AddressInfo;
  const gateway = await start({ FUNDSCOPE_UPSTREAM: `http://127.0.0.1:${port}/api/v1` });
  const post = async (path: string, body: object, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...(init.headers as object) };
    return gateway.send(path, { method: 'POST', body: JSON.stringify(body), ...init, headers });
  };
  const take = async (holder: string, lost?: string) =>
    (
      (await (
        await post('/workspace/leases', {
          request: 'same',
          holder,
          waited: false,
          purchase: { id: holder, tenths: 100 },
          lost,
        })
      ).json()) as { data: object }
    ).data;
  const readBudget = async () =>
    ((await (await gateway.send('/workspace/budget')).json()) as { data: { session: { used: number } } }).data;

  expect(await take('one')).toMatchObject({ granted: true });
  const closing = new AbortController();
  const bought = post('/api/v1/deals', {}, { headers: { 'idempotency-key': 'one' }, signal: closing.signal });
  bought.catch(() => undefined);
  await expect.poll(() => requests.length).toBe(1);
  closing.abort();
  await expect(bought).rejects.toThrow('abort');
  // The gateway alone renews its lease.
  await database.sql`UPDATE workspace_purchases SET expires_at = expires_at - interval '1 second' WHERE id = 'one'`;
  expect(await take('other')).toMatchObject({ granted: false, completed: null, budget: { reserved: 100 } });
  requests[0]!.writeHead(200, { 'content-type': 'application/json', 'x-credits-used': '7' }).end('{}');
  await expect.poll(readBudget).toMatchObject({ reserved: 0, session: { used: 70 }, day: { used: 70 } });
  await database.sql`UPDATE workspace_purchases SET expires_at = now() - interval '1 second' WHERE id = 'one'`;
  // The response is lost: the next browser learns of it, and buys only at its second request.
  expect(await take('other')).toMatchObject({ granted: false, completed: { purchase: 'one', tenths: 70, lost: true } });
  expect(await take('third')).toMatchObject({ granted: true, budget: { reserved: 100 } });
  const direct = post('/api/v1/deals', {}, { headers: { 'idempotency-key': 'program' } });
  await expect.poll(() => requests.length).toBe(2);
  requests[1]!.writeHead(200, { 'content-type': 'application/json', 'x-credits-used': '2' }).end('{}');
  expect((await direct).status).toBe(200);
  expect(await readBudget()).toMatchObject({ session: { used: 70 }, day: { used: 90 } });
  // A browser that is closed before it has sent the whole body does not leave the purchase running.
  await database.sql`UPDATE workspace_purchases SET expires_at = now() - interval '1 second' WHERE id = 'third'`;
  expect(await take('half')).toMatchObject({ granted: true });
  const { host, port: ownPort } = new URL(gateway.site);
  const socket = connect(Number(ownPort), '127.0.0.1');
  const headers = { host, ...pageHeaders(gateway.site), 'idempotency-key': 'half', 'content-length': '9' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/v1/deals HTTP/1.1\r\n${lines.join('')}\r\n{`);
  await expect.poll(() => requests.length).toBe(3);
  socket.destroy();
  await expect
    .poll(() => database.sql`SELECT state FROM workspace_purchases WHERE id = 'half'`)
    .toEqual([{ state: 'unconfirmed' }]);
  // The browser that lost it has told its user, so it neither waits nor tells them again, even of the try before.
  expect(await take('other')).toMatchObject({ granted: false, completed: null });
  expect(await take('again', 'half')).toMatchObject({ granted: true });
  await post('/workspace/leases/end', { request: 'same', holder: 'again', completed: null });
  expect(await take('later')).toMatchObject({ granted: true });
  await gateway.stop();
  hosted.close();
}, 120_000);
