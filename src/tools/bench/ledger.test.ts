import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../service/accounts/accounts.ts';
import { grantCredits } from '../../service/accounts/credits.ts';
import { charge } from '../../service/http/charge.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { runLedgerTrial } from './ledger.ts';
import { type Call, findFaults, type GrantAttempt } from './ledger-faults.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { projectDir } from '../../gateway/project.ts';

const run = promisify(execFile);

it('ledger, rate limit and workspace stay exact while gateways and their database are killed under load', async () => {
  await run(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build']);
  const shutdown = createShutdown();
  try {
    const report = await runLedgerTrial({ rounds: 3, gatewayCount: 2 }, shutdown);
    expect(report).toMatchObject({ rounds: 3, gateways_killed: 2, databases_killed: 1, faults: [] });
    expect(report.answered).toBeGreaterThan(0);
    expect(report.admitted).toBeGreaterThan(200);
    expect(report.limited).toBeGreaterThan(0);
    expect(report.notes_stored).toBeGreaterThan(100);
    expect(report.purchases_billed).toBeGreaterThan(0);
  } finally {
    await shutdown.run();
  }
}, 240_000);

describe('the check of a ledger', () => {
  const database = openForTests(openTestDatabase);

  /** The faults found for an account that was charged 10 tenths for request `one` and granted 5. */
  async function find(
    calls: readonly Call[],
    grants: readonly GrantAttempt[],
    spoil?: (id: string) => Promise<unknown>,
  ) {
    const { sql } = database;
    const { account_id: accountId } = await createAccount(sql, { name: 'books', plan: 'FREE' });
    const due = { accountId, keyPrefix: '0'.repeat(12), endpoint: 'searchDeals', rows: 1, tenths: 10, now: new Date() };
    await charge(sql, { ...due, requestId: 'one' }, { seesBalance: true, purchaseUrl: '' });
    await grantCredits(sql, accountId, { source: 'purchased', tenths: 5, reason: 'gift' });
    await spoil?.(accountId);
    return (await findFaults(sql, accountId, { calls, grants })).faults;
  }
  const told: Call = { requestId: 'one', outcome: 'answered', tenths: 10 };
  const given: GrantAttempt = { outcome: 'given', reason: 'gift', tenths: 5 };

  it('finds nothing when everything is as reported', async () => {
    expect(await find([told], [given])).toEqual([]);
    expect(await find([{ ...told, outcome: 'lost' }], [{ outcome: 'lost' }])).toEqual([]);
  });

  it.each<[string, readonly Call[], readonly GrantAttempt[], RegExp]>([
    ['another price', [{ ...told, tenths: 20 }], [given], /billed 20 tenths, charged 10/],
    [
      'a rejected call that was charged',
      [{ ...told, outcome: 'rejected', tenths: 0 }],
      [given],
      /rejected, but charged 10/,
    ],
    ['a call that was not charged', [told, { ...told, requestId: 'two' }], [given], /billed 10 tenths, charged 0/],
    ['a charge of no call', [], [given], /a charge belongs to no request/],
    ['a missing grant', [told], [{ ...given, reason: 'other' }], /the grant "other" is recorded 0 times/],
    ['credits that were set to another value', [told], [{ outcome: 'wrong' }], /set to another value/],
  ])('finds %s', async (_, calls, grants, fault) => {
    expect((await find(calls, grants)).join()).toMatch(fault);
  });

  it('finds a charge that was made twice, with and without its effect on the balance', async () => {
    const twice = (id: string) => database.sql`
      INSERT INTO ledger SELECT gen_random_uuid(), account_id, key_prefix, request_id, endpoint, row_count,
        monthly_tenths, purchased_tenths, charged_at FROM ledger WHERE account_id = ${id}`;
    expect((await find([told], [given], twice)).join()).toMatch(/charged twice.*but the balance is/);
    const andTaken = async (id: string) => {
      await twice(id);
      await database.sql`UPDATE accounts SET purchased_tenths = purchased_tenths - 10 WHERE id = ${id}`;
    };
    expect(await find([told], [given], andTaken)).toEqual(['a request was charged twice']);
  });
});
