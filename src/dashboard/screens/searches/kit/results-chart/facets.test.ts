import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DealFacets, listStageRounds, sizeBounds } from '#contract/facets.ts';
import { deals } from '../../deals/deals.ts';
import { findAddress, type SearchQuery } from '../query/search-query.ts';
import { listFacets } from './facets.ts';

const { blank } = findAddress(deals);
const counts: Partial<DealFacets> = {
  rounds: [...listStageRounds('SEED'), ...listStageRounds('SERIES_A')].map((round, at) => ({
    ...round,
    deals: at + 1,
  })),
  locations: ['Germany', 'France', 'Spain'].map((name, at) => ({
    permalink: name.toLowerCase(),
    name,
    location_type: 'COUNTRY',
    deals: 9 - at,
  })),
  industries: [{ permalink: 'robotics', name: 'Robotics', industry_type: 'INDUSTRY', deals: 4 }],
  sizes: [null, ...sizeBounds].map((min, at) => ({ min, deals: at })),
  months: ['2026-09', '2026-10', '2026-11'].map((month) => ({ month, stage: 'SEED', deals: 2 })),
};
const findValue = (query: SearchQuery, name: string) =>
  listFacets(query, counts)
    .flatMap(({ values }) => values)
    .find((value) => value.name === name)!;

test('a value shows what it leaves, and pressing it twice leaves the query as it was, whatever was pressed before', () => {
  const names = listFacets(blank, counts).flatMap(({ values }) => values.map(({ name }) => name));
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...names), { maxLength: 4 }), fc.constantFrom(...names), (before, name) => {
      const press = (query: SearchQuery, one: string) => ({ ...query, ...findValue(query, one).change });
      const query = before.reduce(press, blank);
      if (findValue(query, name).isChosen) return;
      const narrowed = press(query, name);
      expect(findValue(narrowed, name)).toMatchObject({ isChosen: true, count: findValue(query, name).count });
      expect(findValue(press(narrowed, name), name).isChosen).toBe(false);
    }),
  );
});

test('stages include extensions, sizes are whole bands, months are whole months', () => {
  expect(findValue(blank, 'Seed')).toMatchObject({ count: 3, change: { round: listStageRounds('SEED') } });
  expect(findValue(blank, '$5–10M').change).toEqual({ min: 5e6, max: 9_999_999 });
  expect(findValue(blank, 'Nov 2026').change).toEqual({ from: '2026-11-01', to: '2026-11-30' });
});
