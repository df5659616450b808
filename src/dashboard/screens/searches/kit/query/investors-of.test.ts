import { expect, test } from 'vitest';
import { companyCatalogue } from '#contract/company-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import type { SearchCatalogue } from '#contract/filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { parseRawSearch } from '../../../../platform/url/raw-search.ts';
import { findInvestorsOf } from './investors-of.ts';
import { buildBody, readQuery } from './search-query.ts';

const buildInvestorsBody = (catalogue: SearchCatalogue, address: string) => {
  const query = findInvestorsOf(catalogue, readQuery(catalogue, parseRawSearch(address)));
  return query && buildBody(investorCatalogue.filters, query);
};

const place = 'location=nordics~REGION~Nordics';
const company = '00000000-0000-4000-8000-000000000001';

test('the investors of deals are asked for with every filter of the deals, about one deal', () => {
  const industries = 'industry=fintech~INDUSTRY~Fintech&industry=climate~SUPER_CATEGORY~Climate';
  const rounds = 'round=SERIES_A&from=2026-07-01&to=2026-09-30&min=5000000&max=20000000';
  const others = `employees=11-50&raised_min=1000000&ipo=private&company=${company}~Acme`;
  expect(buildInvestorsBody(dealCatalogue, `${rounds}&${place}&${industries}&${others}&rows=100`)).toEqual({
    company_investments: {
      financing_types: [{ type: 'SERIES_A', pre: false, extension: false }],
      deal_start_date: '2026-07-01',
      deal_end_date: '2026-09-30',
      deal_size_min: 5_000_000,
      deal_size_max: 20_000_000,
      locations: ['nordics'],
      industries: ['fintech'],
      super_categories: ['climate'],
      employee_count: ['11-50'],
      total_raised_min: 1_000_000,
      ipo_status: ['private'],
      company_ids: [company],
    },
    page: 0,
    page_size: 25,
    sort_by: 'matching_deals',
  });
});

test('the investors of companies are asked for by what the companies do', () => {
  expect(buildInvestorsBody(companyCatalogue, `about=batteries+for+trucks&relevance=0.5&${place}`)).toMatchObject({
    company_investments: { search_query: 'batteries for trucks', min_relevance: 0.5, locations: ['nordics'] },
    sort_by: 'matching_deals',
  });
});

test.each([
  ['no filter', dealCatalogue, 'sort=largest_raise'],
  ['the day a deal was added', dealCatalogue, `${place}&added_from=2026-01-01`],
  ['an investor', dealCatalogue, `${place}&investor=${company}~Northgate`],
  ['the latest round of companies', companyCatalogue, `${place}&round=SEED`],
])('no search for investors asks the same as %s', (_, catalogue, address) => {
  expect(buildInvestorsBody(catalogue, address)).toBeUndefined();
});
