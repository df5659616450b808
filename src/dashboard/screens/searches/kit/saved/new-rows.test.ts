// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { calculatePrice } from '#contract/credits.ts';
import { newRowsTenths, buildNewBody, buildNewSearch } from './new-rows.ts';

const day = fc.integer({ min: 0, max: 4000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

test('requests one row added since the last check, within the filters of the search, and for at most the quoted price', () => {
  fc.assert(
    fc.property(
      day,
      fc.option(day, { nil: undefined }),
      fc.constantFrom('deals' as const, 'companies' as const),
      (since, own, screen) => {
        const section = screen === 'deals' ? 'deal' : 'latest_deal';
        const filters = { size_min: 5, ...(own === undefined ? {} : { created_start: own }) };
        const search = {
          name: 'x',
          screen,
          search: '',
          columns: null,
          body: { [section]: filters, page: 0, page_size: 25 },
        };
        const endpoint = screen === 'deals' ? searchDeals : searchCompanies;
        const body = endpoint.body.parse(buildNewBody(search, since)) as { page_size: number };
        expect(body).toMatchObject({ page: 0, page_size: 1 });
        expect(body).toHaveProperty(`${section}.size_min`, 5);
        expect(body).toHaveProperty(`${section}.created_start`, own !== undefined && own > since ? own : since);
        expect(calculatePrice(endpoint.cost, body.page_size)).toBeLessThanOrEqual(newRowsTenths);
        const address = new URLSearchParams(
          buildNewSearch({ ...search, search: own === undefined ? '' : `?added_from=${own}` }, since),
        );
        expect(address.get('added_from')).toBe(own !== undefined && own > since ? own : since);
      },
    ),
  );
});
