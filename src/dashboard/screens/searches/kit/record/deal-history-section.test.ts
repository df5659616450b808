import { beforeEach, expect, test } from 'vitest';
import { type DealRecord, unlockedDeals } from '../../../../records/records.ts';
import { describeCoverage, mergeHistory } from './deal-history-section.tsx';

beforeEach(() => unlockedDeals.reset());

const buildDeal = (id: string, date: string | null) => ({ id, date }) as DealRecord;

test('the complete period ends at the last deal of the list, whatever else searches returned', () => {
  const listed = [buildDeal('a', '2026-05-01T00:00:00Z'), buildDeal('b', '2026-03-01T00:00:00Z')];
  unlockedDeals.add(listed);
  const others = [buildDeal('c', '2020-01-01T00:00:00Z'), buildDeal('a', '2026-05-01T00:00:00Z')];
  const history = mergeHistory(['a', 'b'], others, 9);
  expect(history).toMatchObject({ listed: 2, whole: false, knownAfter: '2026-03-01' });
  expect(history.deals.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(describeCoverage(history)).toBe('The newest 2 of 9 deals and 1 more that your searches returned');
});

test('deals from searches alone give no complete period, unless they are all deals', () => {
  const others = [buildDeal('c', null), buildDeal('d', '2020-01-01T00:00:00Z')];
  expect(mergeHistory([], others, 3)).toMatchObject({ whole: false, knownAfter: undefined });
  const whole = mergeHistory([], others, 2);
  expect(whole).toMatchObject({ whole: true, knownAfter: '' });
  expect(whole.deals.at(-1)?.id).toBe('c');
  expect(describeCoverage(whole)).toBe('All 2 deals');
  expect(describeCoverage(mergeHistory([], others, null))).toBe('2 deals, the ones your searches returned');
});
