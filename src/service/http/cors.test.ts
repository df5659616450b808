import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService } from '../app.ts';
import { checkEveryResponse } from '../../testing/openapi-check.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';

const page = 'https://desk.example.com';

let app: FastifyInstance;
const service = openForTests(startService);
beforeAll(async () => {
  app = checkEveryResponse(await buildService({ db: service.sql, corsOrigins: [page, 'http://localhost:8080'] }));
});
afterAll(() => app.close());

const lookUp = '/api/v1/location/search?name=berlin';
const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

test('the preflight of a listed page needs no key and does not count against the limit', async () => {
  const answer = await app.inject({ method: 'OPTIONS', url: '/api/v1/deals', headers: { origin: page, ...preflight } });
  expect(answer.statusCode).toBe(204);
  expect(answer.body).toBe('');
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    vary: 'Origin',
  });
  expect(answer.headers['ratelimit-remaining']).toBeUndefined();
  expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
});

test('a listed page may read responses, errors, and the headers of credits and limits', async () => {
  for (const [key, status] of [
    [service.key, 200],
    ['nobody', 401],
  ] as const) {
    const headers = { origin: page, authorization: `Bearer ${key}` };
    const answer = await app.inject({ url: lookUp, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(page);
    expect(answer.headers['access-control-expose-headers']).toMatch(/Retry-After.*RateLimit-Remaining.*X-Credits-Used/);
  }
});

test.each(['https://evil.example', 'https://desk.example.com.evil.example', 'http://desk.example.com', 'null'])(
  'a page of %s may not: its preflight stays 405, and no answer names it',
  async (origin) => {
    const preflightResponse = await app.inject({
      method: 'OPTIONS',
      url: '/api/v1/deals',
      headers: { origin, ...preflight },
    });
    expect(preflightResponse.statusCode).toBe(405);
    const answer = await app.inject({ url: lookUp, headers: { origin, authorization: `Bearer ${service.key}` } });
    for (const { headers } of [preflightResponse, answer]) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['vary']).toBe('Origin');
    }
  },
);

test('a listed page may use only /api/v1', async () => {
  const answer = await app.inject({ url: '/healthz', headers: { origin: page } });
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});

test('without a list OPTIONS is 405 and no response has CORS headers', async () => {
  const preflightResponse = await service.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/deals',
    headers: { origin: page, ...preflight },
  });
  expect(preflightResponse.statusCode).toBe(405);
  expect(preflightResponse.headers['vary']).toBeUndefined();
  expect(preflightResponse.headers['access-control-allow-origin']).toBeUndefined();
});

test('an address that only begins like that of the API is no part of it', async () => {
  for (const url of ['/api/v1evil', '/api/v1.json', '/api/v1-deals']) {
    const answer = await app.inject({ method: 'OPTIONS', url, headers: { origin: page, ...preflight } });
    expect([url, answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([url, 404, undefined]);
  }
});
