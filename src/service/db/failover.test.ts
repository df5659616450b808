import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { type ServiceApp, buildService } from '../app.ts';
import { type ReplicatedPair, startReplicatedPair } from '../../testing/replicated.ts';
import { seedRecords } from '../../testing/records.ts';
import { openDatabase, openRequestPool } from './open.ts';
import type { Pool } from './pool.ts';
import { type Replicas, watchReplicas } from './replicas.ts';
import { retryWhileUnavailable } from './unavailable.ts';

let pair: ReplicatedPair;
let sql: Pool;
let app: ServiceApp;
let replicas: Replicas;
let key: string;
let accountId: string;
beforeEach(async () => {
  pair = await startReplicatedPair();
  const { primary, standby } = pair;
  // The standby is first in the address: connections that write must not stay on it.
  const address = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`;
  const direct = await openDatabase(address, { max: 2 });
  await seedRecords(direct);
  ({ key, account_id: accountId } = await createAccount(direct, { name: 'paid', plan: 'API', purchased: 100_000 }));
  await direct.end();
  sql = await openRequestPool(direct, address);
  replicas = watchReplicas(sql, [standby.address]);
  app = await buildService({ db: sql, replicas: replicas.list });
});
afterEach(async () => {
  await app.close();
  await replicas.close();
  await sql.end({ timeout: 1 });
  await pair.close();
});

const search = (id?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/deals',
    headers: { authorization: `Bearer ${key}`, ...(id ? { 'x-request-id': id } : {}) },
    payload: { page_size: 1 },
  });

const readHealth = async () => (await app.inject('/healthz')).json<{ status: string; replicas: object }>();

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(50);
}

it('after a failover the gateway writes to the new primary, and every response was charged once', async () => {
  const answered: string[] = [];
  const statuses = new Set<number>();
  const over = new AbortController();
  const send = async (id: string): Promise<number> => {
    const { statusCode } = await search(id);
    statuses.add(statusCode);
    if (statusCode === 200) answered.push(id);
    return statusCode;
  };
  const callers = [0, 1, 2].map(async (caller) => {
    for (let at = 0; !over.signal.aborted; at += 1) {
      await sleep((await send(`${caller}-${at}`)) === 200 ? 30 : 100);
    }
  });
  await waitFor(async () => answered.length > 20);
  await pair.primary.kill();
  // All callers may be waiting for a charge in progress, for as long as another server may take over.
  expect(await send('while away')).toBe(503);
  await pair.standby.query('SELECT pg_promote()');
  const before = answered.length;
  await waitFor(async () => answered.length > before + 20);
  over.abort();
  await Promise.all(callers);
  expect(statuses).toEqual(new Set([200, 503]));
  const charges = await retryWhileUnavailable(
    10_000,
    () => sql<{ request_id: string }[]>`SELECT request_id FROM ledger WHERE account_id = ${accountId}`,
  );
  expect(new Set(charges.map(({ request_id }) => request_id))).toEqual(new Set(answered));
  expect(charges).toHaveLength(answered.length);
  const [balance] = await sql<{ tenths: number }[]>`SELECT purchased_tenths AS tenths FROM accounts`;
  expect(balance?.tenths).toBe(1_000_000 - answered.length * 10);
});

it('searches run on a replica, unless it lags or is unavailable, and health and metrics report it', async () => {
  const countReaders = async () => {
    const [row] = await pair.standby.query(
      `SELECT count(*)::int AS readers FROM pg_stat_activity WHERE application_name LIKE 'fundscope reader%'`,
    );
    return row?.['readers'];
  };
  await waitFor(async () => replicas.list.every((replica) => replica.isUsable()));
  expect((await search()).statusCode).toBe(200);
  expect(await countReaders()).toBe(1);
  expect(await readHealth()).toEqual({ status: 'ok', replicas: { used: 1, total: 1 } });

  await pair.standby.query('SELECT pg_wal_replay_pause()');
  await createAccount(sql, { name: 'later', plan: 'API' });
  await waitFor(async () => !replicas.list.some((replica) => replica.isUsable()));
  expect(await readHealth()).toEqual({ status: 'ok', replicas: { used: 0, total: 1 } });
  expect(replicas.list[0]?.readLag()).toBeGreaterThan(5);
  expect((await search()).statusCode).toBe(200);
  const metrics = await app.metrics.registry.metrics();
  expect(metrics).toContain(`fundscope_replica_usable{replica="127.0.0.1:${pair.standby.port}/postgres"} 0`);

  await pair.standby.query('SELECT pg_wal_replay_resume()');
  await waitFor(async () => replicas.list.every((replica) => replica.isUsable()));
  // A primary waits for a synchronous standby, and this one does not return.
  await pair.primary.query('ALTER SYSTEM RESET synchronous_standby_names');
  await pair.primary.query('SELECT pg_reload_conf()');
  await pair.standby.kill();
  const response = await app.inject({
    method: 'GET',
    url: '/api/v1/location/search?name=berlin',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(response.statusCode, response.body).toBe(200);
});
