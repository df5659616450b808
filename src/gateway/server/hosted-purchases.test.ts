import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { readUnlockedMarket } from '#contract/workspace/market.ts';
import type { Budget } from '#contract/workspace/budget.ts';
import type { Purchase } from '#contract/workspace/purchases.ts';
import type { SearchRow, StoredSearch } from '#contract/workspace/searches.ts';
import type { SavedSheet } from '#contract/workspace/sheets.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders, sendRaw } from '../../testing/gateway.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

/** A real service as the hosted one, behind a proxy that can break responses; the gateway has a database of its own. */
let hosted: TestService;
let database: TestDatabase;
let proxy: Server;
let folder: string;
let site: string;
let stop: () => Promise<void>;
let sent: string[];
/** What becomes of the next response that the service sends. */
let fate: (response: IncomingMessage, reply: ServerResponse, body: Buffer) => void;

const forward: typeof fate = ({ statusCode = 500, headers }, reply, body) => {
  const { 'transfer-encoding': _, ...kept } = headers;
  reply.writeHead(statusCode, kept).end(body);
};

beforeAll(async () => {
  hosted = await startService({ demo: true });
  const target = new URL(await hosted.app.listen({ host: '127.0.0.1', port: 0 }));
  proxy = createServer((incoming, reply) => {
    const { method, url, headers } = incoming;
    sent.push(`${method} ${url?.split('?')[0]}`);
    const outgoing = request(
      {
        host: target.hostname,
        port: target.port,
        method,
        path: url,
        headers: { ...headers, 'accept-encoding': 'identity' },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => fate(response, reply, Buffer.concat(parts)));
      },
    );
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  database = await openTestDatabase();
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-hosted-purchases-'));
  const { key } = await hosted.createKey({ name: 'payer', plan: 'PRO_PLUS' });
  ({ site, stop } = await start(key));
});
beforeEach(async () => {
  sent = [];
  fate = forward;
  await database.sql`TRUNCATE purchases, searches, unlocked_records, stored_responses`;
});
afterAll(async () => {
  await stop();
  proxy.closeAllConnections();
  proxy.close();
  await Promise.all([hosted.close(), database.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function start(key?: string) {
  const { port } = proxy.address() as AddressInfo;
  const env = readEnvironment({
    FUNDSCOPE_UPSTREAM: `http://127.0.0.1:${port}/api/v1`,
    ...(key === undefined ? {} : { FUNDSCOPE_KEY: key }),
    FUNDSCOPE_DATA: folder,
    DATABASE_URL: database.address,
  });
  const shutdown = createShutdown();
  const app = await openGateway({ address: database.address, env, onProgress: () => undefined }, shutdown);
  return { site: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => shutdown.run() };
}

type Reply = { readonly status: number; readonly data: never; readonly error: { readonly code: string } };
async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const sending = { ...pageHeaders(site), 'content-type': 'application/json', ...headers };
  const response = await sendRaw(site, path, { method: 'POST', headers: sending, body: JSON.stringify(body) });
  return { status: response.status, ...(JSON.parse(response.body) as Omit<Reply, 'status'>) };
}
async function get<T>(path: string, headers: Record<string, string> = {}): Promise<T> {
  const response = await sendRaw(site, path, { headers: { ...pageHeaders(site), ...headers } });
  expect(response.status, response.body).toBe(200);
  return (JSON.parse(response.body) as { data: T }).data;
}
const search = (parts: object = {}, headers: Record<string, string> = {}) =>
  post(
    '/workspace/searches',
    { resource: 'deals', body: {}, rows: 5, max_tenths: 5000, screen: '/deals', ...parts },
    headers,
  );
const listPurchases = async () => (await get<{ purchases: Purchase[] }>('/workspace/purchases')).purchases;

describe('in front of a hosted service', () => {
  test('a search is charged there once, and stored as it came, with members that nobody knows', async () => {
    fate = (response, reply, body) => {
      const json = JSON.parse(body.toString()) as { data: { deals: Record<string, unknown>[] } };
      json.data.deals[0]!['thesis'] = { new: true };
      const { 'content-length': _, ...headers } = response.headers;
      reply.writeHead(200, headers).end(JSON.stringify(json));
    };
    const { status, data } = await search();
    expect(status).toBe(200);
    expect(data).toMatchObject({ bill: { billed_tenths: 50 }, search: { rows: 5 } });
    await search();
    expect(sent).toEqual(['POST /api/v1/deals']);
    const { search: stored } = data as { search: StoredSearch };
    const { rows } = await get<{ rows: SearchRow[] }>(`/workspace/searches/${stored.id}/rows`);
    expect(rows[0]?.record['thesis']).toEqual({ new: true });
    expect(await get<Budget>('/workspace/budget')).toMatchObject({
      session: { unconfirmed: 0 },
      balance: { monthly: expect.any(Number) as number },
    });
  });

  test('figures about a market come from unlocked deals, without a request to the service', async () => {
    const market = () => post('/workspace/market', { deals: {}, blocks: ['clock', 'where'] });
    expect(await market()).toMatchObject({
      status: 200,
      data: { market: { total: 0 }, from: { unlocked: 0, total: null } },
    });
    await search({ rows: 200 });
    const { market: figures, from } = (await market()).data as DataOf<typeof readUnlockedMarket>;
    expect(from).toMatchObject({ unlocked: 200, total: expect.any(Number) as number, with_company: 0 });
    expect(figures.total).toBeGreaterThan(100);
    expect(figures.clock?.periods[0]).toMatchObject({
      start: expect.any(String) as string,
      deals: expect.any(Number) as number,
    });
    expect(sent).toEqual(['POST /api/v1/deals']);
    expect(await post('/account/market', { deals: {}, blocks: ['clock'] })).toMatchObject({ status: 404 });
  });

  test('a live sheet has the rows that are loaded, without a request to the service', async () => {
    const saved = { name: 'Rounds', screen: 'deals', search: '', body: {} };
    const id = randomUUID();
    const json = { ...pageHeaders(site), 'content-type': 'application/json' };
    await sendRaw(site, `/workspace/saved-searches/${id}`, {
      method: 'PUT',
      headers: json,
      body: JSON.stringify(saved),
    });
    const { sheet } = (await post('/workspace/sheets', { search_id: id })).data as { sheet: SavedSheet };
    const countRows = async () => (await sendRaw(site, sheet.path)).body.trimEnd().split('\r\n').length - 1;
    expect([sheet.runs, await countRows()]).toEqual([false, 0]);
    await search({ rows: 5 });
    expect(await countRows()).toBe(5);
    expect(sent).toEqual(['POST /api/v1/deals']);
  });

  test('a request whose response is lost is unconfirmed, warns before it is sent again, and can be retried', async () => {
    fate = (_response, reply) => void reply.destroy();
    expect(await search()).toMatchObject({ status: 503 });
    const [lost] = await listPurchases();
    expect(lost).toMatchObject({ state: 'unconfirmed', quoted_tenths: 50, billed_tenths: null });
    expect(await search()).toMatchObject({ status: 409, error: { code: 'CHARGE_UNCONFIRMED' } });
    fate = forward;
    const retried = await post(`/workspace/purchases/${lost!.id}/retry`, { max_tenths: 50 });
    // Our own service, which is the hosted one here, knows the Idempotency-Key: the first try was charged, not this one.
    expect(retried).toMatchObject({ status: 200, data: { purchase: { state: 'billed' } } });
    expect(sent).toHaveLength(2);
    expect(await search()).toMatchObject({ status: 200, data: { bill: { quoted_tenths: 0 }, search: { rows: 5 } } });
  });

  test('a rejection is passed on as it came and charges nothing', async () => {
    const { status, error } = await search({ body: { deal: { size_min: -1 } } });
    expect([status, error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(await listPurchases()).toMatchObject([{ state: 'rejected', status: 422, billed_tenths: null }]);
  });

  test.each<[string, Record<string, string>]>([
    ['a negative charge', { 'x-credits-used': '-1000' }],
    ['a charge of 400 digits', { 'x-credits-used': '9'.repeat(400) }],
    ['a charge above the price', { 'x-credits-used': '51.0' }],
  ])('%s counts as the highest price, and its rows are there', async (_, headers) => {
    fate = (response, reply, body) => reply.writeHead(200, { ...response.headers, ...headers }).end(body);
    expect(await search()).toMatchObject({
      data: { bill: { billed_tenths: 0, unconfirmed_tenths: 50 }, search: { rows: 5 } },
    });
  });

  test('a page of a balancer, or a status that HTTP does not have, never says that nothing was charged', async () => {
    fate = (_response, reply) => void reply.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    expect((await search()).status).toBe(502);
    expect(await listPurchases()).toMatchObject([{ state: 'unconfirmed' }]);
  });

  test('a limit of requests is waited for and not charged', async () => {
    let isFirst = true;
    fate = (response, reply, body) => {
      if (!isFirst) return forward(response, reply, body);
      isFirst = false;
      return void reply.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' }).end('{"error":{}}');
    };
    expect(await search({ body: { deal: { size_min: 1 } } })).toMatchObject({ status: 200 });
  });

  test('a browser with its own key has an account of its own, which pays for itself and sees nothing of others', async () => {
    const { key, account_id: account } = await hosted.createKey({ name: 'browser', plan: 'PRO' });
    const headers = { authorization: `Bearer ${key}` };
    await search({ rows: 3 });
    expect(await get<{ purchases: [] }>('/workspace/purchases', headers)).toMatchObject({ purchases: [] });
    expect(await search({ rows: 3 }, headers)).toMatchObject({ data: { bill: { billed_tenths: 30 } } });
    expect(await search({ rows: 3 }, headers)).toMatchObject({ data: { bill: { billed_tenths: 0 } } });
    const [row] = await hosted.sql<{ tenths: number }[]>`
      SELECT sum(monthly_tenths + purchased_tenths)::int AS tenths FROM ledger WHERE account_id = ${account}`;
    expect(row?.tenths).toBe(30);
    const dump = await database.sql<{ text: string }[]>`
      SELECT string_agg(k::text, ' ') || string_agg(a::text, ' ') AS text FROM api_keys k, accounts a`;
    expect(dump[0]?.text).not.toContain(key);
    const unknown = await search({}, { authorization: `Bearer vg_${'0'.repeat(12)}_${'a'.repeat(32)}` });
    expect(unknown.status).toBe(401);
  });

  test('what an account makes and buys is there after a restart, and for a body that came compressed', async () => {
    const { key } = await hosted.createKey({ name: 'restarted', plan: 'PRO' });
    const first = await start(key);
    const id = 'd0000000-0000-4000-8000-000000000001';
    const changes = [{ kind: 'deal', id, set: { note: 'Ask Ada' } }];
    const headers = { ...pageHeaders(first.site), 'content-type': 'application/json' };
    const compressed = {
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify({ changes })),
    };
    const written = await fetch(`${first.site}/workspace/statuses`, { method: 'PUT', ...compressed });
    expect(written.status, await written.text()).toBe(200);
    expect((await fetch(`${first.site}/workspace/statuses`)).status).toBe(401);
    await first.stop();
    const second = await start(key);
    const read = await fetch(`${second.site}/workspace/statuses`, { headers: pageHeaders(second.site) });
    expect(await read.json()).toMatchObject({ data: { statuses: [{ kind: 'deal', id, note: 'Ask Ada' }] } });
    await second.stop();
  });

  test('a purchase whose browser is closed while the service works is charged once, stored, and counts in the budget', async () => {
    let answer: (() => void) | undefined;
    fate = (...parts) => {
      answer = () => forward(...parts);
    };
    const leaving = new AbortController();
    const left = fetch(`${site}/workspace/searches`, {
      method: 'POST',
      headers: { ...pageHeaders(site), 'content-type': 'application/json' },
      body: JSON.stringify({ resource: 'deals', body: {}, rows: 7, max_tenths: 70, screen: '/deals' }),
      signal: leaving.signal,
    }).catch(() => undefined);
    await expect.poll(() => sent.length).toBe(1);
    const { session } = await get<Budget>('/workspace/budget');
    leaving.abort();
    await left;
    await vi.waitUntil(() => answer !== undefined, { timeout: 10_000 });
    answer?.();
    await expect.poll(async () => (await listPurchases())[0]).toMatchObject({ state: 'billed', billed_tenths: 70 });
    expect(await get<Budget>('/workspace/budget')).toMatchObject({ session: { used: session.used + 70 } });
    expect(await search({ rows: 7 })).toMatchObject({ status: 200, data: { bill: { billed_tenths: 0 } } });
    expect(sent).toHaveLength(1);
  });

  test('a gateway without a key stores what browsers with a key buy', async () => {
    const other = await start();
    const { key } = await hosted.createKey({ name: 'alone', plan: 'PRO' });
    const headers = { ...pageHeaders(other.site), authorization: `Bearer ${key}` };
    const response = await sendRaw(other.site, '/workspace/searches', { headers });
    expect(response.status, response.body).toBe(200);
    expect((await sendRaw(other.site, '/workspace/searches', { headers: pageHeaders(other.site) })).status).toBe(401);
    await other.stop();
  });
});
