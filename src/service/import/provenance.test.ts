import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { startService } from '../../testing/service.ts';

let key: string;
const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  ({ key } = await service.createKey({ plan: 'FREE', purchased: 3 }));
  await service.sql`UPDATE companies SET origin_file = 'companies.csv', origin_row = 2`;
});

test('POST /account/sources says for free where records come from, without any of their values', async () => {
  const ids = [uuidOf('company', 1), randomUUID()];
  const response = await service.inject('POST', '/account/sources', { body: { kind: 'company', ids }, key });
  expect(response.statusCode, response.body).toBe(200);
  const { data } = response.json<{ data: { records: object[] } }>();
  expect(data.records).toMatchObject([
    { id: ids[0], kind: 'company', sources: [{ title: 'Test', file: 'companies.csv', row: 2 }], facts: [] },
  ]);
  expect(response.body).not.toContain('Anvil');
  const charges = await service.sql`SELECT 1 FROM ledger`;
  expect(charges).toHaveLength(0);
});

test('where records come from needs a key and a kind', async () => {
  const body = { kind: 'company', ids: [uuidOf('company', 1)] };
  expect((await service.inject('POST', '/account/sources', { body, key: null })).statusCode).toBe(401);
  expect((await service.inject('POST', '/account/sources', { body: { ids: body.ids }, key })).statusCode).toBe(400);
});
