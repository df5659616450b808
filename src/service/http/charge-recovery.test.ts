import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as dial, createServer } from 'node:net';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { connect } from '../db/open.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { charge, chargeWithRecovery, recoverCharge } from './charge.ts';
import { UnconfirmedChargeError, handleError } from './http-error.ts';
import { storeWithRecovery, findStoredResponse } from './idempotency.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/**
 * A proxy of the database that cuts the first connection that charges: before the charge is made, or after the command
 * with the tag `ended` and before its confirmation arrives.
 */
async function openCuttingProxy(moment: 'before' | 'after', ended = 'SELECT 1') {
  const address = new URL(database.address);
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  let hasCut = false;
  const server = createServer((client) => {
    const backend = dial(path);
    const cut = () => [client, backend].forEach((socket) => socket.destroy());
    for (const socket of [client, backend]) socket.on('error', cut).on('close', cut);
    let charges = false;
    client.on('data', (bytes) => {
      charges ||= bytes.includes('INTO ledger') && !hasCut;
      if (charges && moment === 'before') {
        hasCut = true;
        return cut();
      }
      backend.write(bytes);
    });
    backend.on('data', (bytes) => {
      if (charges && bytes.includes(`${ended}\0`)) {
        hasCut = true;
        return cut();
      }
      client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sql = connect(`postgres://${address.username}:${address.password}@127.0.0.1:${port}${address.pathname}`, 2);
  const close = async () => {
    await sql.end({ timeout: 1 });
    server.close();
  };
  return { sql, close };
}

/** Charges ten tenths through a proxy; returns the outcome and the ledger. */
async function chargeThrough(moment: 'before' | 'after') {
  const proxy = await openCuttingProxy(moment);
  const { account_id: accountId } = await createAccount(database.sql, { name: 'recovery', plan: 'FREE', purchased: 5 });
  const due = { accountId, keyPrefix: '0'.repeat(12), requestId: 'one', endpoint: 'searchDeals', rows: 1, tenths: 10 };
  const display = { seesBalance: true, purchaseUrl: '' };
  const outcome = await chargeWithRecovery(proxy.sql, { ...due, now: new Date() }, display).catch(
    (error: unknown) => error,
  );
  const ledger = await database.sql`SELECT purchased_tenths FROM ledger WHERE account_id = ${accountId}`;
  await proxy.close();
  return { outcome, ledger: [...ledger] };
}

it('a charge whose confirmation was lost is found in the ledger, and made once', async () => {
  expect(await chargeThrough('after')).toEqual({
    outcome: { tenths: 10, monthly: 0, purchased: 40, source: 'purchased' },
    ledger: [{ purchased_tenths: 10 }],
  });
});

it('a charge that is lost on its way fails, and is not made', async () => {
  const { outcome, ledger } = await chargeThrough('before');
  expect(outcome).toSatisfy(isDatabaseUnavailable);
  expect(ledger).toEqual([]);
});

it('a charge of which the ledger says nothing in time is neither confirmed nor ruled out', async () => {
  const { account_id: accountId } = await createAccount(database.sql, { name: 'lost', plan: 'FREE' });
  const away = connect('postgres://nobody@127.0.0.1:1/x', 1);
  const error = await away`SELECT 1`.catch((refused: unknown) => refused);
  await expect(recoverCharge(away, error, accountId, randomUUID(), 100)).rejects.toThrow(UnconfirmedChargeError);
  await away.end();
});

it('a charge that is neither confirmed nor ruled out closes the connection without a response', async () => {
  const app = fastify({ logger: false }).setErrorHandler(handleError);
  app.get('/unconfirmed', () => Promise.reject(new UnconfirmedChargeError('unknown')));
  app.get('/unavailable', () => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(`${url}/unavailable`)).status).toBe(503);
  await expect(fetch(`${url}/unconfirmed`)).rejects.toThrow('fetch failed');
  await app.close();
});

it('a response with an Idempotency-Key whose commit was not confirmed is sent with its price, and stored', async () => {
  const proxy = await openCuttingProxy('after', 'COMMIT');
  const { account_id: accountId } = await createAccount(database.sql, { name: 'stored', plan: 'FREE', purchased: 5 });
  const due = { accountId, keyPrefix: '0'.repeat(12), requestId: 'one', endpoint: 'searchDeals', rows: 1, tenths: 10 };
  const idempotent = { accountId, key: 'once', hash: Buffer.from('same'), now: new Date() };
  const stored = { body: '{}', ignored: undefined, rankedBy: undefined };
  const chargeId = randomUUID();
  const { left } = await storeWithRecovery(proxy.sql, idempotent, chargeId, async (tx) => {
    const balance = await charge(tx, { ...due, now: new Date() }, { seesBalance: true, purchaseUrl: '' }, chargeId);
    return { left: balance.purchased, stored };
  });
  expect(left).toBe(40);
  expect(await findStoredResponse(database.sql, idempotent)).toEqual(stored);
  const ledger = await database.sql`SELECT purchased_tenths FROM ledger WHERE account_id = ${accountId}`;
  expect([...ledger]).toEqual([{ purchased_tenths: 10 }]);
  await proxy.close();
});
