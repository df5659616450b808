// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { StatusState } from '../../library/status/statuses.ts';
import { reviewStore } from '../../library/own-work/work-store.ts';
import { addDays, type AlertItem, countReviewed, findNext, findStart, getPeriodDays, readStatus } from './items.ts';
import {
  finishReview,
  isLate,
  storeReviewPlace,
  readReviewMemory,
  readReviewPlace,
  reopenReview,
  selectNew,
} from './review-state.ts';
import { emptyStatus } from '../../library/status/record-status.ts';

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

const day = (number: number) => addDays('2026-11-02', number);
const at = (number: number) => Date.parse(day(number)) + 43_200_000;
const deal = (id: string, number: number, ...alerts: string[]) =>
  ({ id, day: day(number), reasons: alerts.map((alertId) => ({ alertId })) }) as unknown as AlertItem;
const idsOf = (list: readonly AlertItem[]) => list.map(({ id }) => id);

test('a first finished review makes every deal known, and undoing it makes them new again', () => {
  const all = [deal('old', -40, 'a'), deal('shown', 0, 'a')];
  expect(selectNew(all, readReviewMemory())).toEqual(all);
  finishReview(['shown', 'old'], ['a'], at(0));
  expect(selectNew(all, readReviewMemory())).toEqual([]);
  reopenReview(0);
  expect(selectNew(all, readReviewMemory())).toEqual(all);
});

test('a deal dated before the last review that was not there is late', () => {
  finishReview([], ['a'], at(11));
  const memory = readReviewMemory();
  const found = [deal('1', 10, 'a'), deal('2', 11, 'a'), deal('3', 17, 'a'), { ...deal('4', 0, 'a'), day: null }];
  expect(idsOf(selectNew(found, memory))).toEqual(['1', '2', '3', '4']);
  expect(found.map((item) => isLate(item, memory))).toEqual([true, false, false, false]);
  expect(isLate(found[0]!, { ...memory, finishedAt: 0 })).toBe(false);
});

test('an alert that is newer than the last review adds no older deals', () => {
  finishReview(['x'], ['a'], at(11));
  const found = [deal('1', 10, 'b'), deal('2', 11, 'b'), deal('3', 10, 'a', 'b')];
  expect(idsOf(selectNew(found, readReviewMemory()))).toEqual(['2', '3']);
});

const event = fc.oneof(
  fc.record({
    kind: fc.constant('arrive' as const),
    before: fc.integer({ min: 0, max: 60 }),
    alert: fc.constantFrom('a', 'b'),
  }),
  fc.record({ kind: fc.constant('finish' as const), period: fc.constantFrom('week', 'last-week', 'review') }),
  fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 0, max: 9 }) }),
);

test('over any finishes, late arrivals and days, exactly what was added and not yet reviewed is new', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      reviewStore.reset();
      const deals: AlertItem[] = [];
      const reviewed = new Set<string>();
      let [today, now, finished] = [0, at(0), -1];
      for (const step of events) {
        now += 1;
        if (step.kind === 'pass') {
          today += step.days;
          now = Math.max(now, at(today));
        } else if (step.kind === 'arrive') {
          deals.push(deal(`deal ${deals.length}`, today - step.before, step.alert));
        } else {
          const { from, to } = getPeriodDays(step.period, day(today));
          const shown = deals.filter((item) => from <= item.day! && item.day! <= to);
          const list = step.period === 'review' ? selectNew(shown, readReviewMemory()) : shown;
          for (const { id } of finished < 0 ? deals : list) reviewed.add(id);
          finishReview(idsOf(finished < 0 ? deals : list), ['a', 'b'], now);
          finished = today;
        }
        const memory = readReviewMemory();
        const fresh = selectNew(deals, memory);
        expect(idsOf(fresh)).toEqual(idsOf(deals.filter(({ id }) => !reviewed.has(id))));
        expect(idsOf(fresh.filter((item) => isLate(item, memory)))).toEqual(
          idsOf(fresh.filter((item) => finished >= 0 && item.day! < day(finished))),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('the place of a review is kept', () => {
  expect(readReviewPlace()).toBeUndefined();
  storeReviewPlace('c');
  expect(readReviewPlace()).toBe('c');
});
