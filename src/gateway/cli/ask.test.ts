import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Command } from 'commander';
import { Readable } from 'node:stream';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { openHostedService, openOwnService } from '../server/ask-service.ts';
import { registerAsk } from './ask.ts';

const today = '2026-11-21';
let address = '';
const service = openForTests(() => startService({ demo: true }));
beforeAll(async () => {
  await service.sql`UPDATE accounts SET purchased_tenths = 1000`;
  address = `${await service.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`;
});
afterEach(() => vi.restoreAllMocks());

type OpenService = Parameters<typeof registerAsk>[1];

async function run(words: readonly string[], input = '', openOther?: OpenService): Promise<string> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  const openService = async () =>
    openOwnService(
      service.sql,
      async () => service.key,
      async () => undefined,
    );
  registerAsk(program, openOther ?? openService, Readable.from([input]));
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
  await program.parseAsync(['ask', ...words, '--today', today], { from: 'user' });
  return printed;
}
const readBalance = async () =>
  (await service.sql<{ tenths: string }[]>`SELECT sum(purchased_tenths + monthly_tenths) AS tenths FROM accounts`)[0]
    ?.tenths;

it('prints route, body and the highest price, and spends nothing', async () => {
  const before = await readBalance();
  const printed = await run(['Series B fintech companies in New York that raised over $20M']);
  expect(printed).toContain('POST /companies');
  expect(printed).toContain('"total_raised_min": 20000000');
  expect(printed).toContain('Up to 10 credits');
  expect(await readBalance()).toBe(before);
});

it('reads one sentence per line and writes one object per line', async () => {
  const printed = await run(
    ['--json', '-'],
    'seed deals in Springfield\nSeries Z deals in Boston\nlargest raises last year',
  );
  const [first, second, third] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    route: '/deals',
    body: { deal: { financing_types: [{ type: 'SEED' }] } },
    price: 10,
    unread: [],
  });
  const [choice] = (first?.['choices'] ?? []) as { words: string; candidates: object[] }[];
  expect(choice?.words).toBe('Springfield');
  expect(choice?.candidates[0]).toEqual({ permalink: 'springfield-missouri', name: 'Springfield', kind: 'CITY' });
  expect(first?.['body']).not.toHaveProperty('company');
  expect(second).toMatchObject({ unread: ['Series Z'], choices: [] });
  expect(third).toEqual({
    route: '/deals',
    body: { deal: { date_start: '2025-01-01', date_end: '2025-12-31' }, sort_by: 'largest_raise' },
    price: 10,
    unread: [],
    choices: [],
  });
});

it('runs a search only with a limit of credits, within it, and only when every word was understood', async () => {
  await expect(run(['seed deals', '--run'])).rejects.toThrow('--run spends credits.');
  const before = Number(await readBalance());
  const printed = await run(
    ['--json', '-', '--run', '--max-credits', '3'],
    'seed deals\nSeries Z deals\ndeals in Germany',
  );
  const [paid, unclear, late] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { result?: { meta: object } });
  expect(paid?.result?.meta).toMatchObject({ credits_used: 3 });
  expect(unclear).toMatchObject({ not_run: 'Not every word was understood.' });
  expect(late).toMatchObject({ not_run: 'The credits of --max-credits are spent.' });
  expect(before - Number(await readBalance())).toBe(30);
});

it('runs nothing for a blank line', async () => {
  const before = Number(await readBalance());
  const printed = await run(['--json', '-', '--run', '--max-credits', '3'], '\n  \nseed deals');
  const [empty, blank, paid] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(empty).toMatchObject({ not_run: 'There is no sentence.' });
  expect(blank).toMatchObject({ not_run: 'There is no sentence.' });
  expect(paid).toMatchObject({ result: { meta: { credits_used: 3 } } });
  expect(before - Number(await readBalance())).toBe(30);
});

