import { expect, test } from 'vitest';
import { investorSearchFilters } from '#contract/investors.ts';
import { searchDeals } from '#contract/deals.ts';
import { convertToDealSearch } from './matching-deals.ts';

const id = '11111111-1111-4111-8111-111111111111';
const parse = (investments: object) =>
  investorSearchFilters.parse({ company_investments: investments }).company_investments!;

test('portfolio filters become a valid search for the deals that they count', () => {
  const body = convertToDealSearch(
    parse({
      locations: ['germany'],
      industries: ['biotech-1a2b'],
      employee_count: ['1-10'],
      total_raised_min: 5,
      company_ids: [id],
      financing_types: [{ type: 'SEED' }],
      deal_size_min: 1,
      deal_size_max: 2,
      deal_start_date: '2026-01-01',
      deal_end_date: '2026-02-01',
      min_matching_deals: 3,
    }),
    id,
  );
  expect(searchDeals.body.parse(body)).toMatchObject({
    deal: {
      financing_types: [{ type: 'SEED', pre: false, extension: false }],
      size_min: 1,
      size_max: 2,
      date_start: '2026-01-01',
      date_end: '2026-02-01',
    },
    company: {
      company_ids: [id],
      locations: ['germany'],
      industries: ['biotech-1a2b'],
      employee_count: ['1-10'],
      total_raised_min: 5,
    },
    investors: { investor_ids: [id] },
  });
});

test('filters that no search for deals has are not converted', () => {
  expect(convertToDealSearch(parse({ search_query: 'satellites' }), id)).toBeUndefined();
  expect(convertToDealSearch(parse({ only_lead_deals: true, locations: ['germany'] }), id)).toBeUndefined();
});
