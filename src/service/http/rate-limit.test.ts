import { afterEach, describe, expect, it, vi } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createAdmission, createSteadyClock, sweepWindows } from './rate-limit.ts';

let nowMs = Date.UTC(2026, 10, 20);
const service = openForTests(() => startService({ clock: () => new Date(nowMs) }));

afterEach(() => vi.useRealTimers());

const look = (key: string | null) =>
  service.inject('GET', '/api/v1/industry/search', { query: { name: 'software' }, key });

/** Sends this many requests in parallel; returns how often each status was received. */
async function lookTimes(times: number, key: string | null): Promise<Record<number, number>> {
  const answers = await Promise.all(Array.from({ length: times }, () => look(key)));
  const statuses: Record<number, number> = {};
  for (const { statusCode } of answers) statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  return statuses;
}

/** Counts a request of an address, as a gateway does that remembers nothing. */
const admit = (address: string, atMs: number) => createAdmission(service.sql)(undefined, address, atMs);

/** The times of a caller's admitted requests, as stored in the database. */
async function readMoments(caller: string): Promise<number[]> {
  const [row] = await service.sql<{ admitted: number[] }[]>`
    SELECT admitted FROM rate_windows WHERE caller = ${caller}`;
  return row?.admitted ?? [];
}

describe('the rate limit', () => {
  it('admits 200 requests in any 60 seconds of a key, exactly, and rejected ones do not count', async () => {
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

  it('counts each of the requests that arrive together, in their order', async () => {
    const count = createAdmission(service.sql);
    const admissions = await Promise.all(Array.from({ length: 62 }, () => count(undefined, 'together', nowMs)));
    expect(admissions.map(({ remaining }) => remaining)).toEqual([
      ...Array.from({ length: 60 }, (_, at) => 59 - at),
      0,
      0,
    ]);
    expect(admissions.map(({ allowed }) => allowed)).toEqual(admissions.map((_, at) => at < 60));
  });

  it('stays exact when requests overtake each other on the way to the database', async () => {
    const admitted: number[] = [];
    /** Sends a request at that time, in milliseconds from now, and notes the time at which it was counted. */
    const admitAt = async (at: number) => {
      const { allowed } = await admit('overtaken', nowMs + at);
      if (allowed) admitted.push((await readMoments('address:overtaken')).at(-1) ?? 0);
      return allowed;
    };
    for (const at of [0, 2, ...Array.from({ length: 58 }, () => 10)]) expect(await admitAt(at)).toBe(true);
    // The second of these was sent before the first, when the two oldest requests still counted.
    expect([await admitAt(60_002), await admitAt(59_999), await admitAt(60_002)]).toEqual([true, true, false]);
    const taken = admitted.map((end) => admitted.filter((at) => at > end - 60_000 && at <= end).length);
    expect(Math.max(...taken)).toBe(60);
  });

  it('stays exact when old windows are deleted, and does not trust a clock that is far ahead', async () => {
    const admitAt = async (at: number) => (await admit('forgotten', nowMs + at)).allowed;
    for (let at = 0; at < 60; at += 1) await admitAt(0);
    await sweepWindows(service.sql, nowMs + 60_000);
    // Sent a millisecond before the sweep, but delayed on its way.
    expect([await admitAt(59_999), await admitAt(60_000)]).toEqual([false, true]);
    await admitAt(600_000);
    expect(await admitAt(120_000)).toBe(true);
    expect((await readMoments('address:forgotten')).at(-1)).toBeLessThan(nowMs + 150_000);
  });

  it('empties a full window in time after the clock was set back by an hour', async () => {
    const admitAt = (at: number) => admit('set back', nowMs + at);
    for (let at = 0; at < 60; at += 1) await admitAt(0);
    const rejected = await admitAt(-3_600_000);
    expect([rejected.allowed, rejected.resetSeconds]).toEqual([false, 70]);
    expect((await admitAt(-3_600_000 + 69_999)).allowed).toBe(false);
    expect(await admitAt(-3_600_000 + 70_000)).toMatchObject({ allowed: true, remaining: 59 });
  });

  it('rejects with the body of the specification and a sufficient wait in whole seconds', async () => {
    const { key } = await service.createKey();
    await lookTimes(200, key);
    nowMs += 12_345;
    const answer = await look(key);
    expect(answer.statusCode).toBe(429);
    expect(answer.headers).toMatchObject({ 'retry-after': '48', 'ratelimit-limit': '200', 'ratelimit-remaining': '0' });
    expect(answer.body).toBe(
      '{"error":{"code":"RATE_LIMIT_EXCEEDED","message":"More than 200 requests in 60 seconds.","details":' +
        '{"limit":200,"window":"60 seconds","help":"Try again in 48 seconds. This request did not count."}},' +
        '"success":false}',
    );
    nowMs += 48_000;
    expect((await look(key)).statusCode).toBe(200);
  });

  it('gives callers without a valid key 60 requests a minute per address, which does not affect other callers', async () => {
    const { key } = await service.createKey();
    expect(await lookTimes(61, null)).toEqual({ 401: 60, 429: 1 });
    expect(await lookTimes(1, `vg_${'0'.repeat(12)}_${'a'.repeat(32)}`)).toEqual({ 429: 1 });
    expect(await lookTimes(1, key)).toEqual({ 200: 1 });
  });

  it('counts strangers of an IPv6 network together, and mapped IPv4 addresses as IPv4', async () => {
    const send = async (remoteAddress: string, url = '/account') => {
      const { statusCode, headers } = await service.app.inject({ url, remoteAddress });
      return [statusCode, headers['ratelimit-remaining']];
    };
    for (let at = 0; at < 60; at += 1)
      expect(await send(`2001:db8:1:2::${at.toString(16)}`)).toEqual([401, `${59 - at}`]);
    expect(await send('2001:db8:1:2:ffff:ffff:ffff:ffff')).toEqual([429, '0']);
    expect(await send('2001:db8:1:2:3::', '/account/nothing')).toEqual([404, '0']);
    expect(await send('2001:db8:1:3::1')).toEqual([401, '59']);
    expect([await send('::ffff:203.0.113.7'), await send('203.0.113.7')]).toEqual([
      [401, '59'],
      [401, '58'],
    ]);
  });

  it('does not count requests without a route, with any key, but sends its headers there too', async () => {
    const { key } = await service.createKey();
    await look(key);
    nowMs += 20_000;
    for (const [method, path] of [
      ['GET', '/api/v1/nothing'],
      ['DELETE', '/api/v1/deals'],
      ['PUT', '/account'],
    ] as const) {
      const own = await service.inject(method, path, { key });
      expect(own.headers).toMatchObject({
        'ratelimit-limit': '200',
        'ratelimit-remaining': '199',
        'ratelimit-reset': '40',
      });
      const { headers } = await service.inject(method, path, { key: null });
      expect(headers).toMatchObject({ 'ratelimit-limit': '60', 'ratelimit-reset': expect.stringMatching(/^\d+$/) });
    }
    await lookTimes(199, key);
    const full = await service.inject('GET', '/api/v1/nothing', { key });
    expect([full.statusCode, full.headers['ratelimit-remaining']]).toEqual([404, '0']);
    const unused = await service.createKey();
    const { headers } = await service.inject('GET', '/api/v1/nothing', { key: unused.key });
    expect(headers).toMatchObject({ 'ratelimit-remaining': '200', 'ratelimit-reset': '0' });
  });

  it('reports its state on every other response', async () => {
    const { key } = await service.createKey();
    expect((await look(key)).headers).toMatchObject({
      'ratelimit-limit': '200',
      'ratelimit-remaining': '199',
      'ratelimit-reset': '60',
    });
  });
});

it('the clock of the limiter continues from its last time when it is set back by an hour, and follows when set forward', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2026, 10, 20) });
  const start = Date.now();
  const read = createSteadyClock();
  expect(read()).toBe(start);
  vi.advanceTimersByTime(1_000);
  expect(read()).toBe(start + 1_000);
  vi.setSystemTime(start - 3_600_000);
  vi.advanceTimersByTime(30_000);
  expect(read()).toBe(start + 31_000);
  vi.setSystemTime(start + 7_200_000);
  expect(read()).toBe(start + 7_200_000);
});
