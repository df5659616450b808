import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecordIndex } from './service/index/record-index.ts';
import { openForTests } from './testing/open-for-tests.ts';
import { startService } from './testing/service.ts';
import type { DealFacets } from '#contract/facets.ts';
import { splitIntoBatches } from '#contract/quote.ts';
import { maxCountedSearches } from '#contract/totals.ts';
import { maxValues } from './dashboard/screens/searches/kit/results-chart/facets.ts';
import { companies } from './dashboard/screens/searches/companies/companies.ts';
import { investors } from './dashboard/screens/searches/investors/investors.ts';
import { people } from './dashboard/screens/searches/people/people.ts';
import { buildBody, findAddress, type SearchQuery } from './dashboard/screens/searches/kit/query/search-query.ts';
import {
  buildCountBodies,
  listFields,
  listRecordFacets,
} from './dashboard/screens/searches/kit/results-chart/record-facets.ts';

const index = createRecordIndex();
const service = openForTests(() => startService({ demo: true, index }), 120_000);

const frequent = {
  locations: [['united-states', 'United States'] as const, ['germany', 'Germany'] as const].map(
    ([permalink, name]) => ({
      permalink,
      name,
      kind: 'COUNTRY',
    }),
  ),
  industries: [{ permalink: 'software', name: 'Software', kind: 'INDUSTRY' }],
};

async function count(path: string, body: object): Promise<{ total?: number; totals?: number[] }> {
  const sent = await service.inject('POST', `/account${path}`, { body });
  return sent.json<{ data: { total?: number; totals?: number[] } }>().data;
}

test.each([companies, investors, people])(
  'of $name each value shows how many a search with it finds, and pressing it twice leaves the query as it was',
  async (resource) => {
    await index.update(service.sql);
    const { blank } = findAddress(resource);
    const listGroups = async (query: SearchQuery) => {
      const fields = listFields(resource, query, frequent, '2026-11-29');
      const searches = buildCountBodies(resource, query, fields);
      const { totals = [] } = await count(`/${resource.name}/totals`, { searches });
      expect(totals).toHaveLength(searches.length);
      return listRecordFacets(query, fields, totals);
    };
    const all = (await listGroups(blank)).flatMap(({ values }) => values);
    expect(all.length).toBeGreaterThan(10);
    await fc.assert(
      fc.asyncProperty(fc.subarray(all, { minLength: 1, maxLength: 3 }), fc.nat(), async (pressed, place) => {
        const query = pressed.reduce<SearchQuery>((before, { change }) => ({ ...before, ...change }), blank);
        const groups = await listGroups(query);
        const group = groups[place % groups.length];
        const value = group?.values.find(({ isChosen }) => !isChosen);
        if (!value) return;
        const next = { ...query, ...value.change };
        const { total } = await count(`/${resource.name}/total`, buildBody(resource.filters, next, 0, 1));
        expect(value.count, value.name).toBe(total);
        const again = (await listGroups(next)).find(({ label }) => label === group?.label)?.values ?? [];
        expect(again.find(({ name }) => name === value.name)).toMatchObject({ isChosen: true, count: value.count });
      }),
      { numRuns: 8 },
    );
  },
  60_000,
);

test('the countries of a small search are its own most frequent ones, however rare they are in all deals', async () => {
  await index.update(service.sql);
  const facets = await service.inject('POST', '/account/facets', {
    body: { deals: { page_size: 1 }, by: ['locations', 'industries'] },
  });
  const { locations = [], industries = [] } = facets.json<{ data: { facets: DealFacets } }>().data.facets;
  const places = {
    locations: locations
      .filter(({ location_type: kind }) => kind === 'COUNTRY')
      .map((one) => ({ ...one, kind: 'COUNTRY' })),
    industries: industries.map((one) => ({ ...one, kind: one.industry_type })),
  };
  const { blank } = findAddress(companies);
  for (const industry of places.industries.slice(-10)) {
    const query: SearchQuery = { ...blank, industry: [industry] };
    const fields = listFields(companies, query, places, '2026-11-29');
    const totals: number[] = [];
    for (const searches of splitIntoBatches(buildCountBodies(companies, query, fields), maxCountedSearches)) {
      totals.push(...((await count('/companies/totals', { searches })).totals ?? []));
    }
    const label = fields.find(({ filter }) => filter.kind === 'locations')?.filter.label;
    const shown = listRecordFacets(query, fields, totals).find((group) => group.label === label)?.values ?? [];
    const body = buildBody(companies.filters, query, 0, 500);
    const found = (await service.inject('POST', '/api/v1/companies', { body })).json<{
      data: { companies: { location: { country?: { permalink: string } } }[] };
    }>().data.companies;
    const countries = found.flatMap(({ location }) => location.country?.permalink ?? []);
    const counts = [...new Set(countries)].map((one) => countries.filter((other) => other === one).length);
    const expected = counts.toSorted((one, other) => other - one);
    expect(shown.map((value) => value.count)).toEqual(expected.slice(0, maxValues));
  }
});
