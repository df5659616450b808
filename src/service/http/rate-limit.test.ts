import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestService, startService } from '../testing.ts';

let service: TestService;
let nowMs = Date.UTC(2026, 10, 20);
beforeAll(async () => {
  service = await startService({ clock: () => new Date(nowMs) });
});
afterAll(() => service.close());

const look = (key: string | null) =>
  service.inject('GET', '/api/v1/industry/search', { query: { name: 'software' }, key });

/** Asks so many times, in parallel; the statuses with their numbers. */
async function lookTimes(times: number, key: string | null): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: times }, () => look(key)));
  const statuses: Record<number, number> = {};
  for (const { statusCode } of answers) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  return statuses;
}

describe('the rate limit', () => {
  it('admits 200 requests in any 60 seconds of a key, exactly, and refused ones do not count', async () => {
    const { key } = await service.createKey();
    expect(await lookTimes(150, key)).toEqual({ 200: 150 });
    nowMs += 30_000;
    expect(await lookTimes(60, key)).toEqual({ 200: 50, 429: 10 });
    nowMs += 29_999;
    expect(await lookTimes(1, key)).toEqual({ 429: 1 });
    nowMs += 1;
    expect(await lookTimes(151, key)).toEqual({ 200: 150, 429: 1 });
    nowMs += 30_000;
    expect(await lookTimes(51, key)).toEqual({ 200: 50, 429: 1 });
  });

  it('refuses with the body of the specification and whole seconds to wait, which are enough', async () => {
    const { key } = await service.createKey();
    await lookTimes(200, key);
    nowMs += 12_345;
    const answer = await look(key);
    expect(answer.statusCode).toBe(429);
    expect(answer.headers).toMatchObject({ 'retry-after': '48', 'ratelimit-limit': '200', 'ratelimit-remaining': '0' });
    expect(answer.body).toBe(
      '{"error":{"code":"RATE_LIMIT_EXCEEDED","message":"More than 200 requests in 60 seconds.","details":' +
        '{"limit":200,"window":"60 seconds","help":"Wait 48 seconds, then try again. This request did not count."}},' +
        '"success":false}',
    );
    nowMs += 48_000;
    expect((await look(key)).statusCode).toBe(200);
  });

  it('gives callers without a valid key 60 a minute for their address, and lets them starve nobody', async () => {
    const { key } = await service.createKey();
    expect(await lookTimes(61, null)).toEqual({ 401: 60, 429: 1 });
    expect(await lookTimes(1, `vg_${'0'.repeat(12)}_${'a'.repeat(32)}`)).toEqual({ 429: 1 });
    expect(await lookTimes(1, key)).toEqual({ 200: 1 });
  });

  it('tells the figures on every answer', async () => {
    const { key } = await service.createKey();
    expect((await look(key)).headers).toMatchObject({
      'ratelimit-limit': '200',
      'ratelimit-remaining': '199',
      'ratelimit-reset': '60',
    });
  });
});
