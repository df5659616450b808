// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookUpPeople } from '#contract/people.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { router } from './dashboard/app/routes.tsx';
import type { RawSearch } from './dashboard/platform/url/raw-search.ts';
import { companies as companyScreen } from './dashboard/screens/searches/companies/companies.ts';
import { deals as dealScreen } from './dashboard/screens/searches/deals/deals.ts';
import { investors as investorScreen } from './dashboard/screens/searches/investors/investors.ts';
import { buildBody, buildUrlSchema, type SearchQuery } from './dashboard/screens/searches/kit/query/search-query.ts';
import { drawQueries, listLeafPaths } from './dashboard/screens/searches/kit/testing-resource.ts';
import { people as personScreen } from './dashboard/screens/searches/people/people.ts';
import { readUrl } from './dashboard/platform/url/url.ts';
import { createEndpointTools } from './gateway/mcp/endpoint-tools.ts';
import type { ObjectJsonSchema } from './gateway/mcp/tool-schemas.ts';
import { buildAskLink, buildScreenLink, buildSearchLink, listLinks } from './gateway/mcp/screen-links.ts';

/** The links that tools of assistants return, held against the screens of the dashboard. */

const base = 'https://funds.example';
const [company, deal, person] = ['c0', 'd0', 'a0'].map((start) => `${start}000000-0000-4000-8000-000000000001`);

/** The route and the parameters that the dashboard reads of a link. */
function readLink(link: string) {
  const { pathname, search, origin } = new URL(link);
  expect(origin).toBe(base);
  const matches = router.matchRoutes(pathname, router.options.parseSearch(search));
  return matches.at(-1)!;
}

test('a record of a tool opens its profile, and a deal that of its company', () => {
  const deals = listLinks(base, searchDeals.id, { deals: [{ id: deal, company_id: company }, { id: person }] });
  expect(Object.keys(deals)).toEqual([deal]);
  expect(readLink(deals[deal!]!)).toMatchObject({ fullPath: '/companies/$id', params: { id: company } });
  const investors = listLinks(base, searchInvestors.id, { investors: [{ id: company }] });
  expect(readLink(investors[company!]!)).toMatchObject({ fullPath: '/investors/$id', params: { id: company } });
  const people = listLinks(base, lookUpPeople.id, { people: [{ id: person }] });
  expect(readLink(people[person!]!)).toMatchObject({ fullPath: '/people/$id', params: { id: person } });
});

test('a sentence and a saved search open as they are', () => {
  const sentence = 'seed deals in Boston & over $2M';
  expect(readLink(buildAskLink(base, sentence))).toMatchObject({ fullPath: '/', search: { ask: [sentence] } });
  const saved = readLink(buildSearchLink(base, { screen: 'deals', search: '?raised_min=1000000' }));
  expect(saved).toMatchObject({ fullPath: '/deals', search: { raised_min: ['1000000'] } });
});

test.each([dealScreen, companyScreen, investorScreen, personScreen])(
  '$name: the screen of a tool call reads back every argument',
  (resource) => {
    const schema = buildUrlSchema(resource);
    fc.assert(
      fc.property(drawQueries(resource), (query) => {
        const { page: _, page_size: __, ...sent } = buildBody(resource.filters, query);
        const { fullPath, search } = readLink(buildScreenLink(base, resource, sent));
        expect(fullPath).toBe(`/${resource.name}`);
        const { value, unread } = readUrl(schema, search as RawSearch);
        expect(unread).toEqual([]);
        expect(buildBody(resource.filters, value as SearchQuery)).toMatchObject(sent);
        expect(listLeafPaths(buildBody(resource.filters, value as SearchQuery)).toSorted()).toEqual(
          [...listLeafPaths(sent), 'page', 'page_size'].toSorted(),
        );
        // A search is run, and so perhaps bought, by a press.
        expect(value).not.toHaveProperty('run');
      }),
    );
  },
);

test.each([dealScreen, companyScreen, investorScreen, personScreen])(
  '$name: every argument of the tool is a filter of the screen',
  ({ name, filters }) => {
    const tool = createEndpointTools(true).find((one) => one.name === `search_${name}`);
    const other = name === 'companies' ? ['search_query'] : [];
    expect(listArguments(tool!.input).toSorted()).toEqual(
      ['page', 'page_size', 'sort_by', ...other, ...filters.flatMap(({ paths }) => [...paths])].toSorted(),
    );
  },
);

const listArguments = (schema: ObjectJsonSchema, path = ''): string[] =>
  Object.entries(schema.properties).flatMap(([name, member]) =>
    'properties' in member ? listArguments(member as ObjectJsonSchema, `${path}${name}.`) : [`${path}${name}`],
  );

test('a description of companies opens from both of its places', () => {
  const { search } = readLink(buildScreenLink(base, companyScreen, { search_query: 'robots' }));
  const section = readLink(buildScreenLink(base, companyScreen, { company: { search_query: 'robots' } }));
  expect(search).toEqual(section.search);
});
