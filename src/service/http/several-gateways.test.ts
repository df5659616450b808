import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildService, type ServiceApp } from '../app.ts';
import { openDatabase } from '../db/open.ts';
import type { Pool } from '../db/pool.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createAccount } from '../accounts/accounts.ts';
import { seedRecords } from '../../testing/records.ts';

let pools: Pool[];
let gateways: ServiceApp[];
let nowMs = Date.UTC(2026, 10, 20);
const database = openForTests(openTestDatabase);
beforeAll(async () => {
  await seedRecords(database.sql);
  pools = await Promise.all([0, 1, 2].map(() => openDatabase(database.address, { max: 5 })));
  gateways = await Promise.all(pools.map((db) => buildService({ db, clock: () => new Date(nowMs) })));
  await Promise.all(gateways.map((app) => app.ready()));
});
afterAll(async () => {
  await Promise.all(gateways.map((app) => app.close()));
  await Promise.all(pools.map((sql) => sql.end()));
});

const makeKey = (purchased = 200) =>
  createAccount(database.sql, { name: 'shared', plan: 'PRO', monthly: 0, purchased }, new Date(nowMs));

/** Sends this many requests in parallel, each to the next gateway; returns how often each status was received. */
async function sendTimes(times: number, key: string, path = '/api/v1/industry/search?name=software') {
  const answers = await Promise.all(
    Array.from({ length: times }, async (_, at) => {
      const headers = { authorization: `Bearer ${key}` };
      return gateways[at % gateways.length]?.inject({ method: 'GET', url: path, headers });
    }),
  );
  const count = (status: number) => answers.filter((answer) => answer?.statusCode === status).length;
  return { admitted: count(200), limited: count(429), unpaid: count(402) };
}

describe('three gateways of one database', () => {
  it('spend exactly the available ten credits under fifty parallel requests', async () => {
    const { key, account_id } = await makeKey(10);
    const paths = '/api/v1/company?domain=anvil.example';
    expect(await sendTimes(50, key, paths)).toEqual({ admitted: 10, limited: 0, unpaid: 40 });
    const [books] = await database.sql<{ purchased_tenths: number; charges: number }[]>`
      SELECT purchased_tenths, (SELECT count(*) FROM ledger WHERE account_id = a.id) AS charges
      FROM accounts a WHERE id = ${account_id}`;
    expect(books).toEqual({ purchased_tenths: 0, charges: 10 });
  });

  it('admit exactly what one window of 200 requests in any 60 seconds admits, over any sequence', async () => {
    const step = fc.record({
      waitMs: fc.oneof(fc.nat(61_000), fc.constantFrom(0, 1, 59_999, 60_000)),
      asks: fc.nat(90),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
        const { key } = await makeKey();
        let admitted: number[] = [];
        for (const { waitMs, asks } of steps) {
          nowMs += waitMs;
          admitted = admitted.filter((at) => at > nowMs - 60_000);
          const free = Math.min(asks, 200 - admitted.length);
          expect(await sendTimes(asks, key)).toMatchObject({ admitted: free, limited: asks - free });
          admitted.push(...Array.from({ length: free }, () => nowMs));
        }
      }),
      { numRuns: 8 },
    );
  });
});
