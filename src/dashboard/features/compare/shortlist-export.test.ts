// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { setStatus } from '../../library/status/statuses.ts';
import { kindNames, unlockedInvestors, getStore } from '../../library/records/records.ts';
import { compareUrl } from '../../search/record/compare-button.tsx';
import { parseRawSearch, readUrl } from '../../platform/url/url.ts';
import { buildShortlistAddress, formatShortlistCsv, formatShortlistMarkdown } from './shortlist-export.tsx';

const [owned, foreign] = ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002'];

beforeEach(() => {
  kindNames.forEach((kind) => getStore(kind).reset());
  unlockedInvestors.keep([
    {
      id: owned,
      name: 'Ridge *Capital*',
      total_deal_count: 214,
      lead_deal_count: null,
      most_recent_deal_date: null,
    } as never,
  ]);
  setStatus('investor', owned, { note: 'Ask Eva\n\n=first call' });
});

test('a CSV holds place, name, id and note, and leaves blank what is not owned or not known', () => {
  const [head, first, , , second] = formatShortlistCsv('investors', [owned, foreign]).split(/\r?\n/);
  expect(head).toMatch(/^\uFEFFplace,name,id,domain,/);
  expect(first).toMatch(new RegExp(`^1,Ridge \\*Capital\\*,${owned},,,,,,214,,,,,"Ask Eva$`));
  expect(second).toBe(`2,investor 0190aaaa,${foreign},,,,,,,,,,,`);
});

test('Markdown numbers the list, keeps notes as they are written and takes signs for letters', () => {
  expect(formatShortlistMarkdown('investors', [owned, foreign], '2026-11-22')).toBe(
    '# Investors, shortlist of 2026-11-22 (UTC)\n\n' +
      '1. **Ridge \\*Capital\\***, 214 deals\n\n   Ask Eva\n\n   =first call\n' +
      '2. **investor 0190aaaa**\n',
  );
});

test('a link gives back ids and order, and the notes only where they were chosen', () => {
  const read = (search: string) => readUrl(compareUrl, parseRawSearch(search));
  const plain = buildShortlistAddress('investors', [foreign, owned], false);
  expect(read(plain)).toEqual({
    value: { of: 'investors', list: [foreign, owned], note: [] },
    unread: [],
  });
  expect(plain).not.toContain('Eva');
  expect(read(buildShortlistAddress('investors', [foreign, owned], true)).value.note).toEqual([
    { id: owned, name: 'Ask Eva\n\n=first call' },
  ]);
});
