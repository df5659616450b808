import { expect, test } from 'vitest';
import { formatMonths } from './facts.tsx';

test.each([
  ['2019-09-01', '2022-12-31', 'Sep 2019 to Dec 2022'],
  ['2019-09-01', 'now', 'Sep 2019 to now'],
  ['2019-09-01', null, 'from Sep 2019'],
  [null, '2022-12-31', 'until Dec 2022'],
  [null, 'now', 'current'],
  [null, null, 'no dates'],
])('from %s to %s reads %s', (from, to, text) => {
  expect(formatMonths(from, to)).toBe(text);
});
