import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { unlockedDeals, type DealRecord } from '../../library/records/records.ts';
import { toBasis, toContinued, toHistory } from './history.ts';

beforeEach(() => unlockedDeals.reset());

const toDeal = (id: string, date: string | null) => ({ id, date }) as DealRecord;

test('a list that was continued has each deal once, and none stands where a page brought one again', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String));
  fc.assert(
    fc.property(ids, ids, (before, found) => {
      const list = toContinued(before, found);
      expect(new Set(list).size).toBe(list.length);
      expect(list).toEqual(found.some((id) => before.includes(id)) ? [] : [...before, ...found]);
    }),
  );
});

test('what is known without a gap ends at the last deal of the list, whatever searches brought from before', () => {
  const listed = [toDeal('a', '2026-05-01T00:00:00Z'), toDeal('b', '2026-03-01T00:00:00Z')];
  unlockedDeals.keep(listed);
  const others = [toDeal('c', '2020-01-01T00:00:00Z'), toDeal('a', '2026-05-01T00:00:00Z')];
  const history = toHistory(['a', 'b'], others, 9);
  expect(history).toMatchObject({ listed: 2, whole: false, knownAfter: '2026-03-01' });
  expect(history.deals.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(toBasis(history)).toBe('The newest 2 of 9 deals and 1 that searches brought');
});

test('deals that searches brought prove no period, unless they are all there are', () => {
  const others = [toDeal('c', null), toDeal('d', '2020-01-01T00:00:00Z')];
  expect(toHistory([], others, 3)).toMatchObject({ whole: false, knownAfter: undefined });
  const whole = toHistory([], others, 2);
  expect(whole).toMatchObject({ whole: true, knownAfter: '' });
  expect(whole.deals.at(-1)?.id).toBe('c');
  expect(toBasis(whole)).toBe('All 2 deals');
  expect(toBasis(toHistory([], others, null))).toBe('2 deals, those that searches brought');
});
