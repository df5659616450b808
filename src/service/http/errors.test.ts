import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { buildService } from '../app.ts';
import { checkEveryAnswer } from '../testing-description.ts';
import { type RequestParts, type TestService, startService } from '../testing.ts';
import { seedRecords, uuidOf } from '../testing-records.ts';
import { errorsOf } from './openapi-errors.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ seed: seedRecords, clock: () => new Date('2026-01-15T12:00:00Z') });
});
afterAll(() => service.close());

type Method = 'GET' | 'POST' | 'PUT';
type Row = readonly [request: `${Method} ${string}`, parts: RequestParts, status: number, error: object];

const error = (code: string, message: string, details: unknown) => ({ code, message, details });
const helped = (code: string, message: string, help: string) => error(code, message, { help });
const json = { 'content-type': 'application/json' };
const nobody = uuidOf('company', 99);

async function ask([request, parts]: Row) {
  const [method, path] = request.split(' ') as [Method, string];
  return service.inject(method, `/api/v1${path}`, parts);
}

const fix = 'Correct the named fields and send the request again. Nothing was charged.';
const invalid = (field: string, value: string, what: string, code: string, validOptions: string[] = []) => {
  const message = `${field} ${what}.`;
  return error('VALIDATION_ERROR', message, { errors: [{ field, value, message, code, validOptions }], help: fix });
};
const notJson = 'The body is not valid JSON.';
const organization = 'Give exactly one of id, domain, linkedin, crunchbase.';
const shownAs = 'Give the id as POST /deals shows it.';
const free = 'Nothing was charged.';
const period = 'Give a start_date that is not in the future and not after end_date.';
const alerts = (changed: Record<string, string>): RequestParts => ({
  query: {
    alert_ids: uuidOf('deal', 99),
    start_date: '2026-01-01T00:00:00Z',
    end_date: '2026-01-02T00:00:00Z',
    ...changed,
  },
});
const places = {
  valid: ['/location/search?name=berlin&type=CITY'],
  invalid: ['/location/search', '/location/search?name='],
};
const names = {
  valid: ['/company/search?name=acme', '/company/search?linkedin=linkedin.com/company/acme'],
  invalid: ['/company/search', '/company/search?name='],
};

