import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import { seedRecords } from '../../testing/records.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { buildService } from '../app.ts';

const all = [...endpoints, ...accountEndpoints] as readonly Endpoint[];
const service = openForTests(() => startService({ seed: seedRecords }));
let local: FastifyInstance;
let key: string;
beforeAll(async () => {
  local = await buildService({ db: service.sql, localKey: () => key });
});
afterAll(() => local.close());

/** Sends a request with the local key of a new account, which may call everything. */
async function send({ method, root, path }: Endpoint, parts: { query?: string; body?: object; id?: string }) {
  ({ key } = await service.createKey());
  const { query = '', body, id = '00000000-0000-4000-8000-000000000000' } = parts;
  const url = `${root ?? '/api/v1'}${path.replaceAll(/\{\w+\}/g, id)}${query}`;
  return local.inject({ method, url, ...(body ? { payload: body } : {}) });
}

const rejection = (field: string) => ({
  error: { code: 'VALIDATION_ERROR', details: { errors: [{ field, code: 'OUT_OF_RANGE' }] } },
});

describe.each(all.map((endpoint) => [endpoint.id, endpoint] as const))('a NUL sent to %s', (_, endpoint) => {
  it('in the body is 422', async () => {
    if (endpoint.method === 'GET') return;
    const members = endpoint.body instanceof z.ZodObject ? Object.keys(endpoint.body.shape) : [];
    for (const name of ['other', ...members]) {
      for (const [field, value] of [
        [name, 'a\0b'],
        [`${name}.0`, ['\0']],
        [`${name}.0.deep`, [{ deep: '\0' }]],
        [`${name}.a\0b`, { 'a\0b': 1 }],
      ] as const) {
        const response = await send(endpoint, { body: { [name]: value } });
        expect([field, response.statusCode, response.json()]).toMatchObject([field, 422, rejection(field)]);
      }
    }
  });

  it('in the query is 422', async () => {
    const members = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
    for (const name of ['other', ...members]) {
      const response = await send(endpoint, { query: `?${name}=a%00b` });
      expect([name, response.statusCode, response.json()]).toMatchObject([name, 422, rejection(name)]);
    }
  });

  it('in the path is no server error', async () => {
    const response = await send(endpoint, { id: 'a%00b', ...(endpoint.body ? { body: {} } : {}) });
    expect(response.statusCode, response.body).toBeLessThan(500);
  });
});
