import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { companyCatalogue, companyFilters } from './company-filters.ts';
import { searchCompanies } from './companies.ts';
import { dealCatalogue, dealFilters } from './deal-filters.ts';
import { searchDeals } from './deals.ts';
import type { BodyOf } from './endpoint.ts';
import { describeMembers, type FilterOf, type PathTo } from './filters.ts';
import { investorCatalogue } from './investor-filters.ts';
import { searchInvestors } from './investors.ts';
import { searchPeople } from './people.ts';
import { personCatalogue } from './person-filters.ts';
import type { FinancingFilter } from './request-parts.ts';

const catalogues = [
  [dealCatalogue, searchDeals.body],
  [companyCatalogue, searchCompanies.body],
  [investorCatalogue, searchInvestors.body],
  [personCatalogue, searchPeople.body],
] as const;

/** Members of a request body that are not filters, and those that a filter covers under another path. */
const paging = ['page', 'page_size', 'sort_by'];
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  // The same as `company.search_query`; a request may have only one of them.
  companies: ['search_query'],
};

/** The dotted paths of all members of a schema. */
function pathsOf(schema: z.core.$ZodType, path = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return pathsOf(schema.unwrap(), path);
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape).flatMap(([key, member]) => pathsOf(member, path === '' ? key : `${path}.${key}`));
}

test.each(catalogues)(
  '$0.name: every member of the request body has exactly one catalogue entry',
  (catalogue, body) => {
    const declared = catalogue.filters.flatMap(({ paths }) => [...paths] as string[]);
    const exceptions = [...paging, ...(elsewhere[catalogue.name] ?? [])];
    expect([...declared, ...exceptions].toSorted()).toEqual(pathsOf(body).toSorted());
  },
);

test.each(catalogues)('$0.name: names, address parameters and labels are unique', ({ filters }) => {
  const isUnique = (values: readonly string[]) => new Set(values).size === values.length;
  expect(isUnique(filters.map(({ name }) => name))).toBe(true);
  expect(isUnique(filters.flatMap(({ keys }) => [...keys]))).toBe(true);
  expect(isUnique(filters.map(({ label }) => label))).toBe(true);
});

test.each(catalogues)('$0.name: sort orders are those of the endpoint, the default first', (catalogue, body) => {
  const sorts = Object.keys(catalogue.sortLabels);
  for (const sort_by of sorts) expect(body.safeParse({ sort_by }).success).toBe(true);
  expect(body.parse({}).sort_by).toBe(sorts[0]);
});

test('describes every member of the body for the API reference', () => {
  const descriptions = describeMembers(dealCatalogue);
  expect(descriptions.get('deal.size_min')).toBe(
    'What the round raised. An undisclosed amount matches no bound. Minimum, in US dollars.',
  );
  for (const [catalogue] of catalogues) {
    for (const text of describeMembers(catalogue).values()) expect(text).toMatch(/^[A-Z].*\.$/);
  }
});

test('the address parameter of a filter is its name unless it declares one', () => {
  expect(dealFilters.location.keys).toEqual(['location']);
  expect(dealFilters.investors.keys).toEqual(['investor']);
  expect(companyFilters.about.paths).toEqual(['company.search_query', 'company.min_relevance']);
});

// A path must exist in the body and accept the values of its kind.
test('paths are checked by the compiler', () => {
  type DealBody = BodyOf<typeof searchDeals>;
  type Money = 'deal.size_min' | 'deal.size_max' | 'company.total_raised_min' | 'company.total_raised_max';
  expectTypeOf<PathTo<DealBody, number>>().toEqualTypeOf<Money | 'page' | 'page_size'>();
  expectTypeOf<PathTo<DealBody, FinancingFilter[]>>().toEqualTypeOf<'deal.financing_types'>();
  expectTypeOf<'deal.size_minimum'>().not.toExtend<PathTo<DealBody, number>>();
  expectTypeOf<'deal.date_start'>().not.toExtend<PathTo<DealBody, number>>();
  expectTypeOf<'company.ipo_status'>().not.toExtend<PathTo<DealBody, string[]>>();
  expectTypeOf<PathTo<BodyOf<typeof searchPeople>, boolean>>().toEqualTypeOf<'investor.deals.only_lead_deals'>();
  expectTypeOf(dealFilters.size).toExtend<FilterOf<'moneyRange'>>();
  expectTypeOf(dealFilters.size.keys).toExtend<readonly ['min', 'max']>();
  expect(dealFilters.size.paths).toEqual(['deal.size_min', 'deal.size_max']);
});