/** Errors of the plain shape: success, then error. */
const plain: readonly Row[] = [
  ['POST /deals', { body: { page: 'x' } }, 400, invalid('page', 'x', 'must be a number', 'INVALID_TYPE')],
  ['POST /deals', { body: { page: -1 } }, 422, invalid('page', '-1', 'must be at least 0', 'OUT_OF_RANGE')],
  [
    'POST /deals',
    { body: '{', headers: json },
    400,
    error('VALIDATION_ERROR', notJson, {
      errors: [{ field: 'body', value: '', message: notJson, code: 'INVALID_TYPE', validOptions: [] }],
      help: 'Send a JSON object with Content-Type: application/json.',
    }),
  ],
  [
    'GET /company',
    { query: { id: nobody, x: '1' } },
    422,
    invalid('x', '1', 'is not a parameter of this endpoint', 'UNKNOWN_PARAMETER'),
  ],
  ['GET /company', {}, 400, helped('MISSING_IDENTIFIER', 'No identifier was given.', organization)],
  [
    'GET /company',
    { query: { id: 'a', domain: 'b' } },
    400,
    helped('MULTIPLE_IDENTIFIERS', 'More than one identifier was given.', `${organization} Given: id, domain.`),
  ],
  ['GET /company', { query: { id: 'a' } }, 400, helped('INVALID_ID', 'id must be a uuid.', 'Give id as a uuid.')],
  [
    'GET /investor',
    { query: { domain: 'a b' } },
    400,
    helped(
      'INVALID_DOMAIN',
      'domain must be a domain or a URL, such as example.com.',
      'Give domain as a domain or a URL, such as example.com.',
    ),
  ],
  [
    'GET /person',
    { query: { linkedin: 'a' } },
    400,
    helped('INVALID_LINKEDIN_URL', 'linkedin must be a LinkedIn URL.', 'Give linkedin as a LinkedIn URL.'),
  ],
  [
    'GET /person',
    { query: { crunchbase: 'a' } },
    400,
    helped('INVALID_CRUNCHBASE_URL', 'crunchbase must be a Crunchbase URL.', 'Give crunchbase as a Crunchbase URL.'),
  ],
  [
    'GET /person/deals',
    { query: { twitter: 'a' } },
    400,
    helped('INVALID_TWITTER_URL', 'twitter must be a Twitter or X URL.', 'Give twitter as a Twitter or X URL.'),
  ],
  [
    'GET /company/deals',
    { query: { id: nobody, page: '-1' } },
    400,
    helped('INVALID_PAGE', 'page must be a whole number from 0.', 'The first page is 0.'),
  ],
  [
    'GET /investor/deals',
    { query: { id: nobody, page_size: '501' } },
    400,
    helped('INVALID_PAGE_SIZE', 'page_size must be a whole number from 1 to 500.', 'Leave it out for 10 rows.'),
  ],
  [
    'GET /company/search',
    {},
    400,
    error('MISSING_SEARCH_PARAMS', 'No search parameter was given.', {
      help: 'Give one of name, domain, linkedin, crunchbase.',
      provided: [],
      examples: names,
    }),
  ],
  [
    'GET /company/search',
    { query: { name: 'a', domain: 'b.example' } },
    400,
    error('MULTIPLE_SEARCH_PARAMS', 'More than one search parameter was given.', {
      help: 'Give exactly one of name, domain, linkedin, crunchbase. Given: name, domain.',
      provided: ['name', 'domain'],
      examples: names,
    }),
  ],
  [
    'GET /company/search',
    { query: { name: ' ' } },
    400,
    error('EMPTY_SEARCH_TERM', 'The parameter name is blank.', {
      help: 'Give name a value.',
      provided: ['name'],
      examples: names,
    }),
  ],
  ['GET /company', { query: { id: nobody } }, 404, helped('COMPANY_NOT_FOUND', 'No company matches.', free)],
  ['GET /investor', { query: { id: nobody } }, 404, helped('INVESTOR_NOT_FOUND', 'No firm matches.', free)],
  ['GET /person', { query: { id: nobody } }, 404, helped('PERSON_NOT_FOUND', 'No person matches.', free)],
  [
    'GET /company/deals',
    { query: { domain: 'nobody.example' } },
    404,
    error('NOT_FOUND', 'No company matches.', { identifier_type: 'domain', identifier_value: 'nobody.example' }),
  ],
  [
    'GET /investor/deals',
    { query: { id: nobody } },
    404,
    error('NOT_FOUND', 'No firm matches.', { identifier_type: 'id', identifier_value: nobody }),
  ],
  [
    'GET /person/deals',
    { query: { id: nobody } },
    404,
    error('PERSON_NOT_FOUND', 'No person matches.', { identifier_type: 'id', identifier_value: nobody }),
  ],
  ['GET /nothing', {}, 404, helped('NOT_FOUND', 'There is no such endpoint.', 'Check the path and the method.')],
  ['PUT /deals', {}, 405, helped('METHOD_NOT_ALLOWED', 'This endpoint answers POST only.', 'Use POST.')],
  [
    'POST /deals',
    { body: JSON.stringify({ x: 'x'.repeat(1024 * 1024) }), headers: json },
    413,
    helped('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.', 'Send fewer values.'),
  ],
  [
    'POST /deals',
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    415,
    helped('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON.', 'Send the header Content-Type: application/json.'),
  ],
];

