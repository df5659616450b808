import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { inviteMember, joinWorkspace, readMembers } from '#contract/workspace/members.ts';
import { buildService } from '../../service/app.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders } from '../../testing/gateway.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { readEnvironment } from '../environment.ts';
import { addMember } from '../../service/workspace/members.ts';
import { openWorkspaceAccount } from '../cli/workspace-account.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

/** The hosted service, the requests that reached it, and the database of the gateways in front of it. */
let service: TestService;
let hosted: FastifyInstance;
let hostedUrl: string;
const seen: { url: string; authorization: string | undefined }[] = [];
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  service = await startService({ seed: seedRecords });
  hosted = await buildService({ db: service.sql });
  hosted.addHook('onRequest', async ({ url, headers }) => {
    seen.push({ url, authorization: headers.authorization });
  });
  hostedUrl = await hosted.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-hosted-members-'));
});
beforeEach(async () => {
  seen.length = 0;
  database = await openTestDatabase();
});
afterEach(() => database.close());
afterAll(async () => {
  await hosted.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(values: Record<string, string> = {}) {
  const env = readEnvironment({
    FUNDSCOPE_UPSTREAM: `${hostedUrl}/api/v1`,
    FUNDSCOPE_KEY: service.key,
    FUNDSCOPE_DATA: folder,
    DATABASE_URL: database.address,
    ...values,
  });
  const shutdown = createShutdown();
  const app = await openGateway(
    { address: env.databaseUrl ?? database.address, env, onProgress: () => undefined },
    shutdown,
  );
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  /** From the dashboard on this machine, or with a key from anywhere. */
  const send = async (method: string, path: string, { key, body }: { key?: string | null; body?: object } = {}) => {
    const response = await fetch(`${site}${path}`, {
      method,
      headers: {
        ...(key === undefined ? pageHeaders(site) : {}),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json = (await response.json()) as { data: object; error?: { code: string } };
    return { status: response.status, used: response.headers.get('x-credits-used'), json };
  };
  const read = async <T>(method: string, path: string, parts: Parameters<typeof send>[2] = {}): Promise<T> => {
    const { status, json } = await send(method, path, parts);
    expect(status, JSON.stringify(json)).toBe(200);
    return json.data as T;
  };
  const invite = (name: string, role: string) =>
    read<DataOf<typeof inviteMember>>('POST', '/workspace/members', { body: { name, role, own_name: 'Ana' } });
  const accept = (token: string) =>
    read<DataOf<typeof joinWorkspace>>('POST', '/workspace/join', { key: null, body: { token } });
  const add = async (name: string, role: string) => accept((await invite(name, role)).token);
  return { site, send, read, invite, accept, add, stop: () => shutdown.run() };
}

const deals = { body: { page_size: 1 } };
const statusOf = ({ status, json }: { status: number; json: { error?: { code: string } } }) => [
  status,
  json.error?.code,
];

test('a member works with a key of this gateway, which sends its own: the hosted service never sees the other', async () => {
  const gateway = await start();
  const { key, member } = await gateway.add('Ben', 'member');
  expect(key).toMatch(/^vgm_/);
  await gateway.read('GET', '/workspace/budget', { key });
  const bought = await gateway.send('POST', '/api/v1/deals', { key, ...deals });
  expect(bought).toMatchObject({ status: 200, used: '1.0' });
  const members = await gateway.read<DataOf<typeof readMembers>>('GET', '/workspace/members', { key });
  expect(members).toMatchObject({ self: member.id, members: [{ name: 'Ana', first: true }, { name: 'Ben' }] });
  const [kind, id, note] = ['deal', uuidOf('deal', 1), 'Ask Ada'];
  await gateway.read('PUT', '/workspace/statuses', { key, body: { changes: [{ kind, id, set: { note } }] } });
  expect(await gateway.read('GET', '/workspace/statuses')).toMatchObject({ statuses: [{ kind, id, note }] });
  // They all share one budget.
  const order = { resource: 'deals', body: {}, rows: 2, max_tenths: 20, screen: '/deals' };
  await gateway.read('POST', '/workspace/searches', { key, body: order });
  expect(await gateway.read('GET', '/workspace/budget')).toMatchObject({ day: { used: 30 } });
  expect(new Set(seen.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${service.key}`]));
  await gateway.stop();
}, 60_000);

test('a viewer buys nothing: 403 for every priced endpoint, and nothing is sent', async () => {
  const gateway = await start();
  const { key } = await gateway.add('Vera', 'viewer');
  for (const { method, path, cost } of endpoints as readonly Endpoint[]) {
    if (cost.per === 'nothing') continue;
    const url = `/api/v1${path.replaceAll(/\{\w+\}/g, uuidOf('deal', 1))}`;
    const answer = await gateway.send(method, url, { key, ...(method === 'GET' ? {} : { body: {} }) });
    expect([url, ...statusOf(answer)]).toEqual([url, 403, 'VIEWER_CANNOT_SPEND']);
  }
  for (const path of ['searches', 'unlock', 'requests']) {
    const answer = await gateway.send('POST', `/workspace/${path}`, { key, body: {} });
    expect([path, ...statusOf(answer)]).toEqual([path, 403, 'VIEWER_CANNOT_SPEND']);
  }
  expect(seen).toEqual([]);
  expect((await gateway.send('GET', '/api/v1/location/search?name=berlin', { key })).status).toBe(200);
  await gateway.stop();
}, 60_000);

test('a removed member is rejected with the next request, and nothing is sent until they are restored', async () => {
  const gateway = await start();
  const { key, member } = await gateway.add('Carl', 'member');
  await gateway.read('PUT', `/workspace/members/${member.id}`, { body: { removed: true } });
  for (const [method, path, body] of [
    ['POST', '/api/v1/deals', {}],
    ['GET', '/api/v1/location/search?name=berlin', undefined],
    ['GET', '/workspace/statuses', undefined],
    ['POST', '/workspace/searches', {}],
  ] as const) {
    expect(statusOf(await gateway.send(method, path, { key, ...(body ? { body } : {}) }))).toEqual([
      401,
      'MEMBER_REMOVED',
    ]);
  }
  expect(seen).toEqual([]);
  await gateway.read('PUT', `/workspace/members/${member.id}`, { body: { removed: false } });
  expect((await gateway.send('POST', '/api/v1/deals', { key, ...deals })).status).toBe(200);
  await gateway.stop();
}, 60_000);

test('invited owners manage members from anywhere, even if this machine needs a key too', async () => {
  // Like the command line, which finds the account by itself.
  const env = { FUNDSCOPE_UPSTREAM: `${hostedUrl}/api/v1`, FUNDSCOPE_KEY: service.key, FUNDSCOPE_DATA: folder };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const account = await openWorkspaceAccount(database.sql, undefined);
  vi.unstubAllEnvs();
  const { token } = await addMember(database.sql, account, { name: 'Olga', role: 'owner' });
  const gateway = await start({ FUNDSCOPE_LOCAL_KEY: 'off' });
  expect((await gateway.send('GET', '/workspace/members')).status).toBe(401);
  expect((await gateway.send('GET', '/workspace/join')).status).toBe(405);
  const { key } = await gateway.accept(token);
  const made = await gateway.read<DataOf<typeof inviteMember>>('POST', '/workspace/members', {
    key,
    body: { name: 'Dora', role: 'member' },
  });
  const dora = await gateway.accept(made.token);
  expect((await gateway.send('POST', '/api/v1/deals', { key: dora.key, ...deals })).status).toBe(200);
  expect(statusOf(await gateway.send('POST', '/workspace/members', { key: dora.key, body: { name: 'Eve' } }))).toEqual([
    403,
    'OWNER_REQUIRED',
  ]);
  expect(statusOf(await gateway.send('POST', '/api/v1/deals', deals))).toEqual([401, 'AUTH_ERROR']);
  await gateway.stop();
}, 60_000);

test('no other member key may use the gateway’s key, and none reaches the hosted service', async () => {
  const gateway = await start();
  const { key } = await gateway.add('Finn', 'member');
  // Two accounts in one database: the same hosted service with another key, and our own service.
  const other = await start({ FUNDSCOPE_KEY: (await service.createKey()).key, FUNDSCOPE_DATA: join(folder, 'other') });
  const { token } = await other.invite('Gus', 'owner');
  const gus = await other.accept(token);
  const bare = await start({ FUNDSCOPE_KEY: '' });
  const forged = `vgm_${'0'.repeat(12)}_${'a'.repeat(32)}`;
  seen.length = 0;
  for (const [at, presented] of [
    [gateway, gus.key],
    [gateway, forged],
    [gateway, `${key}x`],
    [gateway, `x ${key}`],
    [gateway, key.replace('vgm_', 'vgm_0')],
    [gateway, `x,${key}`],
    [gateway, `x${key}`],
    [other, key],
    [bare, key],
  ] as const) {
    expect(statusOf(await at.send('POST', '/api/v1/deals', { key: presented, ...deals }))).toEqual([
      401,
      'INVALID_API_KEY',
    ]);
    if (at !== bare) {
      expect((await at.send('GET', '/workspace/statuses', { key: presented })).status).toBe(401);
    }
  }
  const again = await other.invite('Hana', 'member');
  expect((await gateway.send('POST', '/workspace/join', { key: null, body: { token: again.token } })).status).toBe(404);
  const own = await buildService({ db: database.sql });
  const own401 = await own.inject({ url: '/account', headers: { authorization: `Bearer ${key}` } });
  expect(own401.statusCode).toBe(401);
  expect(seen).toEqual([]);
  await own.close();
  for (const one of [gateway, other, bare]) await one.stop();
}, 60_000);

test('another program with a key of the hosted service pays with it, and this account shows nothing of it', async () => {
  const gateway = await start();
  const { key } = await service.createKey({ plan: 'FREE', purchased: 7 });
  const before = await gateway.read('GET', '/workspace/budget');
  expect(await gateway.send('POST', '/api/v1/deals', { key, ...deals })).toMatchObject({ status: 200, used: '1.0' });
  expect(seen).toMatchObject([{ authorization: `Bearer ${key}` }]);
  expect(await gateway.read('GET', '/workspace/budget')).toEqual(before);
  await gateway.stop();
}, 60_000);

test('while keys cannot be read a member’s request is not sent', async () => {
  const lost = await openTestDatabase();
  const gateway = await start({ DATABASE_URL: lost.address });
  await lost.sql`ALTER TABLE api_keys RENAME TO unavailable_keys`;
  const forged = `vgm_${'0'.repeat(12)}_${'a'.repeat(32)}`;
  expect(statusOf(await gateway.send('POST', '/api/v1/deals', { key: forged, ...deals }))[0]).toBe(503);
  expect(seen).toEqual([]);
  await gateway.stop();
  await lost.close();
}, 60_000);
