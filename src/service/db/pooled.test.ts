import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { buildService } from '../app.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { seedRecords } from '../../testing/records.ts';
import { type Reader, openReader, openRequestPool } from './open.ts';
import type { Pool } from './pool.ts';

let pooled: Pool;
let reader: Reader;
const database = openForTests(openTestDatabase);
beforeAll(async () => {
  await seedRecords(database.sql);
  const address = `${database.address}&pgbouncer=true`;
  const [one] = await Promise.all([0, 1, 2].map(() => openRequestPool(database.sql, address)));
  pooled = one!;
  reader = openReader(pooled, 300);
});
afterAll(async () => {
  await reader.close();
  await pooled.end({ timeout: 1 });
});

it('through a pooler no statement is prepared by name, and the role has the settings of the connections', async () => {
  await pooled.begin(async (tx) => {
    await tx`SELECT ${1}::int AS one`;
    expect([...(await tx`SELECT name FROM pg_prepared_statements`)]).toEqual([]);
    const [row] = await tx`
      SELECT current_setting('search_path') AS path, current_setting('jit') AS jit, current_setting('TimeZone') AS zone`;
    expect(row).toEqual({ path: 'data, public', jit: 'off', zone: 'UTC' });
  });
});

it('a reader through a pooler only reads, within its time limit, and leaves no setting behind', async () => {
  const [row] = await reader.sql<{ one: number }[]>`SELECT ${1}::int AS one`;
  expect(row).toEqual({ one: 1 });
  await expect(reader.sql`DELETE FROM ledger`.execute()).rejects.toMatchObject({ code: '25006' });
  await expect(reader.sql`SELECT pg_sleep(10)`.execute()).rejects.toMatchObject({ code: '57014' });
  const [limit] = await pooled<{ value: string }[]>`SELECT current_setting('statement_timeout') AS value`;
  expect(limit).toEqual({ value: '0' });
});

it('a query through a pooler is canceled when its caller disconnects', async () => {
  const patient = openReader(pooled, 60_000);
  const query = patient.sql`SELECT pg_sleep(60)`.execute().catch((error: unknown) => error);
  let isRunning = false;
  while (!isRunning) {
    const rows = await pooled`
      SELECT FROM pg_stat_activity WHERE application_name LIKE 'fundscope reader%' AND query LIKE '%sleep(60)%'
        AND state = 'active'`;
    isRunning = rows.length > 0;
  }
  await patient.stop();
  expect(await query).toMatchObject({ code: '57014' });
  await patient.close();
});

it('a service through a pooler responds and charges', async () => {
  const { key } = await createAccount(database.sql, { name: 'pooled', plan: 'FREE', monthly: 0, purchased: 5 });
  const app = await buildService({ db: pooled });
  const search = () =>
    app.inject({
      method: 'POST',
      url: '/api/v1/deals',
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'once' },
      payload: { page_size: 2, deal: { financing_types: [{ type: 'SERIES_A' }, { type: 'SEED' }] } },
    });
  const first = await search();
  expect([first.statusCode, (await search()).body]).toEqual([200, first.body]);
  const [account] = await pooled<
    { left: number }[]
  >`SELECT purchased_tenths AS left FROM accounts WHERE name = 'pooled'`;
  expect(account).toEqual({ left: 50 - 10 * first.json<{ data: { deals: object[] } }>().data.deals.length });
  await app.close();
});
