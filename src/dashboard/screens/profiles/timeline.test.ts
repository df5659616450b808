import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DealRecord } from '../../records/records.ts';
import { buildTimeline, countMonths, formatRoundsOf, rankBackers } from './company-rounds.tsx';

const buildDeal = (id: string, date: string | null) => ({ id, date }) as DealRecord;
const latest = { id: 'new', date: '2026-05-01T00:00:00Z', type: 'SEED', investors: ['f'] } as never;

test('the latest round of the record is shown before the rounds are unlocked, and once afterwards', () => {
  const before = buildTimeline({ id: 'c', latest_deal: latest }, [buildDeal('old', '2024-04-30T00:00:00Z')]);
  expect(before.map(({ deal, isPartial, monthsSince }) => [deal.id, isPartial, monthsSince])).toEqual([
    ['new', true, 24],
    ['old', false, undefined],
  ]);
  expect(before[0]?.deal).toMatchObject({ round_type: 'SEED', investor_ids: ['f'], company_id: 'c' });
  const after = buildTimeline({ id: 'c', latest_deal: latest }, [
    buildDeal('new', '2026-05-01T00:00:00Z'),
    buildDeal('x', null),
  ]);
  expect(after.map(({ deal, isPartial }) => [deal.id, isPartial])).toEqual([
    ['new', false],
    ['x', false],
  ]);
});

test('investors are the firms of the record, and firms and angels of the rounds, with their round or the number of rounds', () => {
  const rounds = [
    { ...buildDeal('b', '2026-05-01'), round_type: 'SERIES_B', investor_ids: ['x', 'y'] },
    { ...buildDeal('a', '2025-05-01'), round_type: 'SERIES_A', investor_ids: ['y'], angel_investor_ids: ['p'] },
  ] as DealRecord[];
  const backers = rankBackers(['x', 'z'], buildTimeline({ id: 'c', latest_deal: null }, rounds));
  expect(backers.map((one) => [one.kind, one.id, formatRoundsOf(one)])).toEqual([
    ['investor', 'y', '2 rounds'],
    ['investor', 'x', 'Series B'],
    ['person', 'p', 'Series A'],
    ['investor', 'z', ''],
  ]);
});

test('months between two days are whole ones, and turn with the days', () => {
  expect(countMonths('2026-01-31', '2026-02-28')).toBe(0);
  expect(countMonths('2025-12-15', '2026-02-15')).toBe(2);
  expect(countMonths(undefined, '2026-02-15')).toBeUndefined();
  const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(days, days, (one, other) => {
      const [from, to] = [one, other].toSorted((a, b) => a.getTime() - b.getTime());
      const text = (date: Date | undefined) => date?.toISOString().slice(0, 10);
      expect(countMonths(text(from), text(to))).toBeGreaterThanOrEqual(0);
    }),
  );
});
