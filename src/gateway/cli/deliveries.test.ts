import { Command } from 'commander';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { registerDeliveryPages } from '../server/delivery-pages.ts';
import { createHttpApp } from '../../service/http/http-app.ts';
import { createMetrics } from '../../service/http/metrics.ts';
import { registerDeliveryCommands } from './deliveries.ts';

let received: string[] = [];
const receiver = createServer((request, response) => {
  received.push(request.url ?? '');
  response.end();
});
let target: string;
const service = openForTests(startService);
let accountId: string;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
beforeEach(async () => {
  received = [];
  ({ account_id: accountId } = await service.createKey());
});
afterAll(async () => {
  receiver.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs a command for the account of the test; returns its output. */
async function run(...words: string[]): Promise<string> {
  const program = new Command();
  registerDeliveryCommands(program, async () => ({ sql: service.sql, close: async () => undefined }));
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
  await program.parseAsync(['deliveries', ...words, '--account', accountId], { from: 'user' });
  return printed;
}

const runJson = async <T>(...words: string[]): Promise<T> => JSON.parse(await run(...words, '--json')) as T;
const add = ['add', '--name', 'Desk', '--repeats', 'weekly', '--hour', '9', '--zone', 'Europe/Berlin'];

it('adds, lists, tests, re-sends and removes a delivery', async () => {
  vi.stubEnv('FUNDSCOPE_WEBHOOKS_ALLOW', '127.0.0.1');
  const { id } = await runJson<{ id: string }>(...add, '--to', target);
  expect(await run('list')).toContain(`Desk, webhook to ${target}, weekly on Monday at 9:00 Europe/Berlin; next `);
  expect(await run('test', id)).toBe('The test was sent.\n');
  expect(received).toEqual(['/hook']);
  const [message] = await runJson<{ id: string; state: string }[]>('log', id);
  expect(message).toMatchObject({ state: 'sent', is_test: true });
  await run('resend', message!.id);
  expect(await run('log')).toContain('0 deals, test, waiting');
  await service.sql`UPDATE deliveries SET stopped_at = now()`;
  await expect(run('resend', message!.id)).rejects.toThrow('The delivery of this message is stopped');
  await expect(run('resend', id)).rejects.toThrow('There is no message');
  expect(await run('remove', id)).toBe('Delivery Desk is removed.\n');
  expect(await runJson('list')).toEqual([]);
});

it('says why a test failed, and what is wrong with an option', async () => {
  const { id } = await runJson<{ id: string }>(...add, '--to', target);
  await expect(run('test', id)).rejects.toThrow('The test failed: 127.0.0.1 is a private address.');
  expect(await run('list')).toContain('failed ');
  await expect(run(...add, '--to', 'nowhere')).rejects.toThrow('target: must be an address');
  await expect(run(...add, '--to', target, '--zone', 'Mars')).rejects.toThrow('schedule.zone: must be a time zone');
  await run('remove', id);
  await expect(run('remove', id)).rejects.toThrow('There is no delivery');
});

it('stops through a link without a session: opening it shows a button, and pressing that stops it', async () => {
  const { id } = await runJson<{ id: string }>(...add, '--to', target);
  const [row] = await service.sql<{ token: string }[]>`SELECT token FROM deliveries WHERE id = ${id}`;
  const app = createHttpApp({ logLevel: 'silent' }, createMetrics(undefined));
  registerDeliveryPages(app, service.sql);
  const url = `/account/unsubscribe/${row!.token}`;
  expect((await app.inject({ method: 'GET', url })).body).toContain('Stop Desk?');
  expect(await run('list')).toContain('next ');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const stopped = await app.inject({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' });
  expect([stopped.statusCode, stopped.body]).toEqual([200, expect.stringContaining('Desk is stopped')]);
  expect(await run('list')).toContain('; stopped');
  await expect(run('test', id)).rejects.toThrow('Delivery Desk is stopped, so it sends nothing.');
  expect((await app.inject({ method: 'POST', url: `${url}x`, headers, payload: '' })).statusCode).toBe(404);
  expect(await run('resume', id)).toBe('Delivery Desk runs again.\n');
  await app.close();
});

it('confirms an address by a link without a session: opening it shows a button, and pressing that confirms it', async () => {
  const { id } = await runJson<{ id: string }>(...add, '--format', 'email', '--to', 'ada@example.com');
  expect(await run('list')).toContain('waiting for confirmation');
  await expect(run('test', id)).rejects.toThrow('Delivery Desk waits until ada@example.com is confirmed.');
  expect(await run('confirm', id)).toBe('The running gateway sends the link to ada@example.com.\n');
  const [row] = await service.sql<{ token: string }[]>`SELECT token FROM mailboxes`;
  const app = createHttpApp({ logLevel: 'silent' }, createMetrics(undefined));
  registerDeliveryPages(app, service.sql);
  const url = `/account/confirm/${row!.token}`;
  expect((await app.inject({ method: 'GET', url })).body).toContain('Confirm ada@example.com?');
  expect(await run('list')).toContain('waiting for confirmation');
  const confirmed = await app.inject({ method: 'POST', url });
  expect([confirmed.statusCode, confirmed.body]).toEqual([
    200,
    expect.stringContaining('ada@example.com is confirmed'),
  ]);
  expect(await run('list')).toContain('; next ');
  expect((await app.inject({ method: 'POST', url: `${url}x` })).statusCode).toBe(404);
  expect(await run('confirm', id)).toBe('Delivery Desk needs no confirmation.\n');
  await app.close();
});
