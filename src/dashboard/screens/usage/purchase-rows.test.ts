import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Purchase, purchaseState } from '#contract/workspace/purchases.ts';
import { formatUtcDay } from '../../platform/format.ts';
import { buildUsageRows, filterPurchases, groupPurchases, sumPurchases } from './purchase-rows.tsx';

const base: Purchase = {
  id: '',
  by: null,
  screen: '/deals?run=1',
  endpoint: 'searchDeals',
  summary: 'Search deals',
  method: 'POST',
  path: '/deals',
  body: {},
  quoted_tenths: 500,
  billed_tenths: 10,
  state: 'billed',
  rows: 1,
  unlocked_rows: 0,
  status: 200,
  code: null,
  message: null,
  request_id: null,
  started_at: '2026-01-01T00:00:00Z',
  ended_at: null,
  dismissed: false,
};
const toMoment = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

const drawn: fc.Arbitrary<Purchase> = fc
  .record({
    id: fc.uuid(),
    second: fc.nat(3 * 86_400),
    size: fc.integer({ min: 1, max: 3 }),
    page: fc.nat(3),
    page_size: fc.constantFrom(1, 10, 25),
    billed_tenths: fc.option(fc.nat(500), { nil: null }),
    state: fc.constantFrom(...purchaseState.options),
  })
  .map(({ second, size, page, page_size, ...purchase }) => ({
    ...base,
    ...purchase,
    started_at: toMoment(second),
    body: { deal: { size_min: size }, page, page_size },
  }));

test('grouping loses no call, keeps pages of a search together, and every choice of days sums up to the whole', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 40 }), (calls) => {
      const byId = (one: Purchase, other: Purchase) => one.id.localeCompare(other.id);
      const groups = groupPurchases(calls);
      expect(groups.flatMap((group) => group.calls).toSorted(byId)).toEqual(calls.toSorted(byId));
      expect(groups.length).toBeLessThanOrEqual(3);
      const opened = buildUsageRows(groups, new Set(groups.map(({ id }) => id)), []);
      expect(opened.filter(({ kind }) => kind === 'call')).toHaveLength(calls.length);
      const days = new Set(calls.map((call) => formatUtcDay(Date.parse(call.started_at))));
      const byDay = [...days].map((day) => sumPurchases(filterPurchases(calls, { day })).billed_tenths);
      expect(byDay.reduce((sum, one) => sum + one, 0)).toBe(sumPurchases(calls).billed_tenths);
      const rejected = filterPurchases(calls, { outcome: 'rejected' });
      expect(rejected.every(({ state }) => state === 'rejected')).toBe(true);
    }),
  );
});

test('what unlocks more from the rows of a search is listed with that search, under its words', () => {
  const screen = '/deals?round=SEED&run=1';
  const body = { deal: { financing_types: [{ type: 'SEED' }] }, page: 0, page_size: 25 };
  const search: Purchase = { ...base, id: 'search', started_at: toMoment(1), screen, body };
  const names = {
    ...search,
    id: 'names',
    started_at: toMoment(2),
    path: '/companies',
    body: { company: { ids: ['one'] } },
  };
  const investors = {
    ...search,
    id: 'investors',
    started_at: toMoment(3),
    path: '/deals/one/investors',
    screen: `${screen}&open=one`,
  };
  const elsewhere = { ...investors, id: 'elsewhere', started_at: toMoment(4), screen: '/deals?round=SERIES_A&run=1' };
  const groups = groupPurchases([search, names, investors, elsewhere]);
  expect(groups.map((group) => group.calls.map(({ id }) => id))).toEqual([
    ['elsewhere'],
    ['investors', 'names', 'search'],
  ]);
  expect(groups[1]?.search).toBe(search);
  const profile = { ...names, id: 'profile', screen: '/companies/one', path: '/people' };
  expect(groupPurchases([profile, { ...investors, screen: '/companies/one' }])).toMatchObject([
    { profile: 'A profile', calls: [{ id: 'investors' }, { id: 'profile' }] },
  ]);
  expect(buildUsageRows(groups, new Set(), [])[1]).toMatchObject({ call: search, totals: { billed_tenths: 30 } });
});