it.each<[string, number, Record<string, string>, string]>([
  ['a lost response', 504, {}, '{"error":{"code":"TIMEOUT","details":{"outcome":"unknown"}}}'],
  ['the page of a balancer', 502, {}, '<h1>Bad gateway</h1>'],
  ['a status that HTTP does not have', 999, {}, '{"error":{"code":"BROKEN"}}'],
  ['an empty response', 200, {}, ''],
  ['no charge', 200, {}, '{"data":{"deals":[]},"meta":{}}'],
  ['a negative charge', 200, {}, '{"data":{"deals":[]},"meta":{"credits_used":-1000}}'],
  ['a charge as text', 200, {}, '{"data":{"deals":[]},"meta":{"credits_used":"0"}}'],
  ['a charge of 400 digits', 200, { 'x-credits-used': '9'.repeat(400) }, '{"data":{"deals":[]}}'],
  ['a charge that is no number', 200, { 'x-credits-used': 'NaN' }, '{"meta":{"credits_used":0}}'],
])('counts %s at the highest price against the limit of credits, as unconfirmed', async (_, status, headers, body) => {
  const failing = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await once(failing, 'listening');
  const url = new URL(`http://127.0.0.1:${(failing.address() as AddressInfo).port}/api/v1`);
  const open = async () => openHostedService({ url, key: service.key, alertAmounts: 'usd' });
  const printed = await run(['--json', '-', '--run', '--max-credits', '3'], 'seed deals\nseries a deals', open);
  failing.close();
  expect(
    printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([{ unconfirmed_credits: 3 }, { not_run: 'The credits of --max-credits are spent.' }]);
});

it('queries a hosted service at its address with its key, and reports when it does not respond', async () => {
  const openHosted = (key: string) => async (hosted?: string) =>
    openHostedService({ url: new URL(hosted ?? ''), key, alertAmounts: 'usd' });
  const sentence = ['seed deals in Germany', '--json', '--hosted', address];
  const printed = await run([...sentence, '--run', '--max-credits', '2'], '', openHosted(service.key));
  expect(JSON.parse(printed)).toMatchObject({
    route: '/deals',
    body: { company: { locations: ['germany'] }, deal: { financing_types: [{ type: 'SEED' }] } },
    price: 10,
    result: { meta: { credits_used: 2 } },
  });
  await expect(run(sentence, '', openHosted('vg_wrong'))).rejects.toThrow('The hosted service answered 401');
});

it('queries a hosted service at the root of its host', async () => {
  const root = createServer((request, response) => {
    const headers = { authorization: `Bearer ${service.key}` };
    void fetch(`${address}${request.url}`, { headers }).then(async (answer) =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
    );
  }).listen(0, '127.0.0.1');
  await once(root, 'listening');
  const url = new URL(`http://127.0.0.1:${(root.address() as AddressInfo).port}`);
  const open = async () => openHostedService({ url, key: service.key, alertAmounts: 'usd' });
  expect(await run(['seed deals in Germany'], '', open)).toContain('germany');
  root.close();
});

it('rejects a call without a sentence', async () => {
  await expect(run([])).rejects.toThrow('There is no sentence.');
});

it('waits as long as a hosted service says when its limit is reached, and continues', async () => {
  let refused = 0;
  const limited = createServer((request, response) => {
    refused += 1;
    if (refused === 1) {
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":{"code":"RATE_LIMIT"},"success":false}');
      return;
    }
    void fetch(new URL(request.url ?? '', address), { headers: { authorization: `Bearer ${service.key}` } }).then(
      async (answer) =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
    );
  }).listen(0, '127.0.0.1');
  await once(limited, 'listening');
  const url = new URL(`http://127.0.0.1:${(limited.address() as AddressInfo).port}/api/v1`);
  const open = async () => openHostedService({ url, key: service.key, alertAmounts: 'usd' });
  const printed = await run(['--json', '-'], 'seed deals in Germany\nseed deals in France\n', open);
  expect(printed.trim().split('\n')).toEqual([expect.stringContaining('germany'), expect.stringContaining('france')]);
  limited.close();
});
