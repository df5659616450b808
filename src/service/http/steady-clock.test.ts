import { afterEach, expect, test, vi } from 'vitest';
import { createSteadyClock } from './steady-clock.ts';

afterEach(() => vi.useRealTimers());

test('a clock set back by an hour continues from its last time, and one set forward is followed', () => {
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
