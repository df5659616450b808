import { expect, test } from 'vitest';
import { formatMonths, formatPlace } from './facts.tsx';

test('a city that is its own state or country is named once', () => {
  const [berlin, germany] = ['Berlin', 'Germany'].map((name) => ({ name, permalink: name }));
  expect(formatPlace({ city: berlin, state: berlin, country: germany })).toBe('Berlin, Germany');
  expect(formatPlace({})).toBe('');
});

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
