import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Delivery } from '#contract/deliveries.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders } from '../../testing/gateway.ts';
import { seedRecords } from '../../testing/records.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

const pageToken = 'page-token-0123456789-0123456789';
const metricsToken = 'metrics-token-0123456789-0123456';
const receiverSecret = 'T0/B0/receiver-secret-0123456789';

let database: TestDatabase;
let store: TestDatabase;
let folder: string;
let key: string;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  await seedRecords(database.sql);
  store = await openTestDatabase();
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-log-'));
  ({ key } = await createAccount(database.sql, { name: 'logged', plan: 'PRO_PLUS' }));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await database.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** A gateway that logs all it can; `lines` are those of its log, its progress and its errors. */
async function startGateway(values: Record<string, string>, lines: string[]) {
  const env = readEnvironment({
    FUNDSCOPE_DATA: folder,
    FUNDSCOPE_LOG: 'debug',
    FUNDSCOPE_METRICS_TOKEN: metricsToken,
    ...values,
  });
  const shutdown = createShutdown();
  const app = await openGateway(
    { address: database.address, env, token: pageToken, onProgress: (line) => lines.push(line) },
    shutdown,
  );
  closing.push(() => shutdown.run());
  return { app, site: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

type Caller = {
  readonly app: FastifyInstance;
  readonly headers: Record<string, string>;
  readonly sql: TestDatabase['sql'];
};

async function readData<T>(
  { app, headers }: Caller,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<T> {
  const response = await app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: T }>().data;
}

/** Uses everything that has a secret, as its owner and as somebody who got a link wrong; returns the secrets. */
async function useSecrets(caller: Caller): Promise<string[]> {
  const { app, headers, sql } = caller;
  const save = async (form: object) =>
    (await readData<{ delivery: Delivery }>(caller, 'POST', '/account/deliveries', form)).delivery;
  const target = `http://127.0.0.1:1/${receiverSecret}`;
  const webhook = await save({ name: 'Desk', format: 'webhook', target });
  await save({ name: 'Chat', format: 'slack', target });
  const feed = await save({ name: 'Feed', format: 'feed' });
  await readData(caller, 'POST', `/account/deliveries/${webhook.id}/test`, {});
  await expect
    .poll(() => sql`SELECT FROM delivery_messages WHERE problem IS NOT NULL`.execute(), { timeout: 20_000 })
    .not.toHaveLength(0);
  await readData(caller, 'POST', `/account/deliveries/${webhook.id}/renew`, {});
  await readData(caller, 'GET', '/account/deliveries');
  const [stored] = await sql<{ token: string; feed_token: string; secret: string }[]>`
    SELECT token, feed_token, secret FROM deliveries WHERE id = ${feed.id}`;
  const invitation = await readData<{ token: string }>(caller, 'POST', '/workspace/members', {
    name: 'Eva',
    role: 'member',
    color: 'blue',
  });
  const joined = await app.inject({ method: 'POST', url: '/workspace/join', payload: { token: invitation.token } });
  const memberKey = joined.json<{ data: { key: string } }>().data.key;

  const { token: stop, feed_token: read } = stored!;
  expect(feed.address?.endsWith(`/account/feed/${read}`)).toBe(true);
  const paths = [read, stop, invitation.token, pageToken, metricsToken].flatMap((secret) => [
    `/account/feed/${secret}`,
    `/account/feed/${secret}/`,
    `/account/feed/${secret}/more`,
    `/account/feed/%${secret.charCodeAt(0).toString(16)}${secret.slice(1)}`,
    `/account/feed//${secret}`,
    `/account%2Ffeed%2F${secret}`,
    `/funding/account/feed/${secret}`,
    `/account/unsubscribe/${secret}/more`,
    `/account/unsubscribe/${secret}?token=${secret}`,
    `/account/unsubscribe/${secret})`,
    `/account/deliveries/${secret}/messages`,
    `/join/${secret}`,
    `/mcp/${secret}`,
    `/?token=${secret}`,
  ]);
  const requests: InjectOptions[] = [
    ...paths.map((url): InjectOptions => ({ url })),
    ...paths.map((url): InjectOptions => ({ url, method: 'DELETE', headers })),
    ...[key, memberKey, 'vg_0123456789ab_wrong-wrong-wrong-wrong-wrong-12'].flatMap((one): InjectOptions[] => [
      { url: `/api/v1/deals/${one}` },
      { url: '/account', headers: { authorization: `Bearer ${one}`, 'x-request-id': one } },
      { url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } },
      {
        method: 'POST',
        url: '/mcp',
        headers: { authorization: `Bearer ${one}`, accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: one, arguments: { key: one } } },
      },
      { method: 'POST', url: '/workspace/join', payload: { token: one } },
      { method: 'POST', url: '/account/deliveries', headers, payload: { secret: one } },
      { method: 'POST', url: '/account/deliveries', headers, payload: `{"secret":"${one}` },
    ]),
    { method: 'POST', url: `/account/unsubscribe/${stop}`, payload: 'List-Unsubscribe=One-Click' },
  ];
  // Each from an address of its own, so that no limit answers instead.
  for (const [at, request] of requests.entries())
    await app.inject({ ...request, remoteAddress: `198.51.${100 + (at >> 8)}.${at & 255}` });
  // What fails is logged with its error.
  await sql`ALTER TABLE deliveries RENAME TO lost_deliveries`;
  const failed = await Promise.all([
    app.inject({ url: `/account/feed/${read}`, remoteAddress: '192.0.2.1' }),
    app.inject({ method: 'POST', url: `/account/unsubscribe/${stop}` }),
  ]);
  await sql`ALTER TABLE lost_deliveries RENAME TO deliveries`;
  expect(failed.map(({ statusCode }) => statusCode)).toEqual([500, 500]);
  const secrets = [read, stop, stored!.secret, webhook.secret!, receiverSecret, invitation.token, memberKey, key];
  return [...secrets, pageToken, metricsToken];
}

/** The parts of a secret that a line must not have: the whole, and what follows the public id of a key. */
const listParts = (secret: string): string[] =>
  [secret, secret.replace(/^(vgm?_[0-9a-f]{12}_|whsec_)/, '')].map((part) => part.slice(1));

test.each(['our own service', 'a hosted service'])(
  'no line of the log and no metric of %s has a secret, whatever is called with it',
  async (kind) => {
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const own = await startGateway({}, lines);
    const hosting =
      kind === 'our own service'
        ? own
        : await startGateway(
            { FUNDSCOPE_UPSTREAM: `${own.site}/api/v1`, FUNDSCOPE_KEY: key, DATABASE_URL: store.address },
            lines,
          );
    const { app, site } = hosting;
    const headers = { ...pageHeaders(site), host: new URL(site).host };
    const sql = kind === 'our own service' ? database.sql : store.sql;
    const secrets = await useSecrets({ app, headers, sql });
    const metrics = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } });
    expect(metrics.body).toContain('fundscope_requests_total');
    const text = `${lines.join('')}${metrics.body}`;
    expect(text).toContain('"path":"/account/feed/:token"');
    expect(text).toContain('"level":"error"');
    expect(secrets.flatMap(listParts).filter((part) => text.includes(part))).toEqual([]);
  },
  120_000,
);
