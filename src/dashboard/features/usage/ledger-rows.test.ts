import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatUtcDay, sumCalls } from '../../purchase/ledger.ts';
import { outcomes, type LoggedCall } from '../../purchase/journal-entry.ts';
import { filterCalls, listCallDays, groupCalls, buildLedgerRows } from './ledger-rows.tsx';

const drawn: fc.Arbitrary<LoggedCall> = fc
  .record({
    id: fc.uuid(),
    at: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 4) }),
    size: fc.integer({ min: 1, max: 3 }),
    page: fc.nat(3),
    page_size: fc.constantFrom(1, 10, 25),
    billedTenths: fc.nat(500),
    outcome: fc.constantFrom(...outcomes),
  })
  .map(({ size, page, page_size: rows, ...call }) => ({
    ...call,
    place: '/deals?asked=1',
    method: 'POST' as const,
    path: '/deals',
    summary: 'Search deals',
    body: { deal: { size_min: size }, page, page_size: rows },
    quotedTenths: 500,
    calls: 1,
    rows: null,
    unlockedRows: null,
  }));

test('grouping loses no call, keeps pages of a question together, and every choice of days sums up to the whole', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 40 }), (calls) => {
      const groups = groupCalls(calls);
      expect(groups.flatMap((group) => group.calls).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
        calls.toSorted((a, b) => a.id.localeCompare(b.id)),
      );
      const paid = groups.filter((group) => group.calls.every(({ outcome }) => outcome !== 'free'));
      expect(paid.length).toBeLessThanOrEqual(3);
      const opened = buildLedgerRows(groups, new Set(groups.map(({ id }) => id)), []);
      expect(opened.filter(({ kind }) => kind === 'call')).toHaveLength(calls.length);
      const days = listCallDays(calls, {});
      const byDay = days.map((day) => sumCalls(filterCalls(calls, { day })).billedTenths);
      expect(byDay.reduce((sum, one) => sum + one, 0)).toBe(sumCalls(calls).billedTenths);
      for (const day of days) {
        expect(filterCalls(calls, { day, outcome: 'rejected' }).every(({ at }) => formatUtcDay(at) === day)).toBe(true);
      }
    }),
  );
});
