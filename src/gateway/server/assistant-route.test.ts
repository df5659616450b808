import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../service/accounts/accounts.ts';
import { createAssistantClient } from '../../testing/assistant-client.ts';
import { openDemoDatabase, type TestDatabase } from '../../testing/database.ts';
import { sendRaw, pageHeaders } from '../../testing/gateway.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

const friend = 'https://friend.example';
const shutdown = createShutdown();
let database: TestDatabase;
let dataDir: string;
let own: string;
let hosting: string;
const opened: Client[] = [];

beforeAll(async () => {
  database = await openDemoDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fundscope-mcp-'));
  own = await startGateway({ FUNDSCOPE_CORS: friend });
  hosting = await startGateway({ FUNDSCOPE_UPSTREAM: `${own}/api/v1`, FUNDSCOPE_KEY: (await createKey()).key });
}, 120_000);
afterAll(async () => {
  await shutdown.run();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

async function startGateway(values: Record<string, string>): Promise<string> {
  const env = readEnvironment({ FUNDSCOPE_DATA: dataDir, ...values });
  const app = await openGateway({ address: database.address, env, onProgress: () => undefined }, shutdown);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function createKey() {
  const account = await createAccount(database.sql, { name: 'assistant', plan: 'PRO_PLUS' });
  await database.sql`UPDATE accounts SET monthly_tenths = 0, purchased_tenths = 5000 WHERE id = ${account.account_id}`;
  return account;
}

async function readBalance(accountId: string): Promise<number> {
  const [row] = await database.sql<{ tenths: string }[]>`
    SELECT purchased_tenths AS tenths FROM accounts WHERE id = ${accountId}`;
  return Number(row?.tenths);
}

/** A client of the SDK in its own session. */
async function openAssistant(url: string, key: string | undefined, query = '') {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit: { headers } });
  const client = createAssistantClient();
  await client.connect(transport);
  opened.push(client);
  const { tools } = await client.listTools();
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { text: string }[];
    return { result: structuredContent as Record<string, unknown>, text: first?.text, failed: isError };
  };
  return { transport, tools: tools.map(({ name }) => name), call };
}

const opening = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const messageHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const post = (url: string, headers: Record<string, string>, body: object = opening, path = '/mcp') =>
  sendRaw(url, path, { method: 'POST', headers: { ...messageHeaders, ...headers }, body: JSON.stringify(body) });

test('an assistant searches with its own key, on a local and on a hosted service', async () => {
  for (const [url, names] of [
    [own, true],
    [hosting, false],
  ] as const) {
    const { account_id: id, key } = await createKey();
    const { tools, call } = await openAssistant(url, key);
    expect(tools.includes('read_names')).toBe(names);
    expect((await call('search_deals', { page_size: 3 })).result).toMatchObject({
      credits_used: 3,
      session_credits_left: 97,
    });
    expect(await readBalance(id)).toBe(4970);
  }
});

test('calls of one session at the same time never exceed its budget together', async () => {
  const { account_id: id, key } = await createKey();
  const { call } = await openAssistant(own, key, '?max_credits=12.5');
  const results = await Promise.all(Array.from({ length: 10 }, () => call('search_companies', { page_size: 5 })));
  expect(results.filter(({ failed }) => !failed)).toHaveLength(2);
  expect(await readBalance(id)).toBe(4900);
  expect((await call('account')).result).toMatchObject({ session: { credits: 12.5, spent: 10, left: 2.5 } });
});

test('no session opens without a key, with a wrong one or with the local key', async () => {
  for (const url of [own, hosting]) {
    for (const headers of [{}, { authorization: 'Bearer vg_0123456789ab_wrong' }, pageHeaders(url)]) {
      const { status, body } = await post(url, { ...headers });
      expect([status, JSON.parse(body)]).toMatchObject([401, { error: { code: expect.any(String) } }]);
    }
  }
  await expect(openAssistant(own, 'vg_0123456789ab_wrong')).rejects.toThrow('INVALID_API_KEY');
});

