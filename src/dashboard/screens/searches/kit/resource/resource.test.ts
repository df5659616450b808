import { expect, test } from 'vitest';
import { sortIds } from './resource.ts';

const usd: Record<string, number | null> = { a: null, b: 5, c: 5, d: 7 };
const figure = (id: string) => usd[id] ?? null;

test('orders as the service does: undisclosed last in both directions, then by id', () => {
  const ids = ['d', 'c', 'b', 'a'];
  expect(sortIds(ids, { figure, direction: 'descending' })).toEqual(['d', 'b', 'c', 'a']);
  expect(sortIds(ids, { figure, direction: 'ascending' })).toEqual(['b', 'c', 'd', 'a']);
});

test('what is no date or number counts as undisclosed', () => {
  const moment = (id: string) => Date.parse({ a: '2026-01-02T00:00:00Z', b: 'soon' }[id] ?? '');
  expect(sortIds(['b', 'a', 'c'], { figure: moment, direction: 'descending' })).toEqual(['a', 'b', 'c']);
});
