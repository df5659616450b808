// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { getMember } from '#contract/filters.ts';
import { convertToNewestRounds } from '#contract/newest-rounds.ts';
import { priceFirstPage } from '../kit/fetch/buy-rows.ts';
import { chooseRequest, findNewestRounds } from '../kit/fetch/extras.ts';
import { buildBody } from '../kit/query/search-query.ts';
import { drawQueries, listLeafPaths } from '../kit/testing-resource.ts';
import { deals } from './deals.ts';

test('the cheaper request is accepted by the service and sends every value of the usual one', () => {
  fc.assert(
    fc.property(drawQueries(deals), (query) => {
      const body = buildBody(deals.filters, query);
      const cheaper = convertToNewestRounds(body);
      if (!cheaper) return;
      expect(searchCompanies.body.safeParse(cheaper).error).toBeUndefined();
      const read = (from: Readonly<Record<string, unknown>>) =>
        listLeafPaths(from)
          .filter((path) => path !== 'sort_by')
          .map((path) => JSON.stringify(getMember(from, path)))
          .toSorted();
      expect(read(cheaper)).toEqual(read(body));
    }),
    { numRuns: 200 },
  );
});

test('it is not offered where it would answer something else', () => {
  const round = { deal: { date_start: '2026-01-01' }, page: 0, page_size: 25 };
  expect(convertToNewestRounds({ ...round, sort_by: 'most_recent_deal' })).toBeDefined();
  expect(convertToNewestRounds({ ...round, sort_by: 'largest_raise' })).toBeUndefined();
  const sorted = { ...round, sort_by: 'most_recent_deal' };
  expect(convertToNewestRounds({ ...sorted, identifiers: { deal_ids: ['x'] } })).toBeUndefined();
  expect(convertToNewestRounds({ ...sorted, investors: { people_ids: ['x'] } })).toBeUndefined();
  expect(convertToNewestRounds({ sort_by: 'most_recent_deal', page: 0, page_size: 25 })).toBeUndefined();
});

test('every round is asked for unless the user chooses less, and the cheaper request is never dearer', () => {
  fc.assert(
    fc.property(drawQueries(deals), (query) => {
      const { rounds: _, ...unchosen } = query;
      const chosen = chooseRequest(deals, unchosen);
      expect(chosen.rounds).not.toBe('newest');
      const newest = findNewestRounds(deals, unchosen);
      const price = (one: typeof query) => priceFirstPage({ resource: deals, query: one }, false);
      if (newest) expect(price(newest)).toBeLessThanOrEqual(price(chosen));
    }),
  );
});
