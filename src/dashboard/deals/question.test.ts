import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dealSort, searchDeals } from '#contract/deals.ts';
import { employeeRange, financingTypes, ipoStatus } from '#contract/enums.ts';
import { readUrl, writeUrl } from '../url/codec.ts';
import { toRawSearch, toSearchText } from '../url/search-text.ts';
import { dealsDraft, toDraft, toFieldOfProblem } from './draft.ts';
import { dealsUrl, toBody, toQuestion, toQuestionKey, type DealsUrl } from './question.ts';

const slug = fc.stringMatching(/^[a-z]{2,8}(-[a-z0-9]{1,6}){0,3}$/);
const permalinkOf = (kinds: readonly string[]) =>
  fc.record({
    permalink: slug,
    kind: fc.constantFrom(...kinds),
    name: fc.string({ minLength: 1, unit: 'grapheme' }),
  });
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));
const pair = <T>(value: fc.Arbitrary<T>) => fc.tuple(value, value).map(([a, b]) => (a <= b ? [a, b] : [b, a]));

const namedIds = fc.array(fc.record({ id: fc.uuid(), name: fc.string({ unit: 'grapheme' }) }), { maxLength: 3 });

const urls: fc.Arbitrary<DealsUrl> = fc
  .record({
    round: fc.array(
      fc.record({ type: fc.constantFrom(...financingTypes), pre: fc.boolean(), extension: fc.boolean() }),
      { maxLength: 4 },
    ),
    days: fc.option(pair(day), { nil: undefined }),
    sizes: fc.option(pair(fc.nat({ max: 2_000_000_000 })), { nil: undefined }),
    location: fc.array(permalinkOf(['CITY', 'STATE', 'REGION', 'COUNTRY']), { maxLength: 3 }),
    industry: fc.array(permalinkOf(['INDUSTRY']), { maxLength: 3 }),
    super_category: fc.array(permalinkOf(['SUPER_CATEGORY']), { maxLength: 3 }),
    firm: namedIds,
    company: namedIds,
    person: namedIds,
    employees: fc.subarray([...employeeRange.options]),
    ipo: fc.subarray([...ipoStatus.options]),
    added: fc.option(pair(day), { nil: undefined }),
    raised: fc.option(pair(fc.nat({ max: 2_000_000_000 })), { nil: undefined }),
    ids: fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 }),
    only: fc.boolean(),
    sort: fc.constantFrom(...dealSort.options),
    rows: fc.integer({ min: 1, max: 500 }),
    asked: fc.constantFrom(true as const, undefined),
  })
  .map(({ days, sizes, added, raised, ids, only, asked, ...rest }) => ({
    ...rest,
    ...(added ? { added_from: added[0], added_to: added[1] } : {}),
    ...(raised ? { raised_min: raised[0], raised_max: raised[1] } : {}),
    ...(only ? { ids } : {}),
    ...(days ? { from: days[0], to: days[1] } : {}),
    ...(sizes ? { min: sizes[0], max: sizes[1] } : {}),
    ...(asked ? { asked } : {}),
  }));

describe('a question', () => {
  test('survives the address with every name, so that a link shows the same screen', () => {
    fc.assert(
      fc.property(urls, (url) => {
        expect(readUrl(dealsUrl, toRawSearch(toSearchText(writeUrl(dealsUrl, url))))).toEqual({
          value: url,
          unread: [],
        });
      }),
    );
  });

  test('survives the form', () => {
    fc.assert(
      fc.property(urls, (url) => {
        const question = toQuestion(url);
        expect(toQuestionKey(dealsDraft.parse(toDraft(question)))).toBe(toQuestionKey(question));
      }),
    );
  });

  test('becomes a body that the service accepts', () => {
    fc.assert(
      fc.property(urls, (url) => {
        expect(searchDeals.body.safeParse(toBody(toQuestion(url))).error).toBeUndefined();
      }),
    );
  });

  test('is the same question under another name of the same permalink', () => {
    const blank = toQuestion(readUrl(dealsUrl, {}).value);
    const named = (name: string) => ({ ...blank, location: [{ permalink: 'berlin-germany', kind: 'CITY', name }] });
    expect(toQuestionKey(named('Berlin'))).toBe(toQuestionKey(named('berlin-germany')));
  });
});

describe('the form', () => {
  const blank = toDraft(toQuestion(readUrl(dealsUrl, {}).value));
  const messagesOf = (draft: Partial<typeof blank>) =>
    dealsDraft.safeParse({ ...blank, ...draft }).error?.issues.map(({ path, message }) => [path.join('.'), message]);

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
    const question = dealsDraft.parse({
      ...blank,
      industry: [
        { permalink: 'software', kind: 'SUPER_CATEGORY', name: 'Software' },
        { permalink: 'crm', kind: 'INDUSTRY', name: 'CRM' },
      ],
    });
    expect(toBody(question).company).toEqual({ industries: ['crm'], super_categories: ['software'] });
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
    expect(toFieldOfProblem(path)).toBe(field);
  });
});