test('requests of tools count against the key’s limit, which says when to try again', async () => {
  const { key } = await createKey();
  const { call } = await openAssistant(own, key);
  const headers = { authorization: `Bearer ${key}` };
  for (;;) {
    const { headers: received } = await sendRaw(own, '/api/v1/location/search?name=berlin', { headers });
    if (received['ratelimit-remaining'] === '0') break;
  }
  expect(await call('search_deals')).toMatchObject({
    failed: true,
    text: expect.stringMatching(/RATE_LIMIT_EXCEEDED[^]*Try again in \d+ seconds/),
  });
  expect((await call('account')).result).toMatchObject({ session: { spent: 0 } });
  const second = await post(own, headers);
  expect([second.status, Number(second.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
});

test('a page of another origin is rejected; one of an allowed origin may call with its key', async () => {
  const { account_id: id, key } = await createKey();
  const authorization = `Bearer ${key}`;
  for (const origin of ['https://foreign.example', own, 'null']) {
    const { status, headers } = await post(own, { authorization, origin });
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
  }
  const preflight = { 'access-control-request-method': 'POST', origin: friend };
  expect(await sendRaw(own, '/mcp', { method: 'OPTIONS', headers: preflight })).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-origin': friend, 'access-control-allow-methods': 'POST, DELETE' },
  });
  const { status, headers } = await post(own, { authorization, origin: friend });
  expect([status, headers['access-control-expose-headers']]).toEqual([200, expect.stringContaining('Mcp-Session-Id')]);
  expect(await readBalance(id)).toBe(5000);
});

test('a session belongs to the key that opened it, and ends when its client says so', async () => {
  const { key } = await createKey();
  const { transport } = await openAssistant(own, key);
  const session = { 'mcp-session-id': transport.sessionId ?? '' };
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const other = { ...session, authorization: `Bearer ${(await createKey()).key}` };
  expect((await post(own, other, list)).status).toBe(404);
  expect((await post(own, session, list)).status).toBe(404);
  const mine = { ...session, authorization: `Bearer ${key}` };
  expect((await post(own, mine, list)).status).toBe(200);
  await transport.terminateSession();
  expect((await post(own, mine, list)).status).toBe(404);
});

test('a key has at most 20 sessions; the next one closes the least recently used one', async () => {
  const authorization = `Bearer ${(await createKey()).key}`;
  const open = async () => String((await post(own, { authorization })).headers['mcp-session-id']);
  const list = async (id: string) =>
    (await post(own, { authorization, 'mcp-session-id': id }, { jsonrpc: '2.0', id: 2, method: 'tools/list' })).status;
  const [first, second] = [await open(), await open()];
  for (let count = 2; count < 20; count += 1) await open();
  expect(await list(first)).toBe(200);
  await open();
  expect([await list(first), await list(second)]).toEqual([200, 404]);
});

test('a key is one caller however its header is written', async () => {
  const { key } = await createKey();
  const first = await post(own, { authorization: `Bearer ${key}` });
  const session = { 'mcp-session-id': String(first.headers['mcp-session-id']) };
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  for (const authorization of [`bearer ${key}`, `BEARER    ${key}`, `Bearer ${key} \t `]) {
    expect([authorization, (await post(own, { ...session, authorization }, list)).status]).toEqual([
      authorization,
      200,
    ]);
  }
  for (const authorization of [`Bearer ${key} x`, `Bearer ${key}\u00a0`, `Bearer\t${key}`, `Basic ${key}`]) {
    for (const url of [own, hosting]) {
      expect([authorization, (await post(url, { authorization })).status]).toEqual([authorization, 401]);
    }
  }
});

test('a message without a session, a wrong budget and another method are rejected', async () => {
  const { key } = await createKey();
  const headers = { authorization: `Bearer ${key}` };
  expect((await post(own, headers, { jsonrpc: '2.0', id: 2, method: 'tools/list' })).status).toBe(400);
  expect((await post(own, headers, opening, '/mcp?max_credits=all')).status).toBe(400);
  expect(await sendRaw(own, '/mcp', { headers })).toMatchObject({ status: 405, headers: { allow: 'POST, DELETE' } });
});
