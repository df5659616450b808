import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RecordNameEntry } from '#contract/names.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';
import { sweepWindows } from '../http/rate-limit.ts';

let key: string;
let nowMs = Date.UTC(2026, 10, 20);
const service = openForTests(() => startService({ seed: seedRecords, clock: () => new Date(nowMs) }));
beforeAll(async () => {
  ({ key } = await service.createKey({ plan: 'FREE', purchased: 3 }));
});

const fetchNames = (body: object, by: string | null = key) =>
  service.inject('POST', '/account/names', { body, key: by });
const readIds = (table: 'companies' | 'investors' | 'people') =>
  service.sql.unsafe<{ id: string; name: string; domain: string | null; country: string | null }[]>(
    `SELECT uuid AS id, name, ${table === 'people' ? 'NULL AS domain' : 'domain'}, ${
      table === 'companies' ? '(SELECT l.name FROM locations l WHERE l.id = country_id)' : 'NULL'
    } AS country FROM ${table} ORDER BY name LIMIT 20`,
  );

describe('POST /account/names', () => {
  it('names companies, investors and people with their domains and the country of companies, for free, and leaves unknown ids out', async () => {
    const kinds = [
      ['company', await readIds('companies')],
      ['investor', await readIds('investors')],
      ['person', await readIds('people')],
    ] as const;
    const expected = kinds.flatMap(([kind, rows]) => rows.map((row) => ({ ...row, kind })));
    const [company_ids, investor_ids, person_ids] = kinds.map(([, rows]) => [
      ...rows.map(({ id }) => id),
      randomUUID(),
    ]);
    const response = await fetchNames({ company_ids, investor_ids, person_ids });
    expect(response.statusCode, response.body).toBe(200);
    const { data, meta } = response.json<{ data: { names: RecordNameEntry[] }; meta: object }>();
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
    expect(data.names.toSorted(byId)).toEqual(expected.toSorted(byId));
    expect(meta).toEqual({ total_count: expected.length });
    const account = await service.inject('GET', '/account', { key });
    expect(account.json()).toMatchObject({ data: { account: { purchased_credits: 3 } } });
  });

  it('names a record by the ids that it had before it was merged with another', async () => {
    const [company] = await readIds('companies');
    const former = randomUUID();
    await service.sql`
      INSERT INTO merges (entity, id, own_id, uuid, source_id, reason)
      SELECT 'company', c.id, row.own_id, row.uuid, s.id, 'test' FROM companies c, (SELECT id FROM sources LIMIT 1) s,
        LATERAL (VALUES (c.id, c.uuid), (-1, ${former}::uuid)) AS row (own_id, uuid) WHERE c.uuid = ${company!.id}`;
    const response = await fetchNames({ company_ids: [former] });
    expect(response.json()).toMatchObject({
      data: { names: [{ id: former, kind: 'company', name: company!.name, domain: company!.domain }] },
    });
  });

  it('names a record only under its own kind', async () => {
    const [company] = await readIds('companies');
    const response = await fetchNames({ investor_ids: [company!.id], person_ids: [company!.id] });
    expect(response.json()).toMatchObject({ data: { names: [] }, meta: { total_count: 0 } });
  });

  const makeIds = (count: number) => Array.from({ length: count }, () => randomUUID());
  it.each([
    ['501 ids', { company_ids: makeIds(501) }, 422, 'TOO_MANY_VALUES'],
    ['501 ids together', { company_ids: makeIds(251), person_ids: makeIds(250) }, 422, 'TOO_MANY_VALUES'],
    ['no list', {}, 422, 'MISSING_DEPENDENCY'],
    ['an empty list', { investor_ids: [] }, 422, 'EMPTY_ARRAY_PARAMETER'],
    ['an id that is none', { person_ids: ['nonsense'] }, 422, 'INVALID_UUID'],
    ['another member', { ids: makeIds(1) }, 422, 'UNKNOWN_PARAMETER'],
    ['a text', { company_ids: 'nonsense' }, 400, 'INVALID_TYPE'],
  ])('says what is wrong with %s', async (_name, body, status, code) => {
    const response = await fetchNames(body);
    expect([response.statusCode, response.json()]).toMatchObject([
      status,
      {
        success: false,
        error: {
          code: 'VALIDATION_ERROR',
          details: { errors: expect.arrayContaining([expect.objectContaining({ code })]) as object[] },
        },
      },
    ]);
  });

  it('returns the names of 500 ids at once', async () => {
    expect((await fetchNames({ company_ids: makeIds(500) })).statusCode).toBe(200);
  });

  it('is rejected without a key', async () => {
    expect((await fetchNames({ company_ids: makeIds(1) }, null)).statusCode).toBe(401);
  });

  it('admits 600 requests in any hour per key, in a separate window, which survives the deletion of old windows', async () => {
    const { key: other } = await service.createKey();
    const send = async () => fetchNames({ company_ids: [randomUUID()] }, other);
    for (let round = 0; round < 6; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await send()).statusCode));
      expect(new Set(statuses)).toEqual(new Set([200]));
      nowMs += 60_000;
      await sweepWindows(service.sql, nowMs);
    }
    const rejected = await send();
    expect([rejected.statusCode, rejected.headers, rejected.json()]).toMatchObject([
      429,
      { 'ratelimit-limit': '600', 'ratelimit-remaining': '0', 'retry-after': '3240' },
      { error: { message: 'More than 600 requests in 1 hour.', details: { limit: 600, window: '1 hour' } } },
    ]);
    const search = await service.inject('GET', '/api/v1/industry/search', { query: { name: 'software' }, key: other });
    expect([search.statusCode, search.headers['ratelimit-remaining']]).toEqual([200, '199']);
    nowMs += 3_240_000;
    expect((await send()).statusCode).toBe(200);
  });
});
