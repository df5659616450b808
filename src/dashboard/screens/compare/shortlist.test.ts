// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type StatusState,
  readStatusOf,
  readStatusTime,
  setStatus,
  setStatuses,
  undoStatuses,
} from '../../records/status/statuses.ts';
import { showStatuses } from '../../records/status/stored-statuses.ts';
import { startWorkGateway } from '../../records/saving/testing-gateway.ts';
import { discardUnsaved } from '../../records/saving/unsaved.ts';
import { unlockedInvestors } from '../../records/records.ts';
import { compareUrl } from '../searches/kit/record/compare-button.tsx';
import { readUrl } from '../../platform/url/url.ts';
import { parseRawSearch } from '../../platform/url/raw-search.ts';
import {
  addSharedShortlist,
  buildShortlistAddress,
  formatShortlistCsv,
  formatShortlistMarkdown,
  moveTo,
  orderShortlist,
  listShortlisted,
  setShortlisted,
} from './shortlist.tsx';
import { emptyStatus } from '../../records/status/record-status.ts';

beforeEach(() => void startWorkGateway());
afterEach(discardUnsaved);

/** The shortlist of investors; all were listed at the same moment, so their ids decide. */
const readList = (): string[] => listShortlisted(showStatuses().investor, () => 0);

const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 });

test('any number of moves keeps everybody and the order, and undo goes back to the beginning', () => {
  fc.assert(
    fc.property(some, fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -1, max: 6 }))), (ids, moves) => {
      startWorkGateway();
      for (const id of ids) setShortlisted('investor', id, true);
      const before = readList();
      let list: readonly string[] = before;
      for (const [at, place] of moves) {
        list = moveTo(list, list[at % list.length]!, place);
        orderShortlist('investor', list);
        expect(readList()).toEqual(list);
      }
      expect(list.toSorted()).toEqual(ids.toSorted());
      for (const _ of moves) undoStatuses();
      expect(readList()).toEqual(before);
    }),
  );
});

test('records that are shortlisted together keep their order', () => {
  setStatuses('investor', ['c', 'a', 'b'], { status: 'shortlist' });
  expect(listShortlisted(showStatuses().investor, (id) => readStatusTime('investor', id))).toEqual(['c', 'a', 'b']);
});

test('a new entry is last, also after the others were ordered', () => {
  const marks: StatusState = new Map([
    ['late', { ...emptyStatus, status: 'shortlist' }],
    ['early', { ...emptyStatus, status: 'shortlist' }],
    ['second', { ...emptyStatus, status: 'shortlist', rank: '00001' }],
    ['first', { ...emptyStatus, status: 'shortlist', rank: '00000' }],
    ['passed', { ...emptyStatus, status: 'pass', rank: '00002' }],
  ]);
  expect(listShortlisted(marks, (id) => (id === 'late' ? 2 : 1))).toEqual(['first', 'second', 'early', 'late']);
});

test('removing keeps the note', () => {
  for (const id of ['a', 'b', 'c']) setShortlisted('investor', id, true);
  orderShortlist('investor', ['c', 'a', 'b']);
  setStatus('investor', 'a', { note: 'Knows the founders' });
  setShortlisted('investor', 'a', false);
  expect(readList()).toEqual(['c', 'b']);
  expect(readStatusOf('investor', 'a').note).toBe('Knows the founders');
  undoStatuses();
  expect(readList()).toEqual(['c', 'a', 'b']);
});

test('a shared list comes first in its order, own records and notes are kept, and nothing is added twice', () => {
  for (const id of ['a', 'b']) setShortlisted('investor', id, true);
  setStatus('investor', 'a', { note: 'Mine' });
  const sent = new Map([
    ['a', 'Theirs'],
    ['x', 'New'],
  ]);
  addSharedShortlist('investor', ['a', 'b'], ['x', 'a'], sent);
  addSharedShortlist('investor', readList(), ['x', 'a'], sent);
  expect(readList()).toEqual(['x', 'a', 'b']);
  expect(readStatusOf('investor', 'a').note).toBe('Mine\n\nTheirs');
  expect(readStatusOf('investor', 'x').note).toBe('New');
  undoStatuses();
  undoStatuses();
  expect(readList()).toEqual(['a', 'b']);
});

// @vitest-environment jsdom

const [owned, foreign] = ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002'];

beforeEach(() => {
  unlockedInvestors.reset();
  unlockedInvestors.add([
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
  expect(second).toBe(`2,Unnamed investor,${foreign},,,,,,,,,,,`);
});

test('Markdown numbers the list, keeps notes as they are written and takes signs for letters', () => {
  expect(formatShortlistMarkdown('investors', [owned, foreign], '2026-11-22')).toBe(
    '# Investors, shortlist of 2026-11-22 (UTC)\n\n' +
      '1. **Ridge \\*Capital\\***, 214 deals\n\n   Ask Eva\n\n   =first call\n' +
      '2. **Unnamed investor**\n',
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
