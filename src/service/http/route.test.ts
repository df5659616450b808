import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { financingTypes } from '#contract/enums.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { type RequestParts, startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';

const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  await service.sql`INSERT INTO alert_configurations (id, account_id, name, frequency)
    VALUES (${uuidOf('deal', 1)}, ${service.accountId}, 'Test', 'WEEKLY')`;
});

const deals = (body: unknown, headers: Record<string, string> = {}) =>
  service.inject('POST', '/api/v1/deals', { body, headers: { 'content-type': 'application/json', ...headers } });

describe('keys', () => {
  it.each([
    ['missing', undefined, 'AUTH_ERROR'],
    ['of another scheme', 'Basic abc', 'AUTH_ERROR'],
    ['malformed', 'Bearer nonsense', 'INVALID_API_KEY'],
    ['unknown', `Bearer vg_${'0'.repeat(12)}_${'a'.repeat(32)}`, 'INVALID_API_KEY'],
  ])('%s: 401 without success, with help and format', async (_name, authorization, code) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await service.inject('POST', '/api/v1/deals', { body: {}, key: null, headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      error: {
        code,
        message: expect.any(String) as string,
        details: {
          help: 'Send your API key in the Authorization header.',
          format: 'Authorization: Bearer <API_KEY>',
        },
      },
    });
  });

  it('disabled: 401 INACTIVE_API_KEY', async () => {
    const { key } = await service.createKey();
    await service.sql`UPDATE api_keys SET disabled_at = now() WHERE prefix = ${key.slice(3, 15)}`;
    const answer = await service.inject('POST', '/api/v1/deals', { body: {}, key });
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { error: { code: 'INACTIVE_API_KEY' } }]);
  });

  it('are stored only as hashes', async () => {
    const { key } = await service.createKey();
    const rows = await service.sql<{ row: string }[]>`SELECT k::text AS row FROM api_keys k`;
    expect(rows.some(({ row }) => row.includes(key.slice(16)))).toBe(false);
  });
});

describe('the order of rejections', () => {
  it('is route, key, body: a wrong key with a broken body is 401, a wrong path with no key is 404', async () => {
    const broken = { headers: { 'content-type': 'text/plain' }, body: 'x', key: null };
    expect((await service.inject('POST', '/api/v1/deals', broken)).statusCode).toBe(401);
    expect((await service.inject('POST', '/api/v1/nothing', broken)).statusCode).toBe(404);
    expect((await service.inject('PUT', '/api/v1/deals', broken)).statusCode).toBe(405);
  });

  it.each(endpoints.map(({ method, path }) => [method, path] as const))(
    '%s %s answers with and without a trailing slash, and other methods with 405 and Allow',
    async (method, path) => {
      const [url, parts] = buildValidRequest(method, path);
      for (const slash of ['', '/']) {
        expect((await service.inject(method, `${url}${slash}`, parts)).statusCode).toBe(200);
        for (const other of ['HEAD', 'OPTIONS', 'DELETE', method === 'POST' ? 'GET' : 'POST'] as const) {
          const answer = await service.inject(other, `${url}${slash}`);
          expect([answer.statusCode, answer.headers.allow]).toEqual([405, method]);
          expect(answer.headers['x-credits-used']).toBeUndefined();
        }
      }
    },
  );
});

