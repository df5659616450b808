// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { deals } from '../../deals/deals.ts';
import { type DealRecord, unlockedCompanies, unlockedDeals } from '../../../../records/records.ts';
import { findAddress, type SearchQuery } from '../query/search-query.ts';
import { estimateUnlocked, findUnlockedRows } from './unlocked-rows.ts';
import { buildResults } from './testing-results.ts';

const { blank } = findAddress(deals);
const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
const buildDeal = (number: number, raised: number | null): DealRecord => ({
  id: `d${String(number).padStart(3, '0')}`,
  company_id: `c${number % 3}`,
  investor_ids: [`i${number % 2}`],
  angel_investor_ids: [],
  financings: [],
  round_type: number % 2 === 0 ? 'SEED' : 'SERIES_A',
  extension: false,
  pre: false,
  intermediate: 'NONE',
  date: dayOf(number),
  created_at: dayOf(number),
  total_round_raised: raised,
  deal_descriptions: null,
  valuation: null,
});
const toDayText = (number: number) => dayOf(number).slice(0, 10);
const count = (query: Partial<SearchQuery>, loaded: readonly string[] = []) =>
  findUnlockedRows({ resource: deals, query: { ...blank, ...query } }, new Set(loaded)).values.length;

beforeEach(() => {
  for (const store of [unlockedDeals, unlockedCompanies]) store.reset();
});

test('exactly the unlocked deals that fit every filter and are not loaded are found', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.nat(100), { nil: null }), { minLength: 1, maxLength: 30 }),
      fc.nat(30),
      fc.nat(30),
      fc.nat(100),
      fc.nat(30),
      (amounts, from, days, min, loaded) => {
        unlockedDeals.reset();
        const all = amounts.map((raised, number) => buildDeal(number, raised));
        unlockedDeals.add(all);
        const seen = all.slice(0, loaded).map(({ id }) => id);
        const fits = amounts.filter(
          (raised, number) =>
            number >= loaded && number >= from && number <= from + days && number % 2 === 0 && (raised ?? -1) >= min,
        );
        const query = {
          round: [{ type: 'SEED' as const, pre: false, extension: false }],
          from: toDayText(from),
          to: toDayText(from + days),
          min,
        };
        expect(count(query, seen)).toBe(fits.length);
      },
    ),
  );
});

test('a filter that this device cannot check finds none, so that no warning is wrong', () => {
  unlockedDeals.add([buildDeal(0, 1)]);
  expect(count({})).toBe(1);
  expect(count({ person: [{ id: 'p', name: 'P' }] })).toBe(0);
  const germany = { permalink: 'germany', kind: 'COUNTRY', name: 'Germany' };
  expect(count({ location: [germany] })).toBe(0);
  unlockedCompanies.add([{ id: 'c0', location: { country: { permalink: 'germany', name: 'Germany' } } } as never]);
  expect(count({ location: [germany] })).toBe(1);
});

test('what is beyond the reach of the next page does not count', () => {
  unlockedDeals.add(Array.from({ length: 100 }, (_, number) => buildDeal(number, 1)));
  const search = { resource: deals, query: blank };
  const ids = Array.from({ length: 10 }, (_, row) => buildDeal(99 - row, 1).id);
  const results = buildResults(ids);
  const unlocked = findUnlockedRows(search, new Set(ids));
  expect(unlocked.values).toHaveLength(90);
  expect(estimateUnlocked(search, unlocked, 20, results)).toBeLessThanOrEqual(20);
  expect(estimateUnlocked(search, unlocked, 20, results)).toBeGreaterThanOrEqual(15);
  expect(estimateUnlocked(search, unlocked, 25, undefined)).toBe(25);
});

test('the largest amounts do not make smaller ones count as near', () => {
  const amounts = [1900, 1600, 1400, 1000, 950, 900, 850, 800, 750, 710];
  unlockedDeals.add([
    ...amounts.map((raised, number) => buildDeal(number, raised * 1e6)),
    ...Array.from({ length: 25 }, (_, number) => buildDeal(10 + number, 3e6)),
    buildDeal(50, 600e6),
  ]);
  const search = { resource: deals, query: { ...blank, sort: 'largest_raise' } };
  const ids = amounts.map((_, number) => buildDeal(number, 0).id);
  const unlocked = findUnlockedRows(search, new Set(ids));
  expect(estimateUnlocked(search, unlocked, 10, buildResults(ids))).toBe(1);
});
