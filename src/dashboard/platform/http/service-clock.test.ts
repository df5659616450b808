import { expect, test } from 'vitest';
import { compareClocks, readServiceTime } from './service-clock.ts';

const dayMs = 86_400_000;
const compareWith = (date: string) => compareClocks(new Headers({ Date: date }));
const differ = (ms: number) => compareWith(new Date(Date.now() - ms).toUTCString());

test.each([
  ['a day ahead is corrected', dayMs, dayMs],
  ['a day behind stays as it is', -dayMs, 0],
  ['a slow response is no difference', 30_000, 0],
])('a clock %s', (_, ahead, corrected) => {
  differ(ahead);
  expect(Math.abs(Date.now() - corrected - readServiceTime())).toBeLessThan(2000);
});

test('a response without a readable date changes nothing', () => {
  differ(dayMs);
  compareWith('yesterday');
  expect(Date.now() - readServiceTime()).toBeGreaterThan(dayMs - 2000);
  differ(0);
});