/** A valid request to an endpoint, over the seeded records. */
function buildValidRequest(method: string, path: string): [url: string, parts: RequestParts] {
  const url = `/api/v1${path.replace('{id}', uuidOf('deal', 1))}`;
  if (method === 'POST') return [url, { body: {} }];
  if (path.endsWith('/search')) return [url, { query: { name: 'berlin' } }];
  if (path === '/alerts') {
    const alert_ids = uuidOf('deal', 1);
    return [url, { query: { alert_ids, start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-02T00:00:00Z' } }];
  }
  const owner = (['company', 'investor', 'person'] as const).find((kind) => path.startsWith(`/${kind}`));
  return [url, owner ? { query: { id: uuidOf(owner, 1) } } : {}];
}

describe('request ids', () => {
  it.each([
    ['a harmless one of the client is kept', 'abc-123', 'abc-123'],
    ['any other is replaced', 'a b', expect.stringMatching(/^[0-9a-f-]{36}$/) as string],
  ])('%s', async (_name, given, expected) => {
    expect((await deals({}, { 'x-request-id': given })).headers['x-request-id']).toEqual(expected);
  });
});

describe('bodies that are not JSON objects', () => {
  it.each([
    ['absent', undefined, {}, 400, 'VALIDATION_ERROR'],
    ['malformed', '{"page":', {}, 400, 'VALIDATION_ERROR'],
    ['a prototype in disguise', '{"__proto__":{}}', {}, 400, 'VALIDATION_ERROR'],
    ['an array', [], {}, 400, 'VALIDATION_ERROR'],
    ['null', 'null', {}, 400, 'VALIDATION_ERROR'],
    ['a number', '1', {}, 400, 'VALIDATION_ERROR'],
    ['another type', 'x=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['over 1 MiB', JSON.stringify({ x: 'x'.repeat(1024 * 1024) }), {}, 413, 'PAYLOAD_TOO_LARGE'],
    ['ten megabytes', 'x'.repeat(10_000_000), {}, 413, 'PAYLOAD_TOO_LARGE'],
  ])('%s', async (_name, body, headers, status, code) => {
    const answer = await deals(body, headers);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ success: false, error: { code } });
  });
});

describe('values that are rejected, each on its field', () => {
  it.each([
    [{ page: '1' }, 400, 'page', 'INVALID_TYPE'],
    [{ page: null }, 400, 'page', 'INVALID_TYPE'],
    [{ deal: [] }, 400, 'deal', 'INVALID_TYPE'],
    [{ company: { locations: 'berlin' } }, 400, 'company.locations', 'INVALID_TYPE'],
    [{ company: { ipo_status: [1] } }, 400, 'company.ipo_status.0', 'INVALID_TYPE'],
    [{ deal: { date_start: 20_240_101 } }, 400, 'deal.date_start', 'INVALID_TYPE'],
    [{ page: -1 }, 422, 'page', 'OUT_OF_RANGE'],
    [{ page: 1.5 }, 422, 'page', 'INVALID_INTEGER'],
    [{ page: 1e20 }, 422, 'page', 'OUT_OF_RANGE'],
    [{ page_size: 0 }, 422, 'page_size', 'OUT_OF_RANGE'],
    [{ page_size: 501 }, 422, 'page_size', 'OUT_OF_RANGE'],
    [{ sort_by: 'name' }, 422, 'sort_by', 'INVALID_ENUM_VALUE'],
    [{ query: 'x' }, 422, 'query', 'UNKNOWN_PARAMETER'],
    [{ search_query: 'x' }, 422, 'search_query', 'UNKNOWN_PARAMETER'],
    [{ deal: { size: 1 } }, 422, 'deal.size', 'UNKNOWN_PARAMETER'],
    [{ deal: { size_min: -1 } }, 422, 'deal.size_min', 'OUT_OF_RANGE'],
    [{ deal: { size_min: 2, size_max: 1 } }, 422, 'deal.size_min', 'INVALID_RANGE'],
    [{ deal: { date_start: '2024-01-02', date_end: '2024-01-01' } }, 422, 'deal.date_start', 'INVALID_RANGE'],
    [{ deal: { date_start: '2023-02-29' } }, 422, 'deal.date_start', 'INVALID_DATE'],
    [{ deal: { date_start: '0000-01-01' } }, 422, 'deal.date_start', 'INVALID_DATE'],
    [{ deal: { date_end: '10000-01-01' } }, 422, 'deal.date_end', 'INVALID_DATE'],
    [{ deal: { date_end: '9999-12-31T23:00:00-02:00' } }, 422, 'deal.date_end', 'INVALID_DATE'],
    [{ deal: { date_end: 'today' } }, 422, 'deal.date_end', 'INVALID_DATE'],
    [{ company: { locations: [] } }, 422, 'company.locations', 'EMPTY_ARRAY_PARAMETER'],
    [{ company: { locations: [' '] } }, 422, 'company.locations.0', 'EMPTY_STRING'],
    [{ company: { locations: ['\0'] } }, 422, 'company.locations.0', 'OUT_OF_RANGE'],
    [{ company: { locations: Array(501).fill('x') } }, 422, 'company.locations', 'TOO_MANY_VALUES'],
    [{ company: { employee_count: ['5'] } }, 422, 'company.employee_count.0', 'INVALID_ENUM_VALUE'],
    [{ company: { company_ids: ['1'] } }, 422, 'company.company_ids.0', 'INVALID_UUID'],
    [{ identifiers: { deal_ids: ["'; DROP TABLE deals; --"] } }, 422, 'identifiers.deal_ids.0', 'INVALID_UUID'],
    [{ deal: { financing_types: [{ pre: true }] } }, 400, 'deal.financing_types.0.type', 'INVALID_TYPE'],
  ])('%j', async (body, status, field, code) => {
    const answer = await deals(body);
    const { error } = answer.json<{ error: { code: string; message: string; details: { errors: object[] } } }>();
    expect([answer.statusCode, error.code]).toEqual([status, 'VALIDATION_ERROR']);
    expect(error.details.errors).toHaveLength(1);
    expect(error.details.errors[0]).toMatchObject({ field, code, message: error.message });
    expect(answer.headers['x-credits-used']).toBeUndefined();
  });

  it('an unknown financing type names financing_types, its value and the valid options', async () => {
    const answer = await deals({ deal: { financing_types: [{ type: 'SERIES_Z' }] } });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        error: {
          details: {
            errors: [
              {
                field: 'financing_types',
                value: 'SERIES_Z',
                code: 'INVALID_FINANCING_TYPE',
                validOptions: [...financingTypes],
              },
            ],
          },
        },
      },
    ]);
  });

  it('one answer lists every problem, and a wrong type makes it 400', async () => {
    const body = {
      page: -1,
      deal: { size_min: 2, size_max: 1, date_start: 'x' },
      extra: 1,
      company: { locations: {} },
    };
    const answer = await deals(body);
    const { errors } = answer.json<{ error: { details: { errors: { field: string }[] } } }>().error.details;
    expect(answer.statusCode).toBe(400);
    expect(errors.map(({ field }) => field).toSorted()).toEqual(
      ['company.locations', 'deal.date_start', 'deal.size_min', 'extra', 'page'].toSorted(),
    );
  });

  it.each([
    ['a value', (nested: string) => `{"page":${nested}}`, 400],
    ['an unknown member', (nested: string) => `{"mood":${nested}}`, 422],
    ['a whole body', (nested: string) => nested, 400],
  ])('%s nested a hundred thousand times is rejected, not a server error', async (_name, toBody, status) => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await deals(toBody(nested));
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { error: { code: 'VALIDATION_ERROR' } }]);
  });

  it('a number too large for JavaScript is out of range, not a server error', async () => {
    expect((await deals('{"deal":{"size_min":1e999}}')).statusCode).toBe(422);
    expect((await deals('{"deal":{"size_min":1e308}}')).statusCode).toBe(200);
  });

  it('strings that look like SQL or have another alphabet are just unknown permalinks', async () => {
    for (const value of ["' OR 1=1 --", '$1', 'bеrlin-germany', '\ud800x', '%', '../..', '\u202Eberlin']) {
      const answer = await deals({ company: { locations: [value] } });
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { meta: { total_count: 0, credits_used: 0 } }]);
      expect(answer.headers['x-ignored-filters']).toMatch(/^company\.locations=/);
    }
  });

  it('the header of ignored filters stays within 4,096 bytes and counts the rest', async () => {
    const answer = await deals({
      company: { locations: Array.from({ length: 500 }, (_, at) => `unknown-place-${at}`) },
    });
    const header = String(answer.headers['x-ignored-filters']);
    const named = header.split(',');
    expect(header.length).toBeLessThanOrEqual(4096);
    expect(named.length - 1 + Number(/more=(\d+)$/.exec(header)?.[1])).toBe(500);
  });
});

describe('an unavailable database', () => {
  it('gives 503 with Retry-After and charges nothing', async () => {
    const away = await startService({ seed: seedRecords });
    await away.sql.end();
    const answer = await away.inject('POST', '/api/v1/deals', { body: {} });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([
      503,
      '2',
      { success: false, error: { code: 'SERVICE_UNAVAILABLE' } },
    ]);
    await away.close();
  });
});
