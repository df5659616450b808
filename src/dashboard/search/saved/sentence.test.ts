import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toSentence } from './sentence.ts';

const summary = 'Search deals';
const ask = (body: Record<string, unknown>, search = '') =>
  toSentence({ method: 'POST', path: '/deals', body, summary }, search);

test.each([
  [{}, '', 'All deals'],
  [{ page: 0, page_size: 25, sort_by: 'largest_raise' }, '', 'All deals, largest first'],
  [
    {
      deal: {
        financing_types: [
          { type: 'SEED', pre: false, extension: false },
          { type: 'SERIES_A', pre: false, extension: false },
        ],
        size_min: 1e6,
        size_max: 1e7,
        date_start: '2026-01-01',
      },
      company: { locations: ['germany', 'france'], super_categories: ['fintech'] },
      sort_by: 'most_recent_deal',
    },
    '?location=germany~COUNTRY~Germany&location=france~COUNTRY~France&super_category=fintech~SUPER_CATEGORY~Fintech',
    'Deals: Seed or Series A, raised $1M to $10M, since 2026-01-01, in Germany or France, in Fintech, newest first',
  ],
  [{ company: { locations: ['california-united-states'] } }, '', 'Deals: in California United States'],
  [
    { identifiers: { deal_ids: Array.from({ length: 500 }, (_, index) => `id ${index}`) } },
    '',
    'Deals: exactly 500 deals',
  ],
  [{ deal: { size_max: 5e6, created_end: '2026-02-01' } }, '', 'Deals: raised at most $5M, added until 2026-02-01'],
] as const)('reads %j back', (body, search, sentence) => {
  expect(ask(body as never, search)).toBe(sentence);
});

test('reads a look-up back with what it looked for', () => {
  const lookUp = { method: 'GET', path: '/investor/search?name=Ridge+%26+Co', summary: 'Look up firms' } as const;
  expect(toSentence(lookUp)).toBe('Look up firms: Ridge & Co');
  const id = '0f3ab12c-0000-4000-8000-000000000000';
  expect(toSentence({ method: 'GET', path: `/deals/${id}/investors`, summary: 'Read who took part' })).toBe(
    'Read who took part: 0f3ab12c',
  );
});

test('has words for any body at all', () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
  const member = fc.oneof(
    fc.string(),
    fc.constantFrom('size_min', 'date_end', 'ids', 'financing_types', 'search_query'),
  );
  const section = fc.dictionary(member, fc.oneof(value, fc.dictionary(member, value)));
  fc.assert(
    fc.property(section, fc.string(), (body, search) => {
      expect(ask(body, search)).toMatch(/^(Deals:|All deals)/);
    }),
  );
});
