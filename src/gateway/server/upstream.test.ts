import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService } from '../../service/app.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { sendRaw, testKey, startRelay, type SentRequest, type TestGateway } from '../../testing/gateway.ts';

/** The requests that the hosted service received, and its responses. */
interface Seen {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  sent: Record<string, unknown>;
}

let hosted: FastifyInstance;
let gateway: TestGateway;
const seen: Seen[] = [];

const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  hosted = await buildService({ db: service.sql, checkResponses: true });
  hosted.addHook('onSend', async (request, reply, payload) => {
    // A body that was too large is cut off, and nobody waits for this response.
    if (!request.raw.complete) return;
    const sent = { method: request.method, url: request.url, headers: request.headers, body: request.body };
    seen.push({ status: reply.statusCode, headers: reply.getHeaders(), body: String(payload), sent });
  });
  const url = await hosted.listen({ host: '127.0.0.1', port: 0 });
  gateway = await startRelay({ FUNDSCOPE_UPSTREAM: `${url}/api/v1/`, FUNDSCOPE_KEY: service.key });
});

afterAll(async () => {
  await gateway.close();
  await hosted.close();
});

const hostedPort = () => (hosted.server.address() as AddressInfo).port;

const post = (body: unknown, headers: Record<string, string> = {}): SentRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const ofConnection = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'content-length']);
/** A service's headers about its own origin do not apply to ours. */
const ofOrigin =
  /^(cross-origin-.*|origin-agent-cluster|referrer-policy|content-security-policy|x-(content-type|dns|download|frame|permitted|xss)-.*)$/;
const withoutConnection = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofConnection.has(name) && !ofOrigin.test(name))
      .map(([name, value]) => [name, String(value)]),
  );

test.each<[string, string, SentRequest, number]>([
  ['rows', '/api/v1/deals', post({}), 200],
  ['rows by filter', '/api/v1/companies/', post({ company: { locations: ['no-such-place'] } }), 200],
  ['one record', `/api/v1/deals/${uuidOf('deal', 3)}`, {}, 200],
  ['a free look-up', '/api/v1/location/search?name=san+jos%C3%A9%20%26%20co&limit=3', {}, 200],
  ['a record that is missing', `/api/v1/deals/${uuidOf('deal', 999)}`, {}, 404],
  ['an id that is none', '/api/v1/deals/no-id', {}, 400],
  ['broken JSON', '/api/v1/deals', post('{'), 400],
  ['no body', '/api/v1/deals', { method: 'POST' }, 400],
  ['another kind of body', '/api/v1/deals', post('x', { 'content-type': 'text/plain' }), 415],
  ['bad values', '/api/v1/deals', post({ page_size: 0, deal: { size_min: -1 } }), 422],
  ['an unknown parameter', '/api/v1/company?id=%00%zz&evil=1#x', {}, 400],
  ['an unknown key of the browser', '/api/v1/deals', post({}, { authorization: 'Bearer nobody' }), 401],
])('%s arrive with unchanged status, body and headers', async (_, path, sent, status) => {
  seen.length = 0;
  const response = await gateway.send(path, sent);
  expect(seen).toHaveLength(1);
  expect(response.status).toBe(status);
  expect(seen[0]).toMatchObject({ status, body: response.body });
  expect(withoutConnection(response.headers)).toEqual(withoutConnection(seen[0]!.headers));
  expect(response.body).not.toContain(service.key);
});

test('credits, limits and ignored filters are passed on in the same headers', async () => {
  const { headers } = await gateway.send(
    '/api/v1/deals',
    post({ company: { locations: ['berlin-germany', 'nowhere'] } }),
  );
  expect(headers).toMatchObject({
    'x-credits-used': expect.stringMatching(/^\d+\.\d$/),
    'x-credits-remaining': expect.stringMatching(/^\d+\.\d$/),
    'ratelimit-limit': '200',
    'ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'ratelimit-reset': expect.stringMatching(/^\d+$/),
    'x-ignored-filters': expect.stringContaining('company.locations=nowhere'),
  });
});

test('an Idempotency-Key is forwarded, and a repeated response is marked and free', async () => {
  const sent = post({ page_size: 2 }, { 'idempotency-key': 'a-key-of-this-test' });
  const first = await gateway.send('/api/v1/deals', sent);
  const second = await gateway.send('/api/v1/deals', sent);
  expect(first.headers['x-credits-used']).toBe('2.0');
  expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true', 'x-credits-used': '0.0' });
  expect(second.body).toBe(first.body);
});

test('the caller’s request id is forwarded to the hosted service and returned', async () => {
  seen.length = 0;
  const { headers } = await gateway.send('/api/v1/location/search?name=berlin', {
    headers: { 'x-request-id': 'mine-1' },
  });
  expect(headers['x-request-id']).toBe('mine-1');
  expect(seen[0]?.sent['headers']).toMatchObject({ 'x-request-id': 'mine-1' });
});

test.each([
  ['GET', '/api/v1/deals', 405],
  ['OPTIONS', '/api/v1/deals', 405],
  ['HEAD', '/api/v1/location/search?name=berlin', 405],
  ['DELETE', `/api/v1/deals/${uuidOf('deal', 1)}`, 405],
  ['GET', '/api/v1', 404],
  ['GET', '/api/v1/admin', 404],
  ['GET', '/api/v1/healthz', 404],
  ['GET', '/api/v1/location/search/more', 404],
  ['GET', '/api/v1/../healthz', 404],
  ['GET', '/api/v1/%2e%2e/healthz', 404],
  ['GET', '/api/v1//location/search?name=berlin', 404],
  ['GET', '/api/v2/location/search?name=berlin', 404],
  ['GET', '/api/v1/deals/..', 404],
  ['GET', '/api/v1/deals/%2e%2e', 404],
  ['GET', '/api/v1/deals/..%2fcompany', 404],
  ['GET', '/api/v1/deals/%2e%2e%2f%2e%2e%2fhealthz', 404],
  ['GET', '/api/v1/deals/a%3Fb', 400],
  ['GET', '/api/v1/deals/a%0d%0aX-Evil:1', 404],
])('%s %s is rejected with %i without a request upstream', async (method, path, status) => {
  seen.length = 0;
  expect((await gateway.send(path, { method })).status).toBe(status);
  expect(seen).toEqual([]);
});

