import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DealRecord } from '../../records/records.ts';
import {
  countFollowOns,
  findTypicalSizes,
  formatShare,
  formatSince,
  measurePace,
  rankCoInvestors,
  subtractMonths,
} from './investor-activity.ts';

const day = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2026-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const buildDeal = (date: string | null) => ({ id: 'x', date }) as DealRecord;

test.each([
  ['2026-11-22', 12, '2025-11-22'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2026-01-31', 24, '2024-01-31'],
])('%s less %i months is %s', (from, months, to) => {
  expect(subtractMonths(from, months)).toBe(to);
});

test('the two years lie side by side: the first day of neither counts, the last of both does', () => {
  const deals = ['2026-11-22T23:59:59Z', '2025-11-23T00:00:00Z', '2025-11-22T23:00:00Z', '2024-11-22T12:00:00Z'];
  expect(measurePace(deals.map(buildDeal), '2026-11-22', '')).toMatchObject({ now: 2, before: 1 });
});

test('every dated deal of two years counts once, and no other', () => {
  fc.assert(
    fc.property(fc.array(fc.option(day)), day, (dates, end) => {
      const until = end.slice(0, 10);
      const { now, before, fromBefore } = measurePace(dates.map(buildDeal), until, '');
      const inside = dates.filter((date) => date && date.slice(0, 10) > fromBefore && date.slice(0, 10) <= until);
      expect((now ?? 0) + (before ?? 0)).toBe(inside.length);
    }),
  );
});

test('a year is counted only where every deal of it is known', () => {
  const deals = [buildDeal('2026-05-01T00:00:00Z')];
  expect(measurePace(deals, '2026-11-22', undefined)).toMatchObject({ now: null, before: null });
  expect(measurePace(deals, '2026-11-22', '2025-12-01')).toMatchObject({ now: null, before: null });
  expect(measurePace(deals, '2026-11-22', '2025-11-22')).toMatchObject({ now: 1, before: null });
  expect(measurePace(deals, '2026-11-22', '2024-11-22')).toMatchObject({ now: 1, before: 0 });
});

test('a share needs both figures and a whole', () => {
  expect(formatShare(88, 214)).toBe('41%');
  expect(formatShare(0, 3)).toBe('0%');
  expect([formatShare(null, 3), formatShare(1, null), formatShare(0, 0)]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['2026-11-22T23:00:00Z', 'Today'],
  ['2026-11-21T23:59:00Z', '1 day ago'],
  ['2026-08-24T00:00:00Z', '90 days ago'],
  ['2023-04-06T00:00:00Z', '6 Apr 2023'],
  [null, undefined],
])('on 22 Nov 2026, %s was: %s', (moment, text) => {
  expect(formatSince(moment, Date.parse('2026-11-22T01:00:00Z'))).toBe(text);
});

const firm = fc.constantFrom('a', 'b', 'c', 'd', 'me');
const deals = fc
  .array(fc.option(fc.array(firm)))
  .map((lists) => lists.map((ids, at) => ({ id: String(at), investor_ids: ids }) as DealRecord));

test('an investor counts once for every deal that names it, however often, and is never its own co-investor', () => {
  fc.assert(
    fc.property(deals, (all) => {
      const found = rankCoInvestors(all, 'me');
      expect(found.map(({ id }) => id)).not.toContain('me');
      for (const { id, deals: count } of found) {
        expect(count).toBe(all.filter(({ investor_ids: ids }) => ids?.includes(id)).length);
      }
      const named = new Set(all.flatMap(({ investor_ids: ids }) => ids ?? []).filter((id) => id !== 'me'));
      expect(found).toHaveLength(named.size);
    }),
  );
});

test('of co-investors with as many shared deals, the latest comes first', () => {
  const deal = (date: string | null, ...ids: string[]) => ({ id: date, date, investor_ids: ids }) as DealRecord;
  const all = [deal('2024-01-01', 'me', 'a'), deal('2026-01-01', 'me', 'b'), deal(null, 'me', 'c')];
  expect(rankCoInvestors(all, 'me').map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});

test('the most frequent stand first, equal ones always in the same order', () => {
  fc.assert(
    fc.property(deals, (all) => {
      const found = rankCoInvestors(all, 'me');
      expect(rankCoInvestors(all.toReversed(), 'me')).toEqual(found);
      const counts = found.map(({ deals: count }) => count);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    }),
  );
});

test('the typical size is the middle half of the disclosed rounds, from four on', () => {
  const sizes = (...usd: (number | null)[]) => usd.map((one) => ({ total_round_raised: one }) as DealRecord);
  expect(findTypicalSizes(sizes(1, 2, 3, null))).toBeUndefined();
  expect(findTypicalSizes(sizes(9, 1, null, 5, 3, 7))).toEqual([3, 7]);
});

test('follow-ons are counted only where every deal is known', () => {
  const unlocked = ['a', 'b', 'a', null].map((company_id) => ({ company_id }) as DealRecord);
  expect(countFollowOns({ deals: unlocked, whole: false })).toBeUndefined();
  expect(countFollowOns({ deals: unlocked, whole: true })).toEqual({ repeated: 1, companies: 2 });
});
