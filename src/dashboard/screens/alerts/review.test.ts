// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StatusState } from '../../records/status/statuses.ts';
import { toRecordId, settle, startWorkGateway } from '../../records/saving/testing-gateway.ts';
import { discardUnsaved } from '../../records/saving/unsaved.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import {
  addDays,
  type AlertItem,
  countReviewed,
  findNext,
  findStart,
  getPeriodDays,
  readStatus,
} from '../../records/alerts/items.ts';
import {
  buildMemory,
  storeReviewEnd,
  isLate,
  storeReviewPlace,
  readReviewPlace,
  readReviewed,
  selectNew,
  storedReviews,
} from '../../records/alerts/review-state.ts';
import { emptyStatus } from '../../records/status/record-status.ts';

beforeEach(() => {
  vi.useFakeTimers();
  startWorkGateway();
});
afterEach(() => {
  discardUnsaved();
  vi.useRealTimers();
});

/** Ends a review at a moment. */
const finishAt = (dealIds: Iterable<string>, alertIds: readonly string[], moment: number) => {
  vi.setSystemTime(moment);
  return storeReviewEnd(dealIds, alertIds);
};
const readMemory = () => buildMemory(readReviewed());

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
  expect(selectNew(all, readMemory())).toEqual(all);
  const undo = finishAt(['shown', 'old'], ['a'], at(0));
  expect(selectNew(all, readMemory())).toEqual([]);
  undo();
  expect(selectNew(all, readMemory())).toEqual(all);
});

test('a deal dated before the last review that was not there is late', () => {
  finishAt([], ['a'], at(11));
  const memory = readMemory();
  const found = [deal('1', 10, 'a'), deal('2', 11, 'a'), deal('3', 17, 'a'), { ...deal('4', 0, 'a'), day: null }];
  expect(idsOf(selectNew(found, memory))).toEqual(['1', '2', '3', '4']);
  expect(found.map((item) => isLate(item, memory))).toEqual([true, false, false, false]);
  expect(isLate(found[0]!, { ...memory, finishedAt: 0 })).toBe(false);
});

test('an alert that is newer than the last review adds no older deals', () => {
  finishAt(['x'], ['a'], at(11));
  const found = [deal('1', 10, 'b'), deal('2', 11, 'b'), deal('3', 10, 'a', 'b')];
  expect(idsOf(selectNew(found, readMemory()))).toEqual(['2', '3']);
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
      startWorkGateway();
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
          const list = step.period === 'review' ? selectNew(shown, readMemory()) : shown;
          for (const { id } of finished < 0 ? deals : list) reviewed.add(id);
          finishAt(idsOf(finished < 0 ? deals : list), ['a', 'b'], now);
          finished = today;
        }
        const memory = readMemory();
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

test('the end of a review and its undo are saved, and read by a page that opens later', async () => {
  const [shown, later, alert] = [toRecordId('shown'), toRecordId('later'), toRecordId('alert')];
  const readLater = async () => {
    await settle();
    queryClient.clear();
    await queryClient.query(storedReviews);
    return [shown, later].map(readMemory().wasShown);
  };
  storeReviewEnd([shown], [alert]);
  expect(await readLater()).toEqual([true, false]);
  expect(readMemory().hasBaseline(alert)).toBe(true);
  const undo = storeReviewEnd([later], [alert]);
  expect(await readLater()).toEqual([true, true]);
  undo();
  expect([shown, later].map(readMemory().wasShown)).toEqual([true, false]);
  expect(await readLater()).toEqual([true, false]);
});

test('the place of a review is kept, and only the last of several moves is sent', async () => {
  const gateway = startWorkGateway();
  expect(readReviewPlace()).toBeUndefined();
  for (const name of ['a', 'b', 'c']) storeReviewPlace(toRecordId(name));
  expect(readReviewPlace()).toBe(toRecordId('c'));
  await settle();
  expect(gateway.requests).toHaveLength(1);
  queryClient.clear();
  await queryClient.query(storedReviews);
  expect(readReviewPlace()).toBe(toRecordId('c'));
});
