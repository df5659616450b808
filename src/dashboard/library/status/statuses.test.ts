// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup, buildBackup } from '../backup.ts';
import { statusStore } from '../own-work/work-store.ts';
import { findTags, normalizeTag, readStatusOf, setStatus, setStatuses, undoStatuses } from './statuses.ts';
import { clearUndoSteps } from './undo-steps.ts';
import { emptyStatus, type RecordStatus } from './record-status.ts';

beforeEach(() => {
  statusStore.reset();
  clearUndoSteps();
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

test('a long tag is cut without splitting an emoji', () => {
  expect(normalizeTag(`${'a'.repeat(39)}🚀`)).toBe('a'.repeat(39));
  expect(normalizeTag(`${'a'.repeat(38)}🚀🚀`)).toBe(`${'a'.repeat(38)}🚀`);
});

describe('statuses', () => {
  test('hold the last change of each field, record by record and kind by kind', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        statusStore.reset();
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

  test('undo goes back step by step to the beginning; notes have the undo of their field', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        statusStore.reset();
        clearUndoSteps();
        for (const { id, change: part } of steps) setStatus('deal', id, part);
        const notes = ['a', 'b', 'c'].map((id) => readStatusOf('deal', id).note);
        while (undoStatuses() !== undefined);
        expect(['a', 'b', 'c'].map((id) => readStatusOf('deal', id))).toEqual(
          notes.map((note) => ({ ...emptyStatus, note })),
        );
      }),
    );
  });

  test('a change of many records is undone in one step, which returns the records', () => {
    setStatus('deal', 'a', { status: 'pass' });
    setStatuses('deal', ['a', 'b', 'c'], { seen: true });
    expect(undoStatuses()).toEqual({ kind: 'deal', ids: ['a', 'b', 'c'] });
    expect(readStatusOf('deal', 'a')).toEqual({ ...emptyStatus, status: 'pass' });
    expect(readStatusOf('deal', 'b')).toEqual(emptyStatus);
    expect(undoStatuses()).toEqual({ kind: 'deal', ids: ['a'] });
    expect(undoStatuses()).toBeUndefined();
  });

  test('are in the backup, and of two devices the last change of each field counts', async () => {
    statusStore.merge([
      { key: ['deal', 'a', 'status'], at: 100, value: 'shortlist' },
      { key: ['deal', 'a', 'note'], at: 100, value: 'old' },
    ]);
    const file = JSON.stringify(await buildBackup());
    statusStore.reset();
    statusStore.merge([
      { key: ['deal', 'a', 'status'], at: 50, value: 'pass' },
      { key: ['deal', 'a', 'note'], at: 200, value: 'new' },
      { key: ['deal', 'a', 'tags'], at: 200, value: ['warm intro'] },
    ]);
    expect(await restoreBackup(file)).toMatchObject({ statuses: 0 });
    expect(readStatusOf('deal', 'a')).toEqual({
      ...emptyStatus,
      status: 'shortlist',
      tags: ['warm intro'],
      note: 'new',
    });
  });

  test('from a later version cause no error', () => {
    statusStore.receive([
      { key: ['deal', 'a', 'status'], at: 1, value: 'burn' },
      { key: ['deal', 'a', 'tags'], at: 1, value: 'no list' },
      { key: ['deal', 'a', 'note'], at: 1, value: true },
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
