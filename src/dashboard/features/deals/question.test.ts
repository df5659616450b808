// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { searchDeals } from '#contract/deals.ts';
import { readUrl } from '../../platform/url/codec.ts';
import { toDraft, toDraftSchema, toFieldOfProblem } from '../../search/query/draft.ts';
import { toBody, toQuestion, toUrlSchema, type SearchUrl } from '../../search/query/search-query.ts';
import { toSentence } from '../../search/query/sentence.ts';
import { describeResource } from '../../search/testing-resource.ts';
import { deals } from './resource.tsx';

describe('deals', () => {
  describeResource(deals, searchDeals.body);
});

const { filters } = deals;
const schema = toUrlSchema(filters, ['most_recent_deal']);
const blankQuestion = toQuestion(readUrl(schema, {}).value as SearchUrl);

test('a question reads back as people would say it', () => {
  const place = (permalink: string, kind: string, name: string) => ({ permalink, kind, name });
  const question = {
    ...blankQuestion,
    round: [
      { type: 'SEED', pre: false, extension: false },
      { type: 'SERIES_A', pre: false, extension: false },
    ],
    location: [place('germany', 'COUNTRY', 'Germany'), place('france', 'COUNTRY', 'France')],
    industry: [place('fintech', 'INDUSTRY', 'fintech')],
    min: 1_000_000,
    max: 10_000_000,
    from: '2026-01-01',
  };
  expect(toSentence(deals, question)).toBe(
    'Deals, Seed or Series A, announced since 1 January 2026, raised $1M to $10M, in Germany or France, in fintech; newest first, 25 on the first page.',
  );
  expect(toSentence(deals, blankQuestion)).toBe('All deals; newest first, 25 on the first page.');
});

describe('the form', () => {
  const draft = toDraftSchema(filters);
  const blank = toDraft(filters, blankQuestion);
  const messagesOf = (given: Partial<typeof blank>) =>
    draft.safeParse({ ...blank, ...given }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  test('refuses nonsense beside its field', () => {
    expect(messagesOf({ from: '2012-13-01', min: 'a lot' })).toEqual([
      ['from', 'Write a day of the calendar such as 2026-11-21'],
      ['min', 'Write an amount such as 500k, 2.5m, 1bn or 1,000,000'],
    ]);
  });

  test('refuses a minimum above the maximum and a first day after the last', () => {
    expect(messagesOf({ min: '2m', max: '1m', from: '2013-01-01', to: '2012-01-01' })).toEqual([
      ['to', 'The last day lies before the first'],
      ['max', 'The maximum lies below the minimum'],
    ]);
  });

  test('never sends a super category as an industry', () => {
    const question = draft.parse({
      ...blank,
      industry: [
        { permalink: 'software', kind: 'SUPER_CATEGORY', name: 'Software' },
        { permalink: 'crm', kind: 'INDUSTRY', name: 'CRM' },
      ],
    });
    expect(toBody(filters, question)['company']).toEqual({ industries: ['crm'], super_categories: ['software'] });
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
    expect(toFieldOfProblem(filters, path)).toBe(field);
  });
});
