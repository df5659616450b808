import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { buildService } from '../app.ts';
import { checkEveryAnswer } from '../../testing/openapi-check.ts';
import { type TestService, startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { errorsOf } from './openapi-errors.ts';
import { error, free, helped, type ErrorRow } from './testing-error-rows.ts';
import { numberedErrors } from './testing-numbered-errors.ts';
import { plainErrors } from './testing-plain-errors.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ seed: seedRecords, clock: () => new Date('2026-01-15T12:00:00Z') });
});
afterAll(() => service.close());

async function ask([request, parts]: ErrorRow) {
  const [method, path] = request.split(' ') as ['GET' | 'POST' | 'PUT', string];
  return service.inject(method, `/api/v1${path}`, parts);
}

const name = ([request, parts, status, { code }]: ErrorRow) =>
  `${request} ${(JSON.stringify(parts.query ?? {}) ?? '').slice(0, 80)}: ${status} ${code}`;
const named = (rows: readonly ErrorRow[]) => rows.map((row) => [name(row), row] as const);

describe('the whole body of every error', () => {
  it.each(named(plainErrors))('%s', async (_name, row) => {
    const answer = await ask(row);
    expect([answer.statusCode, answer.body]).toEqual([row[2], JSON.stringify({ success: false, error: row[3] })]);
    expect(answer.headers['x-credits-used']).toBeUndefined();
  });

  it.each(named(numberedErrors))('%s, with statusCode', async (_name, row) => {
    const answer = await ask(row);
    const body = { success: false, error: row[3], statusCode: row[2] };
    expect([answer.statusCode, answer.body]).toEqual([row[2], JSON.stringify(body)]);
  });

  it.each([
    ['AUTH_ERROR', 'The API key was not provided.', undefined],
    ['INVALID_API_KEY', 'The API key is not valid.', `vg_${'0'.repeat(12)}_${'a'.repeat(32)}`],
    ['INACTIVE_API_KEY', 'The API key is disabled.', 'disabled'],
  ])('401 %s, without success', async (code, message, given) => {
    let key = given ?? null;
    if (given === 'disabled') {
      ({ key } = await service.createKey());
      await service.sql`UPDATE api_keys SET disabled_at = now() WHERE prefix = ${key?.slice(3, 15) ?? ''}`;
    }
    const answer = await service.inject('GET', '/api/v1/company', { key });
    const details = {
      help: 'Send your API key in the Authorization header.',
      format: 'Authorization: Bearer <API_KEY>',
    };
    expect([answer.statusCode, answer.body]).toEqual([401, JSON.stringify({ error: { code, message, details } })]);
  });

  it('402 INSUFFICIENT_CREDITS, with success after error', async () => {
    const { key } = await service.createKey({ monthly: 0, purchased: 0 });
    const answer = await service.inject('GET', '/api/v1/company', { query: { id: uuidOf('company', 1) }, key });
    const details = {
      credits_needed: 1,
      monthly_credits_remaining: 0,
      purchased_credits_remaining: 0,
      help: '/settings',
    };
    const short = error('INSUFFICIENT_CREDITS', 'This answer costs 1 credit, more than is left.', details);
    expect([answer.statusCode, answer.body]).toEqual([402, JSON.stringify({ error: short, success: false })]);
  });

  it('403 API_TIER_REQUIRED', async () => {
    const { key } = await service.createKey({ plan: 'FREE' });
    const answer = await service.inject('GET', '/api/v1/alerts/configurations', { key });
    const plan = error('API_TIER_REQUIRED', 'Alerts are part of the Pro+ and API plans.', {
      current_tier: 'FREE',
      help: 'Use a key of an account on a Pro+ or API plan.',
    });
    expect([answer.statusCode, answer.body]).toEqual([403, JSON.stringify({ success: false, error: plan })]);
  });

  it('422 IDEMPOTENCY_KEY_REUSED', async () => {
    const headers = { 'idempotency-key': 'reused' };
    await service.inject('POST', '/api/v1/deals', { body: { page_size: 1 }, headers });
    const answer = await service.inject('POST', '/api/v1/deals', { body: { page_size: 2 }, headers });
    const reused = helped(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request.',
      'Send a new key with every new request. Nothing was charged.',
    );
    expect([answer.statusCode, answer.body]).toEqual([422, JSON.stringify({ success: false, error: reused })]);
  });

  it('500 INTERNAL_SERVER_ERROR, with details as text and nothing of the inside', async () => {
    const broken = await startService({ seed: seedRecords });
    await broken.sql`ALTER TABLE deals RENAME COLUMN date TO day`;
    const answer = await broken.inject('POST', '/api/v1/deals', { body: {} });
    const failed = error('INTERNAL_SERVER_ERROR', 'An unexpected error occurred.', 'Nothing was charged. Try again.');
    expect([answer.statusCode, answer.body]).toEqual([500, JSON.stringify({ success: false, error: failed })]);
    expect(await broken.sql`SELECT FROM ledger`).toHaveLength(0);
    await broken.close();
  });

  it('503 SERVICE_UNAVAILABLE with Retry-After', async () => {
    const away = await startService();
    await away.sql.end();
    const answer = await away.inject('POST', '/api/v1/deals', { body: {} });
    const message = 'The database is not available at the moment. Try again shortly.';
    const body = { success: false, error: helped('SERVICE_UNAVAILABLE', message, free) };
    expect([answer.statusCode, answer.headers['retry-after'], answer.body]).toEqual([503, '2', JSON.stringify(body)]);
    await away.close();
  });

  it('a path that no one can decode is refused like any wrong path', async () => {
    const app = checkEveryAnswer(await buildService({ db: service.sql }));
    const answer = await app.inject({ url: '/api/v1/deals/%zz' });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { success: false, error: { code: 'NOT_FOUND' } }]);
    await app.close();
  });
});

/** Errors whose whole body other tests assert: rate-limit.test.ts, client-error.test.ts and query-turns.test.ts. */
const elsewhere = ['RATE_LIMIT_EXCEEDED', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE', 'TIMEOUT'];
const here = ['INSUFFICIENT_CREDITS', 'API_TIER_REQUIRED', 'IDEMPOTENCY_KEY_REUSED', 'INTERNAL_SERVER_ERROR'];
const keys = ['AUTH_ERROR', 'INVALID_API_KEY', 'INACTIVE_API_KEY', 'SERVICE_UNAVAILABLE'];

it('no code of the description goes untested', () => {
  const described = (endpoints as readonly Endpoint[]).flatMap((endpoint) =>
    Object.values(errorsOf(endpoint)).flatMap((cases) => cases.flatMap(({ codes }) => codes)),
  );
  const tabled = [...plainErrors, ...numberedErrors].map(([, , , { code }]) => code);
  expect(new Set<string>(described)).toEqual(new Set([...tabled, ...elsewhere, ...here, ...keys]));
});
