import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService } from '../../service/app.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { registerPages } from './static.ts';

let app: FastifyInstance;
const service = openForTests(startService);
beforeAll(async () => {
  app = await buildService({ db: service.sql });
  await registerPages(app, new Map([['index.html', Buffer.from('<!doctype html><title>Fundscope</title>')]]));
});
afterAll(() => app.close());

const policyOf = async (url: string, headers: Record<string, string>) =>
  (await app.inject({ url, headers })).headers['content-security-policy'];

test.each(['/api/v1/location/search?name=berlin', '/api/v1/nothing', '/openapi.json', '/healthz'])(
  '%s allows nothing, although pages may run their scripts',
  async (url) => {
    const headers = { authorization: `Bearer ${service.key}` };
    expect(await policyOf(url, headers)).toBe("default-src 'none';frame-ancestors 'none'");
    expect(await policyOf('/deals', { accept: 'text/html' })).toContain("script-src 'self'");
  },
);
