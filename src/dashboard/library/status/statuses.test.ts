// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup, buildBackup } from '../records/backup.ts';
import { keptMarks, kindNames, createStore } from '../records/records.ts';
import {
  emptyStatus,
  findTags,
  readStatusOf,
  setStatus,
  setStatuses,
  undoStatuses,
  type RecordStatus,
} from './statuses.ts';
import { forgetUndo } from './undo-steps.ts';

beforeEach(() => {
  kindNames.forEach((kind) => createStore(kind).reset());
  forgetUndo();
});

const change = fc.record(
  {
    status: fc.constantFrom('shortlist', 'pass', null),
    seen: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('climate', 'warm intro', 'späti')),
    note: fc.string(),
    rank: fc.constantFrom('0001', '0002', null),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<RecordStatus>>;
const step = fc.record({ id: fc.constantFrom('a', 'b', 'c'), change });

describe('marks', () => {
  test('hold the last word on each field, record by record and kind by kind', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        keptMarks.reset();
        const expected = new Map<string, RecordStatus>();
        for (const { id, change: part } of steps) {
          setStatus('deal', id, part);
          expected.set(id, { ...(expected.get(id) ?? emptyStatus), ...part });
        }
        for (const id of ['a', 'b', 'c']) {
          expect(readStatusOf('deal', id)).toEqual(expected.get(id) ?? emptyStatus);
          expect(readStatusOf('company', id)).toEqual(emptyStatus);
        }
      }),
    );
  });

  test('undo walks back step by step to the beginning; notes are left to their own field', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        keptMarks.reset();
        forgetUndo();
        for (const { id, change: part } of steps) setStatus('deal', id, part);
        const notes = ['a', 'b', 'c'].map((id) => readStatusOf('deal', id).note);
        while (undoStatuses() !== undefined);
        expect(['a', 'b', 'c'].map((id) => readStatusOf('deal', id))).toEqual(
          notes.map((note) => ({ ...emptyStatus, note })),
        );
      }),
    );
  });

  test('a step about many records is undone as one, and says whom it was about', () => {
    setStatus('deal', 'a', { status: 'pass' });
    setStatuses('deal', ['a', 'b', 'c'], { seen: true });
    expect(undoStatuses()).toEqual({ kind: 'deal', ids: ['a', 'b', 'c'] });
    expect(readStatusOf('deal', 'a')).toEqual({ ...emptyStatus, status: 'pass' });
    expect(readStatusOf('deal', 'b')).toEqual(emptyStatus);
    expect(undoStatuses()).toEqual({ kind: 'deal', ids: ['a'] });
    expect(undoStatuses()).toBeUndefined();
  });

  test('travel in the backup, and of two devices the newest word on each field stands', async () => {
    keptMarks.keep(
      [
        { id: 'deal a verdict', value: 'shortlist' },
        { id: 'deal a note', value: 'old' },
      ],
      100,
    );
    const file = JSON.stringify(await buildBackup());
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
    expect(readStatusOf('deal', 'a')).toEqual({
      ...emptyStatus,
      status: 'shortlist',
      tags: ['warm intro'],
      note: 'new',
    });
  });

  test('of a hurt backup break nothing', () => {
    keptMarks.keep([
      { id: 'deal a verdict', value: 'burn' },
      { id: 'deal a tags', value: 'no list' },
      { id: 'deal a note', value: true },
      { id: 'nonsense', value: null },
    ]);
    expect(readStatusOf('deal', 'a')).toEqual(emptyStatus);
  });

  test('tags in use are offered once, in order', () => {
    const marks = new Map([
      ['a', { ...emptyStatus, tags: ['warm intro', 'climate'] }],
      ['b', { ...emptyStatus, tags: ['climate'] }],
    ]);
    expect(findTags(marks)).toEqual(['climate', 'warm intro']);
  });
});
