import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openForTests } from '../testing/open-for-tests.ts';
import { startService } from '../testing/service.ts';
import { createClient } from './client.ts';

const projectDir = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
let address = '';
let folder = '';
const closing: (() => void)[] = [];

const service = openForTests(() => startService({ demo: true }), 120_000);
beforeAll(async () => {
  await service.sql`UPDATE accounts SET purchased_tenths = 10000`;
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'fundscope-client-'));
  const vite = join(projectDir, 'node_modules/vite/bin/vite.js');
  const build = ['build', '--ssr', '--mode', 'client', '--outDir', join(folder, 'dist'), '--logLevel', 'warn'];
  await run(process.execPath, [vite, ...build], { cwd: projectDir, env: { ...process.env, NODE_ENV: 'production' } });
  symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => closing.splice(0).forEach((close) => close()));

const open = (options: object = {}) => createClient({ address, key: service.key, ...options });
const readBalance = async () =>
  Number(
    (await service.sql<{ tenths: string }[]>`SELECT sum(purchased_tenths + monthly_tenths) AS tenths FROM accounts`)[0]
      ?.tenths,
  );

type Answer = (request: IncomingMessage, response: ServerResponse, tries: number) => void;

/** A server in front of the service that makes attempts fail, and the Idempotency-Keys that it received. */
async function startFaults(answer: Answer): Promise<{ url: string; keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    answer(request, response, keys.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

/** Forwards a request to the service; returns its response. */
async function pass(request: IncomingMessage): Promise<{ text: string; headers: Record<string, string> }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = '', 'idempotency-key': id } = request.headers;
  const response = await fetch(`${address}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': String(id) },
    body: Buffer.concat(chunks).toString(),
  });
  const used = response.headers.get('x-credits-used') ?? '';
  const replayed = response.headers.get('idempotency-replayed') ?? 'false';
  return { text: await response.text(), headers: { 'x-credits-used': used, 'idempotency-replayed': replayed } };
}

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code);

it('has six examples', () => expect(examples).toHaveLength(6));

it.each(examples)('runs example %# of the README as it is written', async (code) => {
  const file = join(folder, 'example.mjs');
  writeFileSync(file, code.replace("'fundscope/client'", "'./dist/client.js'"));
  const env = { ...process.env, FUNDSCOPE_ADDRESS: address, FUNDSCOPE_KEY: service.key };
  const { stdout, stderr } = await run(process.execPath, [file], { env });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(/console\.log\(.*\); \/\/ (.*)/.exec(code)?.[1]);
});

it('imports nothing, so that it runs in a browser', () => {
  const built = readFileSync(join(folder, 'dist/client.js'), 'utf8');
  expect(new Set([...built.matchAll(/^(?:import|export)\b[^"']*["']([^"']+)["']/gm)].map(([, name]) => name))).toEqual(
    new Set(),
  );
  expect(built).not.toMatch(/\bprocess\b\.|\bBuffer\b/);
});

it('never exceeds the budget of an iteration and uses all of it', async () => {
  const before = await readBalance();
  const ids = new Set<string>();
  for await (const { id } of open().searchDeals.rows({ page_size: 7 }, { maxCredits: 17 })) ids.add(id);
  expect(ids.size).toBe(17);
  expect(before - (await readBalance())).toBe(170);
});

it('ends an iteration with the last row, and sends nothing without a budget', async () => {
  const total = (await open().searchDeals({ page_size: 1 })).meta.total_count;
  const ids = new Set<string>();
  for await (const { id } of open().searchDeals.rows({ page_size: 300 }, { maxCredits: 1000 })) ids.add(id);
  expect(ids.size).toBe(total);
  const before = await readBalance();
  for (const maxCredits of [0, -1, 0.9, NaN])
    for await (const row of open().searchDeals.rows({}, { maxCredits })) expect(row).toBeUndefined();
  expect(await readBalance()).toBe(before);
});

it('charges once when a response is lost, and counts it although the repeated one says 0', async () => {
  const { url, keys } = await startFaults((request, response, tries) => {
    void pass(request).then(({ text, headers }) =>
      tries === 1 ? response.destroy() : response.writeHead(200, headers).end(text),
    );
  });
  const before = await readBalance();
  const { data, creditsUsed } = await open({ address: url }).searchDeals({ page_size: 3 });
  expect(data.deals).toHaveLength(3);
  expect(creditsUsed).toBe(3);
  expect(before - (await readBalance())).toBe(30);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

it('retries after a 429 or 503 and its Retry-After, with the same key', async () => {
  const error = { success: false, error: { code: 'BUSY', message: 'Busy.' } };
  const { url, keys } = await startFaults((request, response, tries) => {
    if (tries < 3) response.writeHead(tries === 1 ? 429 : 503, { 'retry-after': '0' }).end(JSON.stringify(error));
    else void pass(request).then(({ text, headers }) => response.writeHead(200, headers).end(text));
  });
  expect((await open({ address: url }).searchDeals({ page_size: 1 })).creditsUsed).toBe(1);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(3);
});

it('ignores a Retry-After that is neither seconds nor a date', async () => {
  const { url } = await startFaults((_, response) => void response.writeHead(429, { 'retry-after': '1.5' }).end('{}'));
  const failure = await open({ address: url, maxRetries: 0 })
    .searchDeals({})
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ facts: { status: 429 } });
  expect(failure).not.toHaveProperty('facts.retryAfterSeconds');
});

it('does not repeat a lost paid request if configured so, nor a lost change', async () => {
  const { url, keys } = await startFaults((_, response) => void response.destroy());
  const client = open({ address: url, retryLost: false });
  await expect(client.searchDeals({})).rejects.toMatchObject({ facts: { mayHaveCharged: true } });
  await expect(client.deleteAlert({ id: 'a' })).rejects.toMatchObject({ facts: { mayHaveCharged: false } });
  expect(keys).toHaveLength(2);
});

it('does not repeat a paid request that a gateway forwarded without getting a response', async () => {
  const error = { code: 'UPSTREAM_LOST', message: 'No response.', details: { outcome: 'unknown', help: '' } };
  const { url, keys } = await startFaults(
    (_, response) => void response.writeHead(504).end(JSON.stringify({ success: false, error })),
  );
  await expect(open({ address: url }).searchDeals({})).rejects.toMatchObject({
    facts: { status: 504, mayHaveCharged: true },
  });
  expect(keys).toHaveLength(1);
});

it.each<[string, number, Record<string, string>, string]>([
  ['a negative charge', 200, {}, '{"data":{"deals":[]},"meta":{"credits_used":-1000}}'],
  ['a negative charge in its header', 200, { 'x-credits-used': '-5' }, '{"data":{"deals":[]}}'],
  ['a charge of 400 digits', 200, { 'x-credits-used': '9'.repeat(400) }, '{"data":{"deals":[]}}'],
  ['no charge', 200, {}, '{"data":{"deals":[]},"meta":{}}'],
])('counts %s at the highest price within the budget, as unconfirmed', async (_, status, headers, body) => {
  const { url, keys } = await startFaults((_request, response) => void response.writeHead(status, headers).end(body));
  const client = open({ address: url });
  expect(await client.searchDeals({ page_size: 4 })).toMatchObject({ creditsUsed: 4, isChargeUnconfirmed: true });
  const search = { page_size: 4 };
  for await (const page of client.searchDeals.pages(search, { maxCredits: 4 })) expect(page.creditsUsed).toBe(4);
  expect(keys).toHaveLength(2);
});

it.each<[number, Record<string, string>]>([
  [999, {}],
  [999, { 'x-credits-used': '0.0' }],
  [404, { 'x-credits-used': 'NaN' }],
  [500, { 'x-credits-used': '2.0' }],
])('says of a %i with %j that it may have been charged', async (status, headers) => {
  const error = JSON.stringify({ success: false, error: { code: 'BROKEN', message: 'No.' } });
  const { url } = await startFaults((_, response) => void response.writeHead(status, headers).end(error));
  const client = open({ address: url, maxRetries: 0 });
  await expect(client.searchDeals({})).rejects.toMatchObject({ facts: { status, mayHaveCharged: true } });
  await expect(client.readAlertConfigurations({})).rejects.toMatchObject({ facts: { status, mayHaveCharged: false } });
});

it('keeps unknown members, makes a wrong type null and reports it, and drops rows without an id', async () => {
  const deals = [{ id: 'x', company_id: 5, extra: 1 }, { company_id: 'y' }];
  const { url } = await startFaults((_, response) => void response.end(JSON.stringify({ data: { deals }, meta: {} })));
  const heard: string[] = [];
  const onSurprise = (endpoint: string, paths: readonly string[]) => void heard.push(endpoint, ...paths);
  const good = { id: '6b1f2c1e-6d0f-4c58-8f0e-0c8a5a5f5b11', company_id: 5, extra: 1 };
  deals.splice(0, 1, good);
  const { data, surprises } = await open({ address: url, onSurprise }).searchDeals({});
  expect(data.deals).toHaveLength(1);
  expect(data.deals?.[0]).toMatchObject({ id: good.id, company_id: null, extra: 1 });
  expect(surprises).toContain('deals[0].company_id');
  expect(heard[0]).toBe('searchDeals');
});

it('stops when its signal aborts', async () => {
  await expect(open().searchDeals({}, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
});
