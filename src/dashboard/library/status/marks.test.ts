// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup, toBackup } from '../records/backup.ts';
import { keptMarks, kindNames, toStore } from '../records/records.ts';
import { blankMark, findTags, readMark, setMark, setMarks, undoMarks, type Mark } from './marks.ts';
import { forgetUndo } from './undo-steps.ts';

beforeEach(() => {
  kindNames.forEach((kind) => toStore(kind).reset());
  forgetUndo();
});

const change = fc.record(
  {
    verdict: fc.constantFrom('shortlist', 'pass', null),
    seen: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('climate', 'warm intro', 'späti')),
    note: fc.string(),
    rank: fc.constantFrom('0001', '0002', null),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<Mark>>;
const step = fc.record({ id: fc.constantFrom('a', 'b', 'c'), change });

describe('marks', () => {
  test('hold the last word on each field, record by record and kind by kind', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        keptMarks.reset();
        const expected = new Map<string, Mark>();
        for (const { id, change: part } of steps) {
          setMark('deal', id, part);
          expected.set(id, { ...(expected.get(id) ?? blankMark), ...part });
        }
        for (const id of ['a', 'b', 'c']) {
          expect(readMark('deal', id)).toEqual(expected.get(id) ?? blankMark);
          expect(readMark('company', id)).toEqual(blankMark);
        }
      }),
    );
  });

  test('undo walks back step by step to the beginning; notes are left to their own field', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        keptMarks.reset();
        forgetUndo();
        for (const { id, change: part } of steps) setMark('deal', id, part);
        const notes = ['a', 'b', 'c'].map((id) => readMark('deal', id).note);
        while (undoMarks() !== undefined);
        expect(['a', 'b', 'c'].map((id) => readMark('deal', id))).toEqual(
          notes.map((note) => ({ ...blankMark, note })),
        );
      }),
    );
  });

  test('a step about many records is undone as one, and says whom it was about', () => {
    setMark('deal', 'a', { verdict: 'pass' });
    setMarks('deal', ['a', 'b', 'c'], { seen: true });
    expect(undoMarks()).toEqual({ kind: 'deal', ids: ['a', 'b', 'c'] });
    expect(readMark('deal', 'a')).toEqual({ ...blankMark, verdict: 'pass' });
    expect(readMark('deal', 'b')).toEqual(blankMark);
    expect(undoMarks()).toEqual({ kind: 'deal', ids: ['a'] });
    expect(undoMarks()).toBeUndefined();
  });

  test('travel in the backup, and of two devices the newest word on each field stands', async () => {
    keptMarks.keep(
      [
        { id: 'deal a verdict', value: 'shortlist' },
        { id: 'deal a note', value: 'old' },
      ],
      100,
    );
    const file = JSON.stringify(await toBackup());
    keptMarks.reset();
    keptMarks.keep([{ id: 'deal a verdict', value: 'pass' }], 50);
    keptMarks.keep(
      [
        { id: 'deal a note', value: 'new' },
        { id: 'deal a tags', value: ['warm intro'] },
      ],
      200,
    );
    expect(await restoreBackup(file)).toMatchObject({ marks: 0 });
    expect(readMark('deal', 'a')).toEqual({ ...blankMark, verdict: 'shortlist', tags: ['warm intro'], note: 'new' });
  });

  test('of a hurt backup break nothing', () => {
    keptMarks.keep([
      { id: 'deal a verdict', value: 'burn' },
      { id: 'deal a tags', value: 'no list' },
      { id: 'deal a note', value: true },
      { id: 'nonsense', value: null },
    ]);
    expect(readMark('deal', 'a')).toEqual(blankMark);
  });

  test('tags in use are offered once, in order', () => {
    const marks = new Map([
      ['a', { ...blankMark, tags: ['warm intro', 'climate'] }],
      ['b', { ...blankMark, tags: ['climate'] }],
    ]);
    expect(findTags(marks)).toEqual(['climate', 'warm intro']);
  });
});
