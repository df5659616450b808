import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordNameEntry } from '#contract/names.ts';
import { type TestService, startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startService({ seed: seedRecords });
  ({ key } = await service.createKey({ plan: 'FREE', purchased: 3 }));
});
afterAll(() => service.close());

const ask = (ids: unknown, by: string | null = key) =>
  service.inject('POST', '/account/names', { body: { ids }, key: by });
const readIds = (table: 'companies' | 'investors' | 'people') =>
  service.sql.unsafe<{ id: string; name: string; domain: string | null }[]>(
    `SELECT uuid AS id, name, ${table === 'people' ? 'NULL AS domain' : 'domain'} FROM ${table} ORDER BY name LIMIT 20`,
  );

describe('POST /account/names', () => {
  it('names companies, investors and people with their domains, for nothing, and leaves unknown ids out', async () => {
    const kinds = [
      ['company', await readIds('companies')],
      ['investor', await readIds('investors')],
      ['person', await readIds('people')],
    ] as const;
    const expected = kinds.flatMap(([kind, rows]) => rows.map((row) => ({ ...row, kind })));
    const response = await ask([...expected.map(({ id }) => id), randomUUID()]);
    expect(response.statusCode, response.body).toBe(200);
    const { data, meta } = response.json<{ data: { names: RecordNameEntry[] }; meta: object }>();
    const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
    expect(data.names.toSorted(byId)).toEqual(expected.toSorted(byId));
    expect(meta).toEqual({ total_count: expected.length });
    const account = await service.inject('GET', '/account', { key });
    expect(account.json()).toMatchObject({ data: { account: { purchased_credits: 3 } } });
  });

  it('names a record by the ids that it had before it was united with another', async () => {
    const [company] = await readIds('companies');
    const former = randomUUID();
    await service.sql`
      INSERT INTO merges (entity, id, own_id, uuid, source_id, reason)
      SELECT 'company', c.id, row.own_id, row.uuid, s.id, 'test' FROM companies c, (SELECT id FROM sources LIMIT 1) s,
        LATERAL (VALUES (c.id, c.uuid), (-1, ${former}::uuid)) AS row (own_id, uuid) WHERE c.uuid = ${company!.id}`;
    const response = await ask([former]);
    expect(response.json()).toMatchObject({
      data: { names: [{ id: former, kind: 'company', name: company!.name, domain: company!.domain }] },
    });
  });

  it.each([
    ['501 ids', Array.from({ length: 501 }, () => randomUUID()), 422],
    ['no id', [], 422],
    ['an id that is none', ['nonsense'], 422],
    ['a text', 'nonsense', 400],
  ])('is refused for %s', async (_name, ids, status) => {
    expect((await ask(ids)).statusCode).toBe(status);
  });

  it('is refused without a key, and counts in the limit of the key', async () => {
    expect((await ask([randomUUID()], null)).statusCode).toBe(401);
    const before = Number((await ask([randomUUID()])).headers['ratelimit-remaining']);
    expect(Number((await ask([randomUUID()])).headers['ratelimit-remaining'])).toBe(before - 1);
  });
});
