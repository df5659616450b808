import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildService, type ServiceApp } from '../app.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';

let app: ServiceApp;
let lines: string[] = [];
const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  app = await buildService({ db: service.sql, logLevel: 'info', logTo: { write: (line) => lines.push(line) } });
  await app.ready();
});
afterAll(() => app.close());

type Injected = InjectOptions;

/** Sends a request and returns the lines that were logged for it. */
async function send(request: Injected, key = service.key): Promise<Record<string, unknown>[]> {
  lines = [];
  await app.inject({ ...request, headers: { authorization: `Bearer ${key}`, ...request.headers } });
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('every response is logged as one line of JSON with request id, endpoint, status, time, rows and credits', async () => {
  const headers = { 'x-request-id': 'mine-1' };
  const written = await send({ method: 'POST', url: '/api/v1/deals', payload: { page_size: 3 }, headers });
  expect(written).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      reqId: 'mine-1',
      method: 'POST',
      path: '/api/v1/deals',
      endpoint: 'searchDeals',
      status: 200,
      ms: expect.any(Number) as number,
      key: service.key.slice(3, 15),
      rows: 3,
      credits: 3,
      msg: 'answered',
    },
  ]);
});

test('no key, query or body is in any log line or response, wherever a client puts it', async () => {
  const secret = service.key;
  const requests: Injected[] = [
    { method: 'GET', url: `/api/v1/company/search?name=${secret}&secret-question=1` },
    { method: 'GET', url: `/api/v1/${secret}/deals` },
    { method: 'GET', url: `/api/v1/deals/${secret}` },
    { method: 'POST', url: '/api/v1/deals', payload: { secret_member: secret } },
    {
      method: 'POST',
      url: '/api/v1/deals',
      payload: `{"secret_member":"${secret}`,
      headers: { 'content-type': 'application/json' },
    },
    { method: 'GET', url: '/account', headers: { 'x-request-id': secret } },
    { method: 'GET', url: '/account', headers: { authorization: `Basic ${secret}` } },
  ];
  for (const request of requests) {
    await send(request);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toMatch(/secret-question|secret_member/);
    expect(lines.join('')).not.toContain(secret.slice(16));
  }
});

test('an unexpected failure is logged with its stack, without values from the database', async () => {
  const { sql } = service;
  await sql`ALTER TABLE accounts ADD CONSTRAINT broken CHECK (monthly_tenths <> 99970) NOT VALID`;
  const { key } = await service.createKey({ name: 'secret-name' });
  const written = await send({ method: 'POST', url: '/api/v1/deals', payload: { page_size: 3 } }, key);
  await sql`ALTER TABLE accounts DROP CONSTRAINT broken`;
  const [failure, answer] = written;
  expect([failure, answer]).toMatchObject([
    { level: 'error', err: { code: '23514' } },
    { level: 'info', status: 500 },
  ]);
  expect(failure).toMatchObject({ err: { stack: expect.stringContaining(' at ') as string } });
  expect(lines.join('')).not.toContain('secret-name');
});

test('metrics count requests, rows and credits of every endpoint, and requests without an endpoint', async () => {
  const read = async (line: string) => {
    const text = await app.metrics.registry.metrics();
    return Number(new RegExp(`^${line} (.*)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const counts = async () => ({
    answers: await read('fundscope_requests_total\\{endpoint="searchDeals",status="200"\\}'),
    rows: await read('fundscope_rows_total\\{endpoint="searchDeals"\\}'),
    credits: await read('fundscope_credits_total\\{endpoint="searchDeals"\\}'),
    tenths: await read('fundscope_credits_total\\{endpoint="lookUpCompanies"\\}'),
    timed: await read('fundscope_request_seconds_count\\{endpoint="searchDeals"\\}'),
    lost: await read('fundscope_requests_total\\{endpoint="none",status="404"\\}'),
  });
  const before = await counts();
  await send({ method: 'POST', url: '/api/v1/deals', payload: { page_size: 4 } });
  await send({ method: 'GET', url: '/api/v1/company/search?name=anvil' });
  await send({ method: 'GET', url: '/api/v1/nothing-of-that-name' });
  const after = await counts();
  expect({
    answers: after.answers - before.answers,
    rows: after.rows - before.rows,
    credits: after.credits - before.credits,
    tenths: Math.round((after.tenths - before.tenths) * 10),
    timed: after.timed - before.timed,
    lost: after.lost - before.lost,
  }).toEqual({ answers: 1, rows: 4, credits: 4, tenths: 1, timed: 1, lost: 1 });
});
