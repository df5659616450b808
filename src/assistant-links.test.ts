// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { lookUpPeople } from '#contract/people.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { router } from './dashboard/app/routes.tsx';
import { buildAskLink, buildSearchLink, listLinks } from './gateway/mcp/screen-links.ts';

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
