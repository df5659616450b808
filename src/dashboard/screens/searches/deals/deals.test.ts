// @vitest-environment jsdom
import { listStageRounds } from '#contract/facets.ts';
import { describe, expect, test } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import {
  buildBody,
  buildDraftSchema,
  findAddress,
  findFieldOfError,
  toDraft,
  type SearchQuery,
} from '../kit/query/search-query.ts';
import { describeQuery } from '../kit/query/sentence.ts';
import { describeResource } from '../kit/testing-resource.ts';
import { deals } from './deals.ts';

describe('deals', () => {
  describeResource(deals, searchDeals.body);
});

const { filters } = deals;
const { blank: blankQuery } = findAddress(deals);

test('a query is described in one sentence', () => {
  const place = (permalink: string, kind: string, name: string) => ({ permalink, kind, name });
  const query: SearchQuery = {
    ...blankQuery,
    round: [...listStageRounds('SEED'), ...listStageRounds('SERIES_A')],
    location: [place('germany', 'COUNTRY', 'Germany'), place('france', 'COUNTRY', 'France')],
    industry: [place('fintech', 'INDUSTRY', 'fintech')],
    min: 1_000_000,
    max: 10_000_000,
    from: '2026-01-01',
  };
  expect(describeQuery(deals, query)).toBe(
    'Deals: Seed or Series A, announced since 1 Jan 2026, raised $1M to $10M, in Germany or France, in Fintech; newest first',
  );
  expect(describeQuery(deals, blankQuery)).toBe('All deals; newest first');
});

describe('the form', () => {
  const draft = buildDraftSchema(filters);
  const blank = toDraft(filters, blankQuery);
  const messagesOf = (given: Partial<typeof blank>) =>
    draft.safeParse({ ...blank, ...given }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('rejects nonsense next to its field', () => {
    expect(messagesOf({ from: '2012-13-01', min: 'a lot' })).toEqual([
      ['from', 'Enter a day such as 21 Nov 2026, or a period such as “Q3 2025”'],
      ['min', 'Write an amount such as 500k, 2.5m, 1bn or 1,000,000'],
    ]);
  });

  test('rejects a minimum above the maximum and a first day after the last', () => {
    expect(messagesOf({ min: '2m', max: '1m', from: '2013-01-01', to: '2012-01-01' })).toEqual([
      ['to', 'The end is before the start'],
      ['max', 'The maximum is below the minimum'],
    ]);
  });

  test('never sends a super category as an industry', () => {
    const query = draft.parse({
      ...blank,
      industry: [
        { permalink: 'software', kind: 'SUPER_CATEGORY', name: 'Software' },
        { permalink: 'crm', kind: 'INDUSTRY', name: 'CRM' },
      ],
    });
    expect(buildBody(filters, query)['company']).toEqual({ industries: ['crm'], super_categories: ['software'] });
  });

  test.each([
    ['deal.size_min', 'min'],
    ['financing_types', 'round'],
    ['deal.financing_types[0].type', 'round'],
    ['company.super_categories', 'industry'],
    ['page_size', 'rows'],
    ['investors.people_ids', 'person'],
    ['identifiers.deal_ids[3]', 'ids'],
    ['company.ipo_status', 'ipo'],
    ['nothing.known', undefined],
  ])('shows a problem of %s on the field %s', (path, field) => {
    expect(findFieldOfError(filters, path)).toBe(field);
  });
});
