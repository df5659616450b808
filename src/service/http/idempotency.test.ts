import { describe, expect, it } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';

let now = new Date('2026-03-01T12:00:00Z');
const service = openForTests(() => startService({ seed: seedRecords, clock: () => now }));

const send = (idempotencyKey: string, key: string, body: object = { page_size: 3 }, path = '/api/v1/deals') =>
  service.inject('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } });

async function spent(accountId: string): Promise<number> {
  const [row] = await service.sql<{ tenths: number }[]>`
    SELECT coalesce(sum(monthly_tenths + purchased_tenths), 0)::int AS tenths FROM ledger WHERE account_id = ${accountId}`;
  return row?.tenths ?? 0;
}

describe('an Idempotency-Key', () => {
  it('makes a repeated request free, with the same status and body', async () => {
    const { account_id, key } = await service.createKey();
    const first = await send('one', key);
    const again = await send('one', key, { page_size: 3 }, '/api/v1/deals/');
    expect([first.statusCode, first.headers['x-credits-used']]).toEqual([200, '3.0']);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.body).toBe(first.body);
    expect([again.statusCode, again.headers['x-credits-used'], again.headers['idempotency-replayed']]).toEqual([
      200,
      '0.0',
      'true',
    ]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(await spent(account_id)).toBe(30);
  });

  it('charges twenty identical concurrent requests exactly once', async () => {
    const { account_id, key } = await service.createKey({ monthly: 0, purchased: 4 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('twins', key)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(await spent(account_id)).toBe(30);
  });

  it('is rejected for another request, and nothing is charged', async () => {
    const { account_id, key } = await service.createKey();
    await send('reused', key);
    const other = await send('reused', key, { page_size: 2 });
    expect([other.statusCode, other.json()]).toMatchObject([422, { error: { code: 'IDEMPOTENCY_KEY_REUSED' } }]);
    expect(await spent(account_id)).toBe(30);
  });

  it('is valid only for its account', async () => {
    const [one, two] = [await service.createKey(), await service.createKey()];
    await send('shared', one.key);
    await send('shared', two.key, { page_size: 2 });
    expect([await spent(one.account_id), await spent(two.account_id)]).toEqual([30, 20]);
  });

  it('does not store errors: a rejected request may be sent again', async () => {
    const { account_id, key } = await service.createKey({ monthly: 0, purchased: 2 });
    expect((await send('poor', key)).statusCode).toBe(402);
    await service.sql`UPDATE accounts SET purchased_tenths = 100 WHERE id = ${account_id}`;
    expect((await send('poor', key)).statusCode).toBe(200);
  });

  it('is deleted after 24 hours, and when it is not among the newest 1,000', async () => {
    const { account_id, key } = await service.createKey();
    now = new Date('2026-03-01T12:00:00Z');
    await send('old', key);
    now = new Date('2026-03-02T11:59:59Z');
    expect((await send('old', key)).headers['idempotency-replayed']).toBe('true');
    now = new Date('2026-03-02T12:00:00Z');
    expect((await send('old', key)).headers['idempotency-replayed']).toBeUndefined();
    await service.sql`
      INSERT INTO idempotent_answers (account_id, key, request_hash, body, answered_at)
      SELECT ${account_id}, 'filler-' || n, '', '', ${now} FROM generate_series(1, 1200) AS n`;
    await send('newest', key);
    const [row] = await service.sql<{ kept: number }[]>`
      SELECT count(*)::int AS kept FROM idempotent_answers WHERE account_id = ${account_id}`;
    expect(row?.kept).toBe(1000);
  });

  it('is rejected by its field if it is invalid', async () => {
    expect((await send('x'.repeat(256), service.key)).json()).toMatchObject({
      error: { details: { errors: [{ field: 'Idempotency-Key', code: 'OUT_OF_RANGE' }] } },
    });
  });
});
