import { beforeEach, expect, test } from 'vitest';
import type { Delivery, DeliveryLogEntry } from '#contract/deliveries.ts';
import type { MemberRole } from '#contract/workspace/members.ts';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { startService } from '../../../testing/service.ts';
import { addMember, acceptInvitation, updateMember } from '../../workspace/members.ts';
import { type Confirmation, confirmAddress, findConfirmation } from './confirmations.ts';
import { prepareDeliveries } from './prepare.ts';
import { type DeliveryMessage, sendDueMessage } from './send.ts';
import { sendDueConfirmation } from './send-confirmation.ts';

let now = new Date();
let owner: string;
let account: string;
const service = openForTests(() => startService({ clock: () => now }));
beforeEach(async () => {
  now = new Date('2026-03-02T10:00:00Z');
  ({ key: owner, account_id: account } = await service.createKey({ plan: 'PRO_PLUS' }));
  // What a test left to be sent would be sent in the next one.
  await service.sql`DELETE FROM deliveries`;
});

async function send<T>(
  key: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  status = 200,
) {
  const response = await service.inject(method, `/account/deliveries${path}`, { key, ...(body ? { body } : {}) });
  expect(response.statusCode, response.body).toBe(status);
  return response.json<{ data: T }>().data;
}
const add = async (key: string, body: object): Promise<Delivery> =>
  (await send<{ delivery: Delivery }>(key, 'POST', '', body)).delivery;
const list = async (key: string) => (await send<{ deliveries: Delivery[] }>(key, 'GET', '')).deliveries;

async function join(role: MemberRole) {
  const { token } = await addMember(service.sql, account, { name: role, role });
  return (await acceptInvitation(service.sql, token, new Date()))!;
}

/** Sends everything that is due; returns the links and the messages. */
async function sendAll() {
  const links: Confirmation[] = [];
  const messages: DeliveryMessage[] = [];
  while (await sendDueConfirmation(service.sql, now, async (one) => void links.push(one)));
  while (await sendDueMessage(service.sql, now, async (one) => void messages.push(one)));
  return { links, messages };
}

const email = (target: string) => ({ name: 'Digest', format: 'email', target });
const webhook = { name: 'Desk', format: 'webhook', target: 'https://receiver.example/hook' };

test('an address gets one link, and nothing else until it is confirmed; then it stays confirmed for the account', async () => {
  const delivery = await add(owner, email('Ada@example.com'));
  expect(delivery).toMatchObject({ confirmed: false, next_at: null, target: 'Ada@example.com' });
  expect(await sendAll()).toEqual({
    links: [{ address: 'ada@example.com', token: expect.any(String) as string, attempts: 1 }],
    messages: [],
  });
  await send(owner, 'POST', `/${delivery.id}/test`, {}, 409);
  now = new Date('2026-03-04T10:00:00Z');
  await prepareDeliveries(service.sql, now);
  expect(await sendAll()).toEqual({ links: [], messages: [] });

  await send(owner, 'POST', `/${delivery.id}/confirmation`, {});
  const [link] = (await sendAll()).links;
  expect(await confirmAddress(service.sql, link!.token, now)).toBe('ada@example.com');
  // The run that was due before is neither late nor sent at once.
  expect(await list(owner)).toMatchObject([{ confirmed: true, next_at: '2026-03-05T08:00:00.000Z' }]);
  expect(await findConfirmation(service.sql, link!.token, now)).toEqual({
    address: 'ada@example.com',
    confirmed: true,
  });
  expect(await add(owner, email('ada@EXAMPLE.com'))).toMatchObject({ confirmed: true });
  expect(await sendAll()).toEqual({ links: [], messages: [] });
  // For this account only.
  const other = await service.createKey({ plan: 'PRO_PLUS' });
  expect(await add(other.key, email('ada@example.com'))).toMatchObject({ confirmed: false });
  expect((await sendAll()).links).toHaveLength(1);
  // A delivery that gets another address waits again.
  const changed = await send<{ delivery: Delivery }>(owner, 'PUT', `/${delivery.id}`, email('bob@example.com'));
  expect(changed.delivery.confirmed).toBe(false);
  expect((await sendAll()).links).toMatchObject([{ address: 'bob@example.com' }]);
});

test('a link ends with a newer one and after seven days', async () => {
  const delivery = await add(owner, email('ada@example.com'));
  const [first] = (await sendAll()).links;
  await send(owner, 'POST', `/${delivery.id}/confirmation`, {});
  const [second] = (await sendAll()).links;
  expect(await confirmAddress(service.sql, first!.token, now)).toBeUndefined();
  now = new Date(now.getTime() + 7 * 86_400_000);
  expect(await confirmAddress(service.sql, second!.token, now)).toBeUndefined();
  expect(await list(owner)).toMatchObject([{ confirmed: false }]);
});

