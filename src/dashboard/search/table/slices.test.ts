import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markScrolling, runInSlices, type SlicedWork } from './slices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function* buildWork(): SlicedWork<string> {
  yield;
  return 'done';
}

test('work waits while the user scrolls, unless someone waits for it', () => {
  const done: string[] = [];
  markScrolling();
  runInSlices(buildWork(), () => done.push('background'));
  runInSlices(buildWork(), () => done.push('awaited'), true);
  vi.advanceTimersByTime(90);
  expect(done).toEqual(['awaited']);
  markScrolling();
  vi.advanceTimersByTime(90);
  expect(done).toEqual(['awaited']);
  vi.advanceTimersByTime(200);
  expect(done).toEqual(['awaited', 'background']);
});