test('an absolute request URL reaches the configured service or nothing', async () => {
  seen.length = 0;
  const other = await startRelay({ FUNDSCOPE_UPSTREAM: 'http://127.0.0.1:1/api/v1' });
  const response = await gateway.send(`${other.url}/api/v1/location/search?name=berlin`);
  await other.close();
  expect(response.status).toBe(200);
  expect(seen).toHaveLength(1);
});

test.each<[string, Record<string, string>]>([
  ['a page without the header of the dashboard', { 'x-fundscope': '1' }],
  ['a page of another origin', { origin: 'http://evil.example' }],
  ['a rebound name', { host: 'evil.example' }],
])('%s gets 401 without a request upstream', async (_, headers) => {
  seen.length = 0;
  const response = await gateway.send('/api/v1/deals', post({}, headers));
  expect(response.status).toBe(401);
  expect(JSON.parse(response.body)).toMatchObject({ error: { code: 'AUTH_ERROR' } });
  expect(seen).toEqual([]);
});

test('a key of the browser pays', async () => {
  const other = await service.createKey({ plan: 'FREE', purchased: 7 });
  const { headers } = await gateway.send(
    '/api/v1/deals',
    post({ page_size: 1 }, { authorization: `Bearer ${other.key}` }),
  );
  expect(headers['x-credits-remaining']).toBe('6.0');
});

test('a body over 1 MiB is 413, declared or not, and nothing is charged', async () => {
  const body = JSON.stringify({ identifiers: { deal_ids: ['x'.repeat(1024 * 1024)] } });
  const declared = await gateway.send('/api/v1/deals', post(body));
  const chunked = await gateway.send('/api/v1/deals', post(body, { 'transfer-encoding': 'chunked' }));
  for (const response of [declared, chunked]) {
    expect(response.status).toBe(413);
    expect(JSON.parse(response.body)).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
  }
});

test('the page learns which service it uses, but never the key', async () => {
  const held = await gateway.send('/config.json');
  const config = JSON.parse(held.body) as Record<string, unknown>;
  expect(config).toMatchObject({
    service: 'upstream',
    key: 'gateway',
    account: false,
    names: false,
    facets: false,
    deliveries: true,
    alertAmounts: 'usd',
    demo: false,
  });
  expect(config['host']).toBe(`127.0.0.1:${hostedPort()}`);
  expect(config['accountId']).toMatch(/^[\w-]{16}$/);
  expect(held.body).not.toContain(service.key);
  const rebound = JSON.parse(
    (await gateway.send('/config.json', { headers: { host: 'evil.example' } })).body,
  ) as object;
  expect(rebound).toMatchObject({ key: 'browser', accountId: null });
});

test('the description of the API is our own: the hosted service answers the same contract', async () => {
  seen.length = 0;
  const { status, body } = await gateway.send('/openapi.json');
  // The end of a body that was too large in a previous test can still arrive there.
  expect(seen.filter(({ sent }) => String(sent['url']).includes('openapi'))).toEqual([]);
  expect([status, body]).toEqual([200, (await hosted.inject('/openapi.json')).body]);
});

test('the opaque account id is the same for the same service and key, and another for any other', async () => {
  const readId = async (values: Record<string, string>) => {
    const relay = await startRelay(values);
    const { body } = await relay.send('/config.json');
    await relay.close();
    return (JSON.parse(body) as { accountId: string | null }).accountId;
  };
  const [one, other] = ['https://one.example/api/v1', 'https://other.example/api/v1'];
  const first = await readId({ FUNDSCOPE_UPSTREAM: one });
  expect(await readId({ FUNDSCOPE_UPSTREAM: `${one}/` })).toBe(first);
  expect(await readId({ FUNDSCOPE_UPSTREAM: other })).not.toBe(first);
  expect(await readId({ FUNDSCOPE_UPSTREAM: one, FUNDSCOPE_KEY: `${testKey}-2` })).not.toBe(first);
  expect(await readId({ FUNDSCOPE_UPSTREAM: one, FUNDSCOPE_KEY: '' })).toBeNull();
});

test('a gateway without a key uses each browser’s, and adds none', async () => {
  const bare = await startRelay({
    FUNDSCOPE_UPSTREAM: `http://127.0.0.1:${hostedPort()}/api/v1`,
    FUNDSCOPE_KEY: '',
    FUNDSCOPE_ALERT_AMOUNTS: 'millions',
  });
  const path = '/api/v1/location/search?name=berlin';
  expect((await bare.send(path)).status).toBe(401);
  expect((await bare.send(path, { headers: { authorization: `Bearer ${service.key}` } })).status).toBe(200);
  expect(JSON.parse((await bare.send('/config.json')).body)).toMatchObject({
    key: 'browser',
    alertAmounts: 'millions',
  });
  await bare.close();
});

test('the gateway’s own health does not depend on the hosted service', async () => {
  const alone = await startRelay({ FUNDSCOPE_UPSTREAM: 'http://127.0.0.1:1/api/v1' });
  expect(await sendRaw(alone.url, '/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  expect((await fetch(`${alone.url}/healthz`, { method: 'HEAD' })).status).toBe(200);
  await alone.close();
});
