import { beforeEach, expect, it } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { leasePurchase } from '#contract/workspace.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';

let key: string;
const service = openForTests(startService);
beforeEach(async () => {
  ({ key } = await service.createKey());
});

async function post(path: string, body: object, by = key) {
  const response = await service.inject('POST', path, { body, key: by });
  expect(response.statusCode, response.body).toBe(200);
  const { budget: _budget, ...data } = response.json<{ data: DataOf<typeof leasePurchase> }>().data;
  return data;
}
const take = (holder: string, waited = false, request = 'POST /deals') =>
  post('/workspace/leases', { request, holder, waited });
const end = (holder: string, completed: object | null) =>
  post('/workspace/leases/end', { request: 'POST /deals', holder, completed });

const granted = { granted: true, covered: true, completed: null, version: 0 };
const held = { ...granted, granted: false };
// Without a purchase id, the name of the holder is used as the Idempotency-Key.
const bought = { purchase: 'one', tenths: 0, lost: false };

it('is granted to one of several browsers that ask at once, for each request of each account', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => take(`browser ${at}`)));
  expect(answers.filter((answer) => answer.granted)).toHaveLength(1);
  expect(await take('other', false, 'POST /companies')).toEqual(granted);
  const other = await service.createKey();
  expect(await post('/workspace/leases', { request: 'POST /deals', holder: 'x', waited: false }, other.key)).toEqual(
    granted,
  );
});

it('tells waiting browsers what was bought, and does not stop others from buying', async () => {
  expect(await take('one')).toEqual(granted);
  expect(await take('other', true)).toEqual(held);
  await post('/workspace/changes', { changes: [{ kind: 'lists', key: ['a', 'head'], at: 1, value: 1 }] });
  await end('one', bought);
  // A renewal that arrives late changes nothing.
  await take('one');
  expect(await take('other', true)).toEqual({ ...held, completed: bought, version: 1 });
  expect(await take('third')).toEqual(granted);
  expect(await take('other', true)).toEqual(held);
});

it('passes to a waiting browser if nothing was charged, or its holder has disappeared', async () => {
  await take('one');
  await end('one', null);
  expect(await take('other', true)).toEqual(granted);
  expect(await take('other')).toEqual(granted);
  expect(await take('third', true)).toEqual(held);
  await service.sql`UPDATE workspace_purchases SET expires_at = now() - interval '1 second'`;
  expect(await take('third', true)).toEqual(granted);
});

it('is ended only by its holder', async () => {
  await take('one');
  await end('other', bought);
  expect(await take('other', true)).toEqual(held);
});
