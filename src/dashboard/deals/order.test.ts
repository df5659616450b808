import { expect, test } from 'vitest';
import { ownedDeals, type OwnedDeal } from '../records/records.ts';
import { toOrdered } from './order.ts';

const deal = (id: string, date: string | null, usd: number | null) =>
  ({ id, date, total_round_raised: usd }) as OwnedDeal;

test('orders as the service does: undisclosed last in both directions, then by id', () => {
  ownedDeals.keep([
    deal('b', '2026-01-02T00:00:00.000Z', 5),
    deal('a', '2026-01-02T00:00:00Z', null),
    deal('d', null, 7),
    deal('c', '2026-03-01T00:00:00.000Z', 5),
  ]);
  const ids = ['d', 'c', 'b', 'a'];
  expect(toOrdered(ids, 'most_recent_deal')).toEqual(['c', 'a', 'b', 'd']);
  expect(toOrdered(ids, 'oldest_deal')).toEqual(['a', 'b', 'c', 'd']);
  expect(toOrdered(ids, 'largest_raise')).toEqual(['d', 'b', 'c', 'a']);
  expect(toOrdered(ids, 'smallest_raise')).toEqual(['b', 'c', 'd', 'a']);
});
