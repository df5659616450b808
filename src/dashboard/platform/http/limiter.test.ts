import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLimiter, type Priority } from './limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Waits to be admitted, and then adds the name to the log. */
function admitAndLog(
  limiter: ReturnType<typeof createLimiter>,
  log: string[],
  name: string,
  priority: Priority = 'purchase',
) {
  void limiter.admit(priority).then(
    () => log.push(name),
    (reason: Error) => log.push(`${name}: ${reason.message}`),
  );
}

test('counts 200 per minute if the service reports no limit, and continues when the minute is over', async () => {
  const [limiter, log] = [createLimiter(), [] as string[]];
  for (let index = 0; index < 50; index += 1) void limiter.admit('purchase');
  for (let index = 0; index < 300; index += 1) admitAndLog(limiter, log, 'typed', 'typing');
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toHaveLength(130);
  for (let index = 0; index < 30; index += 1) admitAndLog(limiter, log, 'purchase');
  await vi.advanceTimersByTimeAsync(0);
  expect(log.filter((name) => name === 'purchase')).toHaveLength(20);
  await vi.advanceTimersByTimeAsync(60_100);
  expect(log.filter((name) => name === 'purchase')).toHaveLength(30);
  expect(log).toHaveLength(330);
});

test('never sends more than are left before the reset, and typing leaves twenty to purchases', async () => {
  vi.useRealTimers();
  await fc.assert(
    fc.asyncProperty(
      fc.nat(60),
      fc.array(fc.constantFrom<Priority>('purchase', 'typing'), { maxLength: 100 }),
      async (left, priorities) => {
        const [limiter, log] = [createLimiter(), [] as string[]];
        limiter.applyHeaders({ requestsLeft: left, resetSeconds: 60 });
        priorities.forEach((priority) => admitAndLog(limiter, log, priority, priority));
        await Promise.resolve();
        await Promise.resolve();
        expect(log.length).toBeLessThanOrEqual(left);
        const typed = log.filter((priority) => priority === 'typing').length;
        expect(typed).toBeLessThanOrEqual(Math.max(0, left - 20));
        const acts = priorities.filter((priority) => priority === 'purchase').length;
        expect(log.length - typed).toBeGreaterThanOrEqual(Math.min(acts, 20, left));
        limiter.setLimits({ left: 1000, resetIn: 0, blockedFor: 0 });
      },
    ),
  );
});

test('a purchase is sent before name searches that waited longer', async () => {
  const [limiter, log] = [createLimiter(), [] as string[]];
  limiter.block(10);
  admitAndLog(limiter, log, 'typed', 'typing');
  admitAndLog(limiter, log, 'purchase');
  await vi.advanceTimersByTimeAsync(9900);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(log).toEqual(['purchase']);
  limiter.finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['purchase', 'typed']);
});

test('a 429 is waited out for its Retry-After, whatever the minute has left', async () => {
  const [limiter, log] = [createLimiter(), [] as string[]];
  limiter.applyHeaders({ requestsLeft: 199, resetSeconds: 60 });
  limiter.block(3);
  admitAndLog(limiter, log, 'purchase');
  await vi.advanceTimersByTimeAsync(2_900);
  expect(log).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(log).toEqual(['purchase']);
});

test('the user can stop waiting, and an aborted name search leaves the queue', async () => {
  const [limiter, log] = [createLimiter(), [] as string[]];
  const given = new AbortController();
  limiter.block(10);
  admitAndLog(limiter, log, 'purchase');
  const typed = limiter.admit('typing', given.signal).catch(() => 'gone');
  limiter.stop();
  given.abort();
  expect(await typed).toBe('gone');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(log).toEqual(['purchase: You stopped waiting.']);
});

test('a clock that is set back causes no longer waits', async () => {
  const [limiter, log] = [createLimiter(), [] as string[]];
  limiter.applyHeaders({ requestsLeft: 0, resetSeconds: 30 });
  limiter.block(10);
  vi.setSystemTime(Date.now() - 86_400_000);
  admitAndLog(limiter, log, 'purchase');
  await vi.advanceTimersByTimeAsync(30_100);
  expect(log).toEqual(['purchase']);
});
