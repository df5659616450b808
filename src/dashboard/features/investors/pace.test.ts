import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DealRecord } from '../../library/records/records.ts';
import { toMonthsBefore, toPace, toShare } from './pace.ts';

const day = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2026-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const toDeal = (date: string | null) => ({ id: 'x', date }) as DealRecord;

test.each([
  ['2026-11-22', 12, '2025-11-22'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2026-01-31', 24, '2024-01-31'],
])('%s less %i months is %s', (from, months, to) => {
  expect(toMonthsBefore(from, months)).toBe(to);
});

test('the two years lie side by side: the first day of neither counts, the last of both does', () => {
  const deals = ['2026-11-22T23:59:59Z', '2025-11-23T00:00:00Z', '2025-11-22T23:00:00Z', '2024-11-22T12:00:00Z'];
  expect(toPace(deals.map(toDeal), '2026-11-22', '')).toMatchObject({ now: 2, before: 1 });
});

test('every dated deal of two years counts once, and no other', () => {
  fc.assert(
    fc.property(fc.array(fc.option(day)), day, (dates, end) => {
      const until = end.slice(0, 10);
      const { now, before, fromBefore } = toPace(dates.map(toDeal), until, '');
      const inside = dates.filter((date) => date && date.slice(0, 10) > fromBefore && date.slice(0, 10) <= until);
      expect((now ?? 0) + (before ?? 0)).toBe(inside.length);
    }),
  );
});

test('a year is counted only where every deal of it is known', () => {
  const deals = [toDeal('2026-05-01T00:00:00Z')];
  expect(toPace(deals, '2026-11-22', undefined)).toMatchObject({ now: null, before: null });
  expect(toPace(deals, '2026-11-22', '2025-12-01')).toMatchObject({ now: null, before: null });
  expect(toPace(deals, '2026-11-22', '2025-11-22')).toMatchObject({ now: 1, before: null });
  expect(toPace(deals, '2026-11-22', '2024-11-22')).toMatchObject({ now: 1, before: 0 });
});

test('a share needs both figures and a whole', () => {
  expect(toShare(88, 214)).toBe('41%');
  expect(toShare(0, 3)).toBe('0%');
  expect([toShare(null, 3), toShare(1, null), toShare(0, 0)]).toEqual([undefined, undefined, undefined]);
});
