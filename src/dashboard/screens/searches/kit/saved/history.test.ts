import fc from 'fast-check';
import { listStageRounds } from '#contract/facets.ts';
import { expect, test } from 'vitest';
import { describeRequest, describeSaved, suggestSearchName } from './history.ts';

const summary = 'Search deals';
const describeBody = (body: Record<string, unknown>, search = '') =>
  describeRequest({ method: 'POST', path: '/deals', body, summary }, search);

test.each([
  [{}, '', 'All deals; newest first'],
  [{ page: 0, page_size: 25, sort_by: 'largest_raise' }, '', 'All deals; largest first'],
  [
    {
      deal: {
        financing_types: [...listStageRounds('SEED'), ...listStageRounds('SERIES_A')],
        size_min: 1e6,
        size_max: 1e7,
        date_start: '2026-01-01',
      },
      company: { locations: ['germany', 'france'], super_categories: ['fintech'] },
      sort_by: 'most_recent_deal',
    },
    '?location=germany~COUNTRY~Germany&location=france~COUNTRY~France&industry=fintech~SUPER_CATEGORY~Fintech',
    'Deals: Seed or Series A, announced since 1 Jan 2026, raised $1M to $10M, in Germany or France, in Fintech; newest first',
  ],
  [{ company: { locations: ['california-united-states'] } }, '', 'Deals: in California United States; newest first'],
  [
    { identifiers: { deal_ids: Array.from({ length: 500 }, (_, index) => `id ${index}`) } },
    '',
    'Deals: only 500 deals; newest first',
  ],
  [
    { deal: { size_max: 5e6, created_end: '2026-02-01' } },
    '',
    'Deals: raised at most $5M, added until 1 Feb 2026; newest first',
  ],
  [{ deal: { colour: 'red' }, sort_by: 'by_colour' }, '', 'Deals: colour red; sorted by by colour'],
] as const)('describes %j', (body, search, sentence) => {
  expect(describeBody(body as never, search)).toBe(sentence);
});

test.each([
  [{}, 'All deals'],
  [
    {
      deal: {
        financing_types: listStageRounds('SERIES_A'),
        date_start: '2025-11-27',
        date_end: '2026-11-26',
      },
      company: { locations: ['europe'], industries: ['financial-technology'] },
    },
    'Series A, in Europe, in Financial Technology',
  ],
  [{ deal: { date_start: '2026-01-01' } }, 'Announced since 1 Jan 2026'],
])('suggests a name of whole filters for %j', (body, name) => {
  expect(suggestSearchName({ screen: 'deals', search: '', body, via: null, columns: null })).toBe(name);
});

test('cuts off a suggested name where its only filter is too long', () => {
  const body = { company: { locations: Array.from({ length: 9 }, (_, index) => `new-place-${index}`) } };
  const name = suggestSearchName({ screen: 'deals', search: '', body, via: null, columns: null });
  expect(name).toMatch(/^In New Place 0, New Place 1, .*…$/);
  expect(name.length).toBeLessThanOrEqual(61);
});

test('describes a lookup with what it looked for', () => {
  const lookup = { method: 'GET', path: '/investor/search?name=Ridge+%26+Co', summary: 'Look up investors' } as const;
  expect(describeRequest(lookup)).toBe('Look up investors: Ridge & Co');
  const id = '0f3ab12c-0000-4000-8000-000000000000';
  expect(describeRequest({ method: 'GET', path: `/deals/${id}/investors`, summary: 'Read who took part' })).toBe(
    'Read who took part',
  );
});

test('describes any body, whatever a hosted service or an older version sent', () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
  const member = fc.oneof(
    fc.string(),
    fc.constantFrom('deal', 'company', 'size_min', 'date_end', 'deal_ids', 'financing_types', 'locations'),
  );
  const section = fc.dictionary(member, fc.oneof(value, fc.dictionary(member, value)));
  fc.assert(
    fc.property(section, fc.string(), (body, search) => {
      expect(describeBody(body, search)).toMatch(/^(Deals:|All deals;)/);
    }),
  );
});

test('a question of the market is described and named by its filters', () => {
  const body = { deals: { company: { locations: ['germany'] } }, blocks: ['clock'], period: 'month' };
  expect(describeSaved({ screen: 'market', search: '', body })).toBe('Market of deals: in Germany; newest first');
  expect(suggestSearchName({ screen: 'market', search: '', body, via: null, columns: null })).toBe('In Germany');
});
