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
