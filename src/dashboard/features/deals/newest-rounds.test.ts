// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { unlockedDeals } from '../../library/records/records.ts';
import { buildBody } from '../../search/query/search-query.ts';
import { getMember } from '../../search/query/sentence.ts';
import { listLeafPaths, drawQueries } from '../../search/testing-resource.ts';
import { buildNewestRound, newestRounds } from './newest-rounds.ts';
import { deals } from './deals.ts';

beforeEach(() => unlockedDeals.reset());

test('the cheaper request is accepted by the service and sends every value of the usual one', () => {
  fc.assert(
    fc.property(drawQueries(deals), (query) => {
      const body = buildBody(deals.filters, query);
      const cheaper = newestRounds.convert(body);
      if (!cheaper) return;
      expect(searchCompanies.body.safeParse(cheaper).error).toBeUndefined();
      const read = (from: object) =>
        listLeafPaths(from)
          .filter((path) => path !== 'sort_by')
          .map((path) => JSON.stringify(getMember(from as never, path)))
          .toSorted();
      expect(read(cheaper)).toEqual(read(body));
    }),
    { numRuns: 200 },
  );
});

test('it is not offered where it would answer something else', () => {
  const round = { deal: { date_start: '2026-01-01' }, page: 0, page_size: 25 };
  expect(newestRounds.convert({ ...round, sort_by: 'most_recent_deal' })).toBeDefined();
  expect(newestRounds.convert({ ...round, sort_by: 'largest_raise' })).toBeUndefined();
  const sorted = { ...round, sort_by: 'most_recent_deal' };
  expect(newestRounds.convert({ ...sorted, identifiers: { deal_ids: ['x'] } })).toBeUndefined();
  expect(newestRounds.convert({ ...sorted, investors: { people_ids: ['x'] } })).toBeUndefined();
  expect(newestRounds.convert({ sort_by: 'most_recent_deal', page: 0, page_size: 25 })).toBeUndefined();
});

test('a company without a round gives no deal, and what was never loaded is marked', () => {
  expect(buildNewestRound({ id: 'c', latest_deal: null } as never)).toBeUndefined();
  const latest = { id: 'd', type: 'SEED', investors: ['i'], description: null, total_round_raised: 5 };
  expect(buildNewestRound({ id: 'c', latest_deal: latest } as never)).toMatchObject({
    id: 'd',
    company_id: 'c',
    round_type: 'SEED',
    investor_ids: ['i'],
    total_round_raised: 5,
    fromCompany: true,
  });
});
