import { expect, test } from 'vitest';
import { readMarket } from '#contract/market.ts';
import { formatSearchParams, parseRawSearch } from '../../platform/url/raw-search.ts';
import { readUrl, writeUrl } from '../../platform/url/url.ts';
import type { SearchQuery } from '../searches/kit/query/search-query.ts';
import { blockGroups, buildMarketBody } from './market-requests.ts';
import { type MarketUrl, marketUrl } from './market-url.ts';
import { describeSelection, keepAsFilters, type Mark, readSelection } from './selection.ts';

const sweden = { permalink: 'sweden', name: 'Sweden' };
const lead = { kind: 'lead', id: '11111111-1111-4111-8111-111111111111', name: 'Ridge ~ Capital' } as const;
const selections: readonly (readonly [words: string, marks: readonly Mark[]])[] = [
  ['Q2 2026 to Q3 2026', [{ kind: 'days', start: '2026-04-01', end: '2026-09-30' }]],
  ['Sep 2026', [{ kind: 'days', start: '2026-09-01', end: '2026-09-30' }]],
  [
    'Seed and Series A',
    [
      { kind: 'stage', stage: 'SEED' },
      { kind: 'stage', stage: 'SERIES_A' },
    ],
  ],
  [
    'Software and AI in Sweden',
    [
      { kind: 'cell', country: sweden, industry: { permalink: 'software', name: 'Software' } },
      { kind: 'cell', country: sweden, industry: { permalink: 'artificial-intelligence', name: 'AI' } },
    ],
  ],
  ['Led by Ridge ~ Capital', [lead]],
  ['Seed in Q3 2024', [{ kind: 'cohort', stage: 'SEED', start: '2024-07-01' }]],
];
const readAddress = (text: string): MarketUrl => readUrl(marketUrl, parseRawSearch(text)).value;
const openWith = (mark: readonly Mark[], text = ''): MarketUrl => ({ ...readAddress(text), mark: [...mark] });

test.each(selections)('%s is in the address, and read from it', (words, marks) => {
  const url = openWith(marks);
  const read = readUrl(marketUrl, parseRawSearch(formatSearchParams(writeUrl(marketUrl, url))));
  expect(read).toEqual({ value: url, unread: [] });
  expect(describeSelection(readSelection(read.value.mark))).toBe(words);
});

test('the block with the selection counts everything, the others what is selected, and every request is valid', () => {
  const selecting = ['clock', 'clock', 'clock', 'where', 'leads', 'graduation'];
  const groups = [...new Set(Object.values(blockGroups))];
  selections.forEach(([, marks], at) => {
    for (const group of groups) {
      const body = buildMarketBody(group, openWith(marks, '?round=SEED&known=2026-10-31'));
      expect(body.within === undefined).toBe(group === selecting[at]);
      expect(readMarket.body.safeParse(body).error).toBeUndefined();
      expect(body).toMatchObject({ known_on: '2026-10-31', deals: { deal: { financing_types: [{ type: 'SEED' }] } } });
    }
  });
});

test('a selection becomes filters of the question, but for a cohort', () => {
  const question: SearchQuery = readAddress('?from=2020-01-01');
  const keep = (at: number) => keepAsFilters(question, selections[at]![1]);
  expect(keep(0)).toMatchObject({ from: '2026-04-01', to: '2026-09-30' });
  expect(keep(2)!.round).toHaveLength(2 + 4);
  expect(keep(3)).toMatchObject({
    location: [{ permalink: 'sweden', kind: 'COUNTRY' }],
    industry: [{ permalink: 'software' }, { permalink: 'artificial-intelligence' }],
  });
  expect(keep(4)!.investor).toEqual([{ id: lead.id, name: lead.name }]);
  expect(keep(5)).toBeUndefined();
});

test('of marks of several kinds only those like the first are read, and unreadable ones are named', () => {
  const { value, unread } = readUrl(
    marketUrl,
    parseRawSearch('?mark=stage~SEED&mark=days~2026-04-01~2026-06-30&mark=stage~NONE&mark=stage~OTHER'),
  );
  expect(readSelection(value.mark)).toEqual([
    { kind: 'stage', stage: 'SEED' },
    { kind: 'stage', stage: 'OTHER' },
  ]);
  expect(unread).toEqual([{ key: 'mark', text: 'stage~NONE' }]);
});