test('a link that cannot be sent is tried again, and the delivery says why', async () => {
  await add(owner, email('ada@example.com'));
  const fail = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:25'));
  expect(await sendDueConfirmation(service.sql, now, fail)).toBe(true);
  expect(await list(owner)).toMatchObject([{ last_problem: '127.0.0.1:25 refused the connection.' }]);
  expect((await sendAll()).links).toEqual([]);
  now = new Date(now.getTime() + 5000);
  expect((await sendAll()).links).toHaveLength(1);
  expect(await list(owner)).toMatchObject([{ last_problem: null }]);
});

test('at most five links and five messages are sent by hand in an hour, in parallel and over deleted deliveries too', async () => {
  const add7 = await Promise.all(
    Array.from({ length: 7 }, (_, at) =>
      service.inject('POST', '/account/deliveries', { key: owner, body: email(`user${at}@example.com`) }),
    ),
  );
  expect(add7.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 200, 200, 200, 200, 409, 409,
  ]);
  const { links } = await sendAll();
  expect(links).toHaveLength(5);
  for (const { token } of links) await confirmAddress(service.sql, token, now);
  const deliveries = await list(owner);
  for (const { id } of deliveries.slice(0, 4)) {
    await send(owner, 'POST', `/${id}/test`, {});
    await send(owner, 'DELETE', `/${id}`);
  }
  const last = deliveries[4]!;
  const { message } = await send<{ message: DeliveryLogEntry }>(owner, 'POST', `/${last.id}/test`, {});
  await send(owner, 'POST', `/${last.id}/test`, {}, 409);
  await send(owner, 'POST', `/messages/${message.id}/resend`, {}, 409);
  // Webhooks are not mails.
  const { id } = await add(owner, webhook);
  await send(owner, 'POST', `/${id}/test`, {});
  now = new Date(now.getTime() + 3_600_000);
  await send(owner, 'POST', `/messages/${message.id}/resend`, {});
});

test('a viewer neither sees deliveries nor creates, tests or changes one', async () => {
  const { id } = await add(owner, webhook);
  const { key } = await join('viewer');
  for (const [method, path, body] of [
    ['GET', ''],
    ['POST', '', webhook],
    ['POST', `/${id}/test`, {}],
    ['PUT', `/${id}`, webhook],
    ['POST', `/${id}/renew`, {}],
    ['GET', `/${id}/messages`],
    ['DELETE', `/${id}`],
  ] as const)
    await send(key, method, path, body, 403);
  expect(await list(owner)).toMatchObject([{ id }]);
});

test('a member has their own deliveries, and owners manage all', async () => {
  const [ada, ben, olga] = [await join('member'), await join('member'), await join('owner')];
  const own = await add(ada.key, webhook);
  now = new Date(now.getTime() + 1000);
  const first = await add(owner, webhook);
  expect([own.member_id, first.member_id]).toEqual([ada.member.id, null]);
  expect(await list(ada.key)).toEqual([own]);
  expect(await list(ben.key)).toEqual([]);
  expect(await list(owner)).toEqual([own, first]);
  expect(await list(olga.key)).toEqual([own, first]);
  const { message } = await send<{ message: DeliveryLogEntry }>(ada.key, 'POST', `/${own.id}/test`, {});
  for (const id of [own.id, first.id]) {
    await send(ben.key, 'POST', `/${id}/test`, {}, 404);
    await send(ben.key, 'PUT', `/${id}`, webhook, 404);
    await send(ben.key, 'GET', `/${id}/messages`, undefined, 404);
    await send(ben.key, 'DELETE', `/${id}`, undefined, 404);
  }
  await send(ben.key, 'POST', `/messages/${message.id}/resend`, {}, 404);
  await send(olga.key, 'DELETE', `/${own.id}`);
});

test('the deliveries of a removed member end, with their feed and what was to be sent', async () => {
  const { key, member } = await join('member');
  const feed = await add(key, { name: 'Reader', format: 'feed' });
  const hook = await add(key, webhook);
  const kept = await add(owner, webhook);
  await send(key, 'POST', `/${hook.id}/test`, {});
  const token = feed.address!.split('/').at(-1)!;
  const read = async () => (await service.inject('GET', `/account/feed/${token}`, { key: null })).statusCode;
  expect(await read()).toBe(200);
  await updateMember(service.sql, account, member.id, { removed: true });
  expect(await read()).toBe(404);
  expect(await sendAll()).toEqual({ links: [], messages: [] });
  expect(await list(owner)).toEqual([kept]);
  await updateMember(service.sql, account, member.id, { removed: false });
  expect(await list(key)).toEqual([]);
});

test('while a member is a viewer, their deliveries rest', async () => {
  const { key, member } = await join('member');
  const hook = await add(key, webhook);
  await send(key, 'POST', `/${hook.id}/test`, {});
  await updateMember(service.sql, account, member.id, { role: 'viewer' });
  expect((await sendAll()).messages).toEqual([]);
  await updateMember(service.sql, account, member.id, { role: 'member' });
  expect((await sendAll()).messages).toHaveLength(1);
});
