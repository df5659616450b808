import { expect, test } from 'vitest';
import { findClockShift } from './clock-shift.ts';

const now = new Date('2026-11-29T10:00:00Z');

test.each([
  ['day', 0, '2026-11-29T23:59:50Z'],
  ['day', 1, '2026-11-29T23:59:00Z'],
  ['month', 0, '2026-11-30T23:59:50Z'],
  ['year', 0, '2026-12-31T23:59:50Z'],
] as const)('a clock begins another %s within a minute, at a random moment', (next, random, expected) => {
  const shifted = new Date(now.getTime() + findClockShift(next, now, random) * 1000);
  expect(shifted).toEqual(new Date(expected));
});
