import { expect } from 'vitest';
import type { z } from 'zod';
import { type CompanySort, searchCompanies } from '#contract/companies.ts';
import { type DealSort, searchDeals } from '#contract/deals.ts';
import { type InvestorSort, searchInvestors } from '#contract/investors.ts';
import { type PersonSort, searchPeople } from '#contract/people.ts';
import type { Sections } from './testing-filters.ts';
import {
  type Counted,
  findModelCompanies,
  findModelDeals,
  findModelInvestors,
  findModelPeople,
} from './testing-model.ts';
import { companyOrders, dealOrders, investorOrders, personOrders, sortModel } from './testing-orders.ts';
import type { World } from './testing-facts.ts';

/** A request's body, and a row of a response. */
export type Body = Record<string, unknown>;
export type ResponseRow = { id: string } & Record<string, unknown>;

/** The expected record of one row, and a check of its figures. */
type Expected = { id: string; shows: (row: ResponseRow, hasQuery: boolean) => void };

/** One of the four searches, with its model. */
export type FuzzedSearch = {
  path: '/deals' | '/companies' | '/investors' | '/people';
  member: string;
  body: z.ZodType;
  /** Whether rows have a relevance when there is a search text. */
  showsRelevance?: boolean;
  /** Every record that satisfies the filters, in order. */
  find: (world: World, body: Body) => Expected[];
};

const simplify = (record: { id: string }): Expected => ({ id: record.id, shows: () => undefined });

/** Filtered counts are recounted from the histories that GET /investor/deals and /person/deals show. */
const countValues = ({ record, counted }: Counted<{ id: string }>): Expected => ({
  id: record.id,
  shows: (row, hasQuery) => {
    if (hasQuery) return expect(Number(row['filtered_deal_count'] ?? 0)).toBeLessThanOrEqual(counted?.length ?? 0);
    const { filtered_deal_count, filtered_lead_count, filtered_most_recent_date } = row;
    const led = counted?.filter((part) => part.led).length;
    expect([filtered_deal_count, filtered_lead_count]).toEqual([counted?.length ?? null, led ?? null]);
    if (filtered_most_recent_date === undefined) return;
    const dates = counted?.flatMap(({ deal }) => deal.date ?? []).toSorted();
    expect(filtered_most_recent_date).toBe(dates?.at(-1)?.slice(0, 10) ?? null);
  },
});

const ofRecord = ({ record }: Counted<{ id: string }>) => record.id;
const ofPlain = ({ id }: { id: string }) => id;

/** The four searches. */
export const searches: FuzzedSearch[] = [
  {
    path: '/deals',
    member: 'deals',
    body: searchDeals.body,
    find: (world, { sort_by = 'most_recent_deal', ...body }) =>
      sortModel(findModelDeals(world, body as Sections), dealOrders[sort_by as DealSort], ofPlain).map(simplify),
  },
  {
    path: '/companies',
    member: 'companies',
    body: searchCompanies.body,
    showsRelevance: true,
    find: (world, { sort_by = 'most_recent_raise', ...body }) =>
      sortModel(findModelCompanies(world, body as Sections), companyOrders[sort_by as CompanySort], ofPlain).map(
        simplify,
      ),
  },
  {
    path: '/investors',
    member: 'investors',
    body: searchInvestors.body,
    find: (world, { sort_by = 'most_recent_deal', ...body }) =>
      sortModel(findModelInvestors(world, body as Sections), investorOrders[sort_by as InvestorSort], ofRecord).map(
        countValues,
      ),
  },
  {
    path: '/people',
    member: 'people',
    body: searchPeople.body,
    find: (world, { sort_by = 'most_recent_deal_date', ...body }) =>
      sortModel(findModelPeople(world, body), personOrders[sort_by as PersonSort], ofRecord).map(countValues),
  },
];
