// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { emptyStatus, type StatusState } from '../../library/status/statuses.ts';
import { reviewStore } from '../../library/own-work/work-store.ts';
import { findNext, findStart, type AlertItem, readStatus, countReviewed } from './items.ts';
import {
  finishReview,
  storeReviewPlace,
  storeShown,
  readReviewMemory,
  readReviewPlace,
  reopenReview,
} from './review-state.ts';
import { isLate } from './use-alerts.ts';

beforeEach(() => reviewStore.reset());

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }) as AlertItem);
const read = (marks: StatusState) => (item: AlertItem) => readStatus(marks, item);
const marked = (...ids: string[]): StatusState =>
  new Map(ids.map((id) => [id, { ...emptyStatus, status: 'pass' as const }]));

test('a deal counts as reviewed by a status or a finished day, and not by a note or a tag', () => {
  const marks: StatusState = new Map([
    ['a', { ...emptyStatus, status: 'shortlist' as const }],
    ['b', { ...emptyStatus, seen: true }],
    ['c', { ...emptyStatus, note: 'ask Ada', tags: ['warm'] }],
  ]);
  expect(countReviewed(items, marks)).toEqual({ reviewed: 2, total: 4 });
});

test('after a decision comes the next open deal, then the first open one, then none', () => {
  expect(findNext(items, 0, read(marked('a', 'b')))?.id).toBe('c');
  expect(findNext(items, 3, read(marked('a', 'd')))?.id).toBe('b');
  expect(findNext(items, 1, read(marked('a', 'b', 'c', 'd')))).toBeUndefined();
});

test('a review begins where the person stood, else at the first open deal', () => {
  expect(findStart(items, 'c', marked())?.id).toBe('c');
  expect(findStart(items, 'deletedIds', marked('a'))?.id).toBe('b');
  expect(findStart(items, undefined, marked('a', 'b', 'c', 'd'))?.id).toBe('a');
  expect(findStart([], undefined, marked())).toBeUndefined();
});

test('a deal that was shown is known to the next review, but only once this one is finished', () => {
  storeShown(['a', 'b']);
  expect(['a', 'b', 'c'].map((id) => readReviewMemory().wasShown(id))).toEqual([false, false, false]);
  finishReview();
  expect(['a', 'b', 'c'].map((id) => readReviewMemory().wasShown(id))).toEqual([true, true, false]);
  reopenReview(0);
  expect(readReviewMemory().wasShown('a')).toBe(false);
});

test('a deal dated before the last review that it could not show is late', () => {
  const memory = { finishedAt: Date.parse('2026-11-13T10:00:00Z'), wasShown: () => false };
  const on = (day: string | null) => ({ day }) as AlertItem;
  expect([on('2026-11-12'), on('2026-11-13'), on('2026-11-19'), on(null)].map((item) => isLate(item, memory))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(isLate(on('2026-11-12'), { ...memory, finishedAt: 0 })).toBe(false);
});

test('the place of a review is kept', () => {
  expect(readReviewPlace()).toBeUndefined();
  storeReviewPlace('c');
  expect(readReviewPlace()).toBe('c');
});
