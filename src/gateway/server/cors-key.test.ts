import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService } from '../../service/app.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { canUseLocalKey } from './local-key.ts';
import { sendRaw, pageHeaders, startRelay, type TestGateway } from '../../testing/gateway.ts';

const page = 'https://desk.example.com';
const lookUp = '/api/v1/location/search?name=berlin';

let own: FastifyInstance;
let relay: TestGateway;
const service = openForTests(startService);
beforeAll(async () => {
  own = await buildService({
    db: service.sql,
    corsOrigins: [page],
    localKey: ({ raw }) => (canUseLocalKey(own.server.address(), raw) ? service.key : undefined),
  });
  const url = await own.listen({ host: '127.0.0.1', port: 0 });
  relay = await startRelay({
    FUNDSCOPE_UPSTREAM: `${url}/api/v1`,
    FUNDSCOPE_KEY: service.key,
    FUNDSCOPE_CORS: page,
  });
});
afterAll(async () => {
  await relay.close();
  await own.close();
});

const gateways: [string, () => string][] = [
  ['our own service', () => `http://127.0.0.1:${(own.server.address() as AddressInfo).port}`],
  ['a hosted service', () => relay.url],
];

test.each(gateways)('a page that CORS lets in never gets the key of the gateway before %s', async (_, url) => {
  const header = pageHeaders(url());
  const foreign = await sendRaw(url(), lookUp, { headers: { ...header, origin: page } });
  expect(foreign.status).toBe(401);
  expect(foreign.headers['access-control-allow-origin']).toBe(page);
  expect((await sendRaw(url(), lookUp, { headers: header })).status).toBe(200);
});

test.each(gateways)('with its own key that page gets responses from the gateway in front of %s', async (_, url) => {
  const headers = { origin: page, authorization: `Bearer ${service.key}` };
  const response = await sendRaw(url(), lookUp, { headers });
  expect(response).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': page, vary: 'Origin' } });
});

test.each(gateways)('no preflight of the gateway before %s allows the header that asks for its key', async (_, url) => {
  const headers = {
    origin: page,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'x-fundscope',
  };
  const response = await sendRaw(url(), lookUp, { method: 'OPTIONS', headers });
  expect(response.status).toBe(204);
  expect(String(response.headers['access-control-allow-headers']).toLowerCase()).not.toContain('x-fundscope');
});
