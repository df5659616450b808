import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';

const service = openForTests(() => startService({ seed: seedRecords }));

it.each([
  ['an answer', 'POST', '/api/v1/deals', 200],
  ['a rejection of its values', 'POST', '/api/v1/deals?x=1', 422],
  ['another method', 'PUT', '/api/v1/deals', 405],
  ['an unknown address', 'GET', '/api/v1/nothing', 404],
  ['the description', 'GET', '/openapi.json', 200],
  ['the sign of life', 'GET', '/healthz', 200],
  ['the sign of life, its headers alone', 'HEAD', '/healthz', 200],
] as const)('%s may be run, framed, guessed at and referred from by nobody', async (_name, method, path, status) => {
  const { statusCode, headers } = await service.inject(method, path, method === 'POST' ? { body: {} } : {});
  expect(statusCode).toBe(status);
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers['strict-transport-security']).toBeUndefined();
});

it.each([
  ['an answer', 'POST', '/api/v1/deals'],
  ['a rejection', 'GET', '/api/v1/nothing'],
] as const)('%s is kept by no cache', async (_name, method, path) => {
  const { headers } = await service.inject(method, path, method === 'POST' ? { body: {} } : {});
  expect(headers['cache-control']).toBe('no-store');
});

it.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('an answer is compressed for who takes %s, and costs the same', async (encoding, unpack) => {
  const plain = await service.inject('POST', '/api/v1/deals', { body: {} });
  const packed = await service.inject('POST', '/api/v1/deals', { body: {}, headers: { 'accept-encoding': encoding } });
  expect(packed.headers['content-encoding']).toBe(encoding);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  const { meta, ...body } = JSON.parse(unpack(packed.rawPayload).toString()) as { meta: object };
  expect(body).toEqual({ success: true, data: plain.json<{ data: object }>().data });
  expect(meta).toMatchObject({ credits_used: 7, total_count: 7 });
  expect(packed.headers['x-credits-used']).toBe('7.0');
});
