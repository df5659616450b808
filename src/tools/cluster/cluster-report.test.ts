import { expect, test } from 'vitest';
import type { TimedCall } from './paid-load.ts';
import { findLongestSilence, reportEvents } from './cluster-report.ts';

const call = (endedMs: number, outcome: TimedCall['outcome'] = 'answered'): TimedCall => ({
  requestId: String(endedMs),
  beganMs: endedMs - 10,
  endedMs,
  outcome,
  tenths: 0,
  status: outcome === 'answered' ? 200 : 503,
});

test('a silence lasts between two successful responses, the event or the end; a rejection does not end it', () => {
  expect(findLongestSilence([call(100), call(300, 'rejected'), call(900)], 0, 1000)).toBe(800);
  expect(findLongestSilence([call(100)], 0, 1000)).toBe(900);
  expect(findLongestSilence([call(700)], 0, 1000)).toBe(700);
});

test('a call belongs to the last event before its end', () => {
  const events = [
    { name: 'first', atMs: 1000, healedMs: 1500 },
    { name: 'second', atMs: 5000, healedMs: 9000 },
  ];
  const calls = [call(900), call(1200), call(4000, 'rejected'), call(5001), call(6000, 'lost')];
  expect(reportEvents(events, [{ accountId: 'a', calls }], 7000)).toEqual([
    {
      event: 'first',
      atSeconds: 1,
      healedAfterSeconds: 0.5,
      longestSilenceSeconds: 3.8,
      answered: 1,
      rejected: 1,
      lost: 0,
    },
    {
      event: 'second',
      atSeconds: 5,
      healedAfterSeconds: 4,
      longestSilenceSeconds: 2,
      answered: 1,
      rejected: 0,
      lost: 1,
    },
  ]);
});