/** Errors of deal look-ups, alerts and location and industry look-ups: with statusCode. */
const numbered: readonly Row[] = [
  ['GET /deals/1', {}, 400, helped('INVALID_DEAL_ID', 'The deal id is not a uuid.', shownAs)],
  [`GET /deals/${nobody}`, {}, 404, helped('DEAL_NOT_FOUND', 'No deal has this id.', shownAs)],
  [`GET /deals/${nobody}/investors`, {}, 404, helped('DEAL_NOT_FOUND', 'No deal has this id.', shownAs)],
  [
    'GET /location/search',
    {},
    400,
    error('MISSING_SEARCH_PARAMS', 'The parameter name is missing.', {
      help: 'Give the location to look for as name.',
      provided: [],
      examples: places,
    }),
  ],
  [
    'GET /location/search',
    { query: { name: '' } },
    400,
    error('EMPTY_SEARCH_TERM', 'The parameter name is blank.', {
      help: 'Give the location to look for as name.',
      provided: ['name'],
      examples: places,
    }),
  ],
  [
    'GET /location/search',
    { query: { name: 'x', type: 'CITY', location_type: 'CITY' } },
    400,
    error('MULTIPLE_LOCATION_TYPE_PARAMS', 'The parameters type and location_type mean the same; give one of them.', {
      help: 'Give type or location_type, not both.',
      provided: ['name', 'type', 'location_type'],
      examples: places,
    }),
  ],
  [
    'GET /industry/search',
    { query: { name: 'x', type: 'INDUSTRY', industry_type: 'INDUSTRY' } },
    400,
    error('MULTIPLE_INDUSTRY_TYPE_PARAMS', 'The parameters type and industry_type mean the same; give one of them.', {
      help: 'Give type or industry_type, not both.',
      provided: ['name', 'type', 'industry_type'],
      examples: {
        valid: ['/industry/search?name=software'],
        invalid: ['/industry/search', '/industry/search?name='],
      },
    }),
  ],
  [
    'GET /industry/search',
    { query: { name: 'x', limit: '0' } },
    422,
    invalid('limit', '0', 'must be at least 1', 'OUT_OF_RANGE'),
  ],
  [
    'GET /alerts',
    { query: { alert_ids: nobody } },
    400,
    error('MISSING_PARAMETERS', 'Missing: start_date, end_date.', {
      missingParams: ['start_date', 'end_date'],
      help: 'Give alert_ids, start_date and end_date.',
    }),
  ],
  [
    'GET /alerts',
    alerts({ alert_ids: 'x' }),
    400,
    helped(
      'INVALID_ALERT_ID',
      'An alert id is not a uuid.',
      'Give the ids as GET /alerts/configurations shows them, with commas between.',
    ),
  ],
  [
    'GET /alerts',
    alerts({ alert_ids: Array.from({ length: 11 }, (_, at) => uuidOf('deal', at)).join(',') }),
    400,
    helped('TOO_MANY_ALERT_IDS', 'More than 10 alerts were asked for.', 'Ask for at most 10 at a time.'),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2026-01-01' }),
    400,
    error('INVALID_DATE_FORMAT', 'start_date is not a date-time.', {
      field: 'start_date',
      provided: '2026-01-01',
      expected: 'YYYY-MM-DDTHH:mm:ssZ',
    }),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2026-01-03T00:00:00Z' }),
    400,
    helped('INVALID_DATE_RANGE', 'start_date is after end_date.', period),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2024-12-31T00:00:00Z' }),
    400,
    helped('DATE_RANGE_TOO_LARGE', 'The period is longer than 365 days.', 'Ask for a shorter period.'),
  ],
  [
    'GET /alerts',
    alerts({ start_date: '2026-01-15T12:00:01Z', end_date: '2026-01-16T00:00:00Z' }),
    400,
    helped('FUTURE_DATE', 'start_date is in the future.', period),
  ],
  [
    'GET /alerts',
    alerts({}),
    404,
    helped(
      'ALERT_NOT_FOUND',
      'An alert that was asked for does not exist.',
      'GET /alerts/configurations lists the alerts of this account.',
    ),
  ],
];

const name = ([request, parts, status, { code }]: Row & { 3: { code?: string } }) =>
  `${request} ${(JSON.stringify(parts.query ?? {}) ?? '').slice(0, 80)}: ${status} ${code}`;
const named = (rows: readonly Row[]) => rows.map((row) => [name(row), row] as const);

describe('the whole body of every error', () => {
  it.each(named(plain))('%s', async (_name, row) => {
    const answer = await ask(row);
    expect([answer.statusCode, answer.body]).toEqual([row[2], JSON.stringify({ success: false, error: row[3] })]);
    expect(answer.headers['x-credits-used']).toBeUndefined();
  });

  it.each(named(numbered))('%s, with statusCode', async (_name, row) => {
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
  const tabled = [...plain, ...numbered].map(([, , , { code }]: Row & { 3: { code?: string } }) => code);
  expect(new Set<string | undefined>(described)).toEqual(new Set([...tabled, ...elsewhere, ...here, ...keys]));
});
