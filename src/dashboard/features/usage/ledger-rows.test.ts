import { outcomes, type LoggedCall } from '#contract/calls.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumCalls } from '../../purchase/ledger.ts';
import { filterCalls, listCallDays, groupCalls, buildLedgerRows } from './ledger-rows.tsx';
import { formatUtcDay } from '../../platform/format.ts';

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

test('what unlocks more from the rows of a search is listed with that search, under its words', () => {
  const place = '/deals?round=SEED&asked=1';
  const base = { method: 'POST', quotedTenths: 10, billedTenths: 10, calls: 1, rows: 1, unlockedRows: 0 } as const;
  const search: LoggedCall = {
    ...base,
    id: 'search',
    at: 1,
    place,
    path: '/deals',
    summary: 'Search deals',
    body: { deal: { financing_types: [{ type: 'SEED' }] }, page: 0, page_size: 25 },
    outcome: 'answered',
  };
  const names = { ...search, id: 'names', at: 2, path: '/companies', body: { company: { ids: ['one'] } } };
  const investors = { ...search, id: 'investors', at: 3, path: '/deals/one/investors', place: `${place}&open=one` };
  const elsewhere = { ...investors, id: 'elsewhere', at: 4, place: '/deals?round=SERIES_A&asked=1' };
  const groups = groupCalls([search, names, investors, elsewhere]);
  expect(groups.map((group) => group.calls.map(({ id }) => id))).toEqual([
    ['elsewhere'],
    ['investors', 'names', 'search'],
  ]);
  expect(groups[1]?.search).toBe(search);
  const profile = { ...names, id: 'profile', place: '/companies/one', path: '/people' };
  expect(groupCalls([profile, { ...investors, place: '/companies/one' }])).toMatchObject([
    { profile: 'A profile', calls: [{ id: 'investors' }, { id: 'profile' }] },
  ]);
  expect(buildLedgerRows(groups, new Set(), [])[1]).toMatchObject({ call: search, totals: { billedTenths: 30 } });
});
