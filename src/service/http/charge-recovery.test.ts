import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as dial, createServer } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { connect } from '../db/open.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { type ChargeResult, createCharges, recoverCharge } from './charge.ts';
import { UnconfirmedChargeError, handleError } from './http-error.ts';
import { findStoredResponse } from './idempotency.ts';

const database = openForTests(openTestDatabase);

/**
 * A proxy of the database that cuts a connection at a charge, after `spared` charges that pass: before the charge is
 * made, or after the command with the tag `ended` and before its confirmation arrives.
 */
async function openCuttingProxy(moment: 'before' | 'after', { ended = 'SELECT 1', spared = 0 } = {}) {
  const address = new URL(database.address);
  const path = `${address.searchParams.get('host')}/.s.PGSQL.5432`;
  let left = spared;
  const server = createServer((client) => {
    const backend = dial(path);
    const cut = () => [client, backend].forEach((socket) => socket.destroy());
    for (const socket of [client, backend]) socket.on('error', cut).on('close', cut);
    let charges = false;
    client.on('data', (bytes) => {
      // The endpoint is a parameter of every charge.
      if (bytes.includes('searchDeals')) charges = left-- === 0;
      if (charges && moment === 'before') return cut();
      backend.write(bytes);
    });
    backend.on('data', (bytes) => {
      if (charges && bytes.includes(`${ended}\0`)) return cut();
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

const createPayer = async () =>
  (await createAccount(database.sql, { name: 'recovery', plan: 'FREE', purchased: 5 })).account_id;

/** A charge of ten tenths. */
const request = (accountId: string) => ({
  due: {
    accountId,
    keyPrefix: '0'.repeat(12),
    requestId: 'one',
    endpoint: 'searchDeals',
    rows: 1,
    tenths: 10,
    now: new Date(),
  },
  display: { seesBalance: true, purchaseUrl: '' },
  id: randomUUID(),
});

const readLedger = async (accountId: string) => [
  ...(await database.sql`SELECT purchased_tenths FROM ledger WHERE account_id = ${accountId}`),
];

/** Charges one account, then two together over a connection that is cut; returns outcomes and ledgers. */
async function chargeThrough(moment: 'before' | 'after') {
  const proxy = await openCuttingProxy(moment, { ended: 'SELECT 2', spared: 1 });
  const payers = [await createPayer(), await createPayer(), await createPayer()];
  const charges = createCharges(proxy.sql);
  const outcomes = await Promise.all(
    payers.map((payer) => charges.make(request(payer)).catch((error: unknown) => error)),
  );
  const ledgers = await Promise.all(payers.map(readLedger));
  await proxy.close();
  return { outcomes, ledgers };
}

it('charges whose confirmation was lost are found in the ledger, and made once', async () => {
  const made = { tenths: 10, monthly: 0, purchased: 40, source: 'purchased' };
  expect(await chargeThrough('after')).toEqual({
    outcomes: [made, made, made],
    ledgers: Array.from({ length: 3 }, () => [{ purchased_tenths: 10 }]),
  });
});

it('charges that are lost on their way fail, and are not made', async () => {
  const { outcomes, ledgers } = await chargeThrough('before');
  expect(outcomes.map((outcome) => isDatabaseUnavailable(outcome))).toEqual([false, true, true]);
  expect(ledgers).toEqual([[{ purchased_tenths: 10 }], [], []]);
});

it('a charge is neither confirmed nor ruled out if the ledger cannot be read in time', async () => {
  const { account_id: accountId } = await createAccount(database.sql, { name: 'lost', plan: 'FREE' });
  const away = connect('postgres://nobody@127.0.0.1:1/x', 1);
  const error = await away`SELECT 1`.catch((refused: unknown) => refused);
  await expect(recoverCharge(away, error, request(accountId), 100)).rejects.toThrow(UnconfirmedChargeError);
  await away.end();
});

it('a charge that is neither confirmed nor ruled out closes the connection without a response', async () => {
  const app = fastify({ logger: false }).setErrorHandler(handleError);
  app.get('/unconfirmed', { config: { row: 'GET /healthz' } }, () =>
    Promise.reject(new UnconfirmedChargeError('unknown')),
  );
  app.get('/unavailable', { config: { row: 'GET /healthz' } }, () =>
    Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })),
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  expect((await fetch(`${url}/unavailable`)).status).toBe(503);
  await expect(fetch(`${url}/unconfirmed`)).rejects.toThrow('fetch failed');
  await app.close();
});

it('a response with an Idempotency-Key whose commit was not confirmed is sent with its price, and stored', async () => {
  const proxy = await openCuttingProxy('after', { ended: 'COMMIT' });
  const accountId = await createPayer();
  const idempotent = { accountId, key: 'once', hash: Buffer.from('same'), now: new Date() };
  const stored = { body: '{}', ignored: undefined, rankedBy: undefined };
  const seen: ChargeResult[] = [];
  const build = (charged: ChargeResult) => {
    seen.push(charged);
    return stored;
  };
  const { purchased } = await createCharges(proxy.sql).make({
    ...request(accountId),
    response: { idempotent, build },
  });
  expect([purchased, seen.map((charged) => charged.purchased)]).toEqual([40, [40]]);
  expect(await findStoredResponse(database.sql, idempotent)).toEqual(stored);
  expect(await readLedger(accountId)).toEqual([{ purchased_tenths: 10 }]);
  await proxy.close();
});
