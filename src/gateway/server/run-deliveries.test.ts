import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { deliveryForm } from '#contract/deliveries.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { insertTestMessage, readDeliveryLog } from '../../service/alerts/deliveries/delivery-log.ts';
import { type AlertSource, insertDelivery } from '../../service/alerts/deliveries/saved-deliveries.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { createWake, runDeliveries } from './run-deliveries.ts';

const database = openForTests(openTestDatabase);

test('a message that is ready is sent while the alerts of a due delivery cannot be read', async () => {
  const { sql } = database;
  const receiver = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { account_id: accountId } = await createAccount(sql, { name: 'deliveries', plan: 'PRO_PLUS' });
  const source: AlertSource = { name: '', readAlerts: async () => [], findDeals: async () => [] };
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const form = deliveryForm.parse({ name: 'Digest', format: 'webhook', target });
  const yesterday = new Date(Date.now() - 86_400_000);
  const delivery = (await insertDelivery(sql, { accountId, source }, form, yesterday))!;
  await insertTestMessage(sql, { accountId, source }, delivery, new Date());

  const stopping = new AbortController();
  const reports: string[] = [];
  const readAlerts = () => Promise.reject(new Error('The service answered with status 503.'));
  const running = runDeliveries(
    sql,
    { webhooksAllow: ['127.0.0.1'], publicUrl: 'http://localhost', mail: undefined },
    { source: { ...source, readAlerts }, wake: createWake(), onProgress: (text) => reports.push(text) },
    stopping.signal,
  );
  await expect.poll(async () => (await readDeliveryLog(sql, accountId))[0]?.state).toBe('sent');
  await expect.poll(() => reports).toEqual(['Deliveries wait: The service answered with status 503.']);
  stopping.abort();
  await running;
  receiver.close();
});

test('a shutdown stops the delivery that is being prepared, and the next run prepares it once', async () => {
  const { sql } = database;
  const { account_id: accountId } = await createAccount(sql, { name: 'stopped', plan: 'PRO_PLUS' });
  const deal = {
    id: randomUUID(),
    company_name: 'Acme',
    round_type: 'SEED',
    round_name: 'Seed',
    total_round_raised: null,
    date: new Date().toISOString(),
    location: { city: null, country: null },
    deal_short_description: null,
    company_website: null,
    alerts: [{ id: randomUUID(), name: 'Everything', reasoning: '' }],
  };
  const alert = { id: randomUUID(), name: 'Everything' };
  const source: AlertSource = { name: 'stopped', readAlerts: async () => [alert], findDeals: async () => [] };
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const name of ['First', 'Second']) {
    const form = deliveryForm.parse({ name, format: 'webhook', target: 'http://127.0.0.1:9/' });
    await insertDelivery(sql, { accountId, source }, form, yesterday);
  }
  const run = (findDeals: AlertSource['findDeals'], signal: AbortSignal) =>
    runDeliveries(
      sql,
      { webhooksAllow: [], publicUrl: 'http://localhost', mail: undefined },
      { source: { ...source, findDeals }, wake: createWake(), onProgress: () => undefined },
      signal,
    );
  const stopping = new AbortController();
  let searches = 0;
  const searchLong: AlertSource['findDeals'] = async (tx) => {
    searches += 1;
    await tx`SELECT pg_sleep(600)`;
    return [deal];
  };
  const stopped = run(searchLong, stopping.signal);
  const countSearches = () =>
    sql`SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'`.then(
      (rows) => rows.length,
    );
  await expect.poll(countSearches).toBe(1);
  stopping.abort();
  await stopped;
  expect([searches, await countSearches(), await readDeliveryLog(sql, accountId)]).toEqual([1, 0, []]);

  const next = new AbortController();
  const running = run(async () => [deal], next.signal);
  await expect.poll(async () => (await readDeliveryLog(sql, accountId)).length).toBe(2);
  next.abort();
  await running;
  expect(await readDeliveryLog(sql, accountId)).toMatchObject([{ deals: 1 }, { deals: 1 }]);
}, 20_000);
