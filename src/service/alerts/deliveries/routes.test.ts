import { beforeAll, expect, test } from 'vitest';
import type { Delivery, DeliveryLogEntry } from '#contract/deliveries.ts';
import { seedRecords } from '../../../testing/records.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { startService } from '../../../testing/service.ts';
import { maxDeliveries } from './saved-deliveries.ts';

let key: string;
let alertId: string;
const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  ({ key } = await service.createKey({ plan: 'PRO_PLUS' }));
  const { alert } = await send<{ alert: { configuration_id: string } }>('POST', '/alerts', {
    configuration_name: 'Everything',
    frequency: 'WEEKLY',
  });
  alertId = alert.configuration_id;
});

async function send<T>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  status = 200,
): Promise<T> {
  const response = await service.inject(method, `/account${path}`, { key, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBe(status);
  return response.json<{ data: T }>().data;
}

const schedule = { repeats: 'weekly', weekday: 2, hour: 7, zone: 'Europe/Berlin' };
const webhook = { name: 'Desk', format: 'webhook', target: 'https://receiver.example/hook', schedule };
type One = { delivery: Delivery };

test('a delivery is saved, listed, changed, stopped, resumed, renewed and removed', async () => {
  const { delivery } = await send<One>('POST', '/deliveries', { ...webhook, alert_ids: [alertId] });
  expect(delivery).toMatchObject({ ...webhook, alert_ids: [alertId], stopped: false, address: null });
  expect(delivery.secret).toMatch(/^whsec_/);
  expect(await send('GET', '/deliveries')).toMatchObject({
    deliveries: [delivery],
    formats: ['slack', 'teams', 'webhook', 'feed'],
  });
  const path = `/deliveries/${delivery.id}`;
  const changed = await send<One>('PUT', path, { ...webhook, name: 'Team', stopped: true });
  expect(changed.delivery).toMatchObject({ name: 'Team', alert_ids: [], stopped: true, next_at: null });
  expect((await send<One>('PUT', path, webhook)).delivery.next_at).not.toBeNull();
  expect((await send<One>('POST', `${path}/renew`, {})).delivery.secret).not.toBe(delivery.secret);
  await send('DELETE', path);
  expect(await send('GET', '/deliveries')).toMatchObject({ deliveries: [] });
  await send('DELETE', path, undefined, 404);
});

test('a delivery can be stopped after its alert was paused or deleted', async () => {
  const form = { configuration_name: 'Some', frequency: 'WEEKLY' };
  const { alert } = await send<{ alert: { configuration_id: string } }>('POST', '/alerts', form);
  const chosen = { ...webhook, alert_ids: [alert.configuration_id] };
  const { delivery } = await send<One>('POST', '/deliveries', chosen);
  await send('PUT', `/alerts/${alert.configuration_id}`, { ...form, paused: true });
  const path = `/deliveries/${delivery.id}`;
  expect((await send<One>('PUT', path, { ...chosen, stopped: true })).delivery.stopped).toBe(true);
  await send('DELETE', `/alerts/${alert.configuration_id}`);
  expect((await send<One>('PUT', path, chosen)).delivery.stopped).toBe(false);
  await send('PUT', path, { ...chosen, alert_ids: ['11111111-1111-4111-8111-111111111111'] }, 422);
  await send('DELETE', path);
});

test('a test is queued, is in the log, and can be sent again', async () => {
  const { delivery } = await send<One>('POST', '/deliveries', webhook);
  const path = `/deliveries/${delivery.id}`;
  const { message } = await send<{ message: DeliveryLogEntry }>('POST', `${path}/test`, {});
  expect(message).toMatchObject({ is_test: true, state: 'waiting', attempts: 0, problem: null });
  await service.sql`UPDATE delivery_messages SET state = 'failed', problem = 'gone' WHERE id = ${message.id}`;
  expect(await send('GET', `${path}/messages`)).toMatchObject({ messages: [{ id: message.id, problem: 'gone' }] });
  const again = await send<{ message: DeliveryLogEntry }>('POST', `/deliveries/messages/${message.id}/resend`, {});
  expect(again.message).toMatchObject({ id: message.id, state: 'waiting', problem: null });
  await send('DELETE', path);
});

test('of a stopped delivery neither a test nor a message is sent, and both say so', async () => {
  const { delivery } = await send<One>('POST', '/deliveries', webhook);
  const path = `/deliveries/${delivery.id}`;
  const { message } = await send<{ message: DeliveryLogEntry }>('POST', `${path}/test`, {});
  await service.sql`UPDATE delivery_messages SET state = 'sent' WHERE id = ${message.id}`;
  await send('PUT', path, { ...webhook, stopped: true });
  for (const action of [`${path}/test`, `/deliveries/messages/${message.id}/resend`]) {
    const response = await service.inject('POST', `/account${action}`, { key, body: {} });
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      {
        error: {
          code: 'DELIVERY_STOPPED',
          message: 'This delivery is stopped, so it sends nothing.',
          details: { help: 'Resume it first: change it with stopped: false.' },
        },
      },
    ]);
  }
  expect(await send('GET', `${path}/messages`)).toMatchObject({ messages: [{ id: message.id, state: 'sent' }] });
  await send('DELETE', path);
});

test('a message that is no longer in the log can be sent again', async () => {
  const { delivery } = await send<One>('POST', '/deliveries', webhook);
  const path = `/deliveries/${delivery.id}`;
  const { message } = await send<{ message: DeliveryLogEntry }>('POST', `${path}/test`, {});
  await service.sql`
    INSERT INTO delivery_messages (delivery_id, scheduled_at, created_at, contents, next_attempt_at, give_up_at)
    SELECT delivery_id, scheduled_at, created_at + number * interval '1 second', contents, next_attempt_at, give_up_at
    FROM delivery_messages, generate_series(1, 100) AS number WHERE id = ${message.id}`;
  const again = await send<{ message: DeliveryLogEntry }>('POST', `/deliveries/messages/${message.id}/resend`, {});
  expect(again.message.id).toBe(message.id);
  await send('DELETE', path);
});

test.each([
  ['no address', { target: '' }],
  ['an address of another format', { format: 'email' }],
  ['a wrong zone', { schedule: { ...schedule, zone: 'Mars' } }],
  ['a wrong hour', { schedule: { ...schedule, hour: 24 } }],
  ['an alert of someone else', { alert_ids: ['11111111-1111-4111-8111-111111111111'] }],
  ['an unknown member', { color: 'red' }],
])('%s is rejected, and nothing is saved', async (_, part) => {
  await send('POST', '/deliveries', { ...webhook, ...part }, 422);
  expect(await send('GET', '/deliveries')).toMatchObject({ deliveries: [] });
});

test('an account saves at most 50 deliveries, and another account sees none of them', async () => {
  for (let count = 0; count < maxDeliveries; count += 1) await send('POST', '/deliveries', webhook);
  await send('POST', '/deliveries', webhook, 422);
  const other = await service.createKey({ plan: 'PRO_PLUS' });
  const response = await service.inject('GET', '/account/deliveries', { key: other.key });
  expect(response.json()).toMatchObject({ data: { deliveries: [] } });
  await service.sql`DELETE FROM deliveries`;
});
