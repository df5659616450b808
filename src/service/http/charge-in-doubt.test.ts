import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as dial, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { isDatabaseAway } from '../db/away.ts';
import { connect } from '../db/open.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { charge, chargeForSure } from './charge.ts';
import { keepForSure, readKeptAnswer } from './idempotency.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/**
 * Stands before the database, and cuts the first connection that charges: before the charge is made, or just after the
 * command with the tag `ended`, of which nobody hears then.
 */
async function openCuttingProxy(moment: 'before' | 'after', ended = 'SELECT 1') {
  const address = new URL(database.address);
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  let hasCut = false;
  const server = createServer((client) => {
    const behind = dial(path);
    const cut = () => [client, behind].forEach((socket) => socket.destroy());
    for (const socket of [client, behind]) socket.on('error', cut).on('close', cut);
    let charges = false;
    client.on('data', (bytes) => {
      charges ||= bytes.includes('INTO ledger') && !hasCut;
      if (charges && moment === 'before') {
        hasCut = true;
        return cut();
      }
      behind.write(bytes);
    });
    behind.on('data', (bytes) => {
      if (charges && bytes.includes(`${ended}\0`)) {
        hasCut = true;
        return cut();
      }
      client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sql = connect(`postgres://${address.username}@127.0.0.1:${port}${address.pathname}`, 2);
  const close = async () => {
    await sql.end({ timeout: 1 });
    server.close();
  };
  return { sql, close };
}

/** Charges ten tenths through a proxy; what came back, and what the ledger holds. */
async function chargeThrough(moment: 'before' | 'after') {
  const proxy = await openCuttingProxy(moment);
  const { account_id: accountId } = await createAccount(database.sql, { name: 'doubt', plan: 'FREE', purchased: 5 });
  const due = { accountId, keyPrefix: '0'.repeat(12), requestId: 'one', endpoint: 'searchDeals', rows: 1, tenths: 10 };
  const payer = { seesBalance: true, purchaseUrl: '' };
  const outcome = await chargeForSure(proxy.sql, { ...due, now: new Date() }, payer).catch((error: unknown) => error);
  const ledger = await database.sql`SELECT purchased_tenths FROM ledger WHERE account_id = ${accountId}`;
  await proxy.close();
  return { outcome, ledger: [...ledger] };
}

it('a charge whose confirmation was lost is found in the ledger, and made once', async () => {
  expect(await chargeThrough('after')).toEqual({
    outcome: { monthly: 0, purchased: 40, source: 'purchased' },
    ledger: [{ purchased_tenths: 10 }],
  });
});

it('a charge that was lost on its way is refused, and not made', async () => {
  const { outcome, ledger } = await chargeThrough('before');
  expect(outcome).toSatisfy(isDatabaseAway);
  expect(ledger).toEqual([]);
});

it('an answer under an Idempotency-Key whose commit was not confirmed is given with its price, and kept', async () => {
  const proxy = await openCuttingProxy('after', 'COMMIT');
  const { account_id: accountId } = await createAccount(database.sql, { name: 'kept', plan: 'FREE', purchased: 5 });
  const due = { accountId, keyPrefix: '0'.repeat(12), requestId: 'one', endpoint: 'searchDeals', rows: 1, tenths: 10 };
  const claim = { accountId, key: 'once', hash: Buffer.from('same'), now: new Date() };
  const kept = { body: '{}', ignored: undefined, rankedBy: undefined };
  const chargeId = randomUUID();
  const { left } = await keepForSure(proxy.sql, claim, chargeId, async (tx) => {
    const balance = await charge(tx, { ...due, now: new Date() }, { seesBalance: true, purchaseUrl: '' }, chargeId);
    return { left: balance.purchased, kept };
  });
  expect(left).toBe(40);
  expect(await readKeptAnswer(database.sql, claim)).toEqual(kept);
  const ledger = await database.sql`SELECT purchased_tenths FROM ledger WHERE account_id = ${accountId}`;
  expect([...ledger]).toEqual([{ purchased_tenths: 10 }]);
  await proxy.close();
});
