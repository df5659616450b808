import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTolerant } from '#contract/record.ts';
import { searchDeals } from '#contract/deals.ts';
import { listMeta } from '#contract/envelope.ts';
import { toPages } from '../table/pages.ts';
import { isComplete, toDealsAnswer, toRemaining, type DealsAnswer } from './answer.ts';

function toPage(ids: readonly string[], total: unknown) {
  const surprises: string[] = [];
  const note = (path: string) => surprises.push(path);
  return {
    data: readTolerant(searchDeals.data, { deals: ids.map((id) => ({ id })) }, note),
    meta: readTolerant(listMeta, { total_count: total }, note),
    headers: { ignored: [], moreIgnored: 0 },
    surprises: [],
  };
}

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const uuids = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => uuid(from + index));
const asked = (pageSize: number) => ({ pageSize, isOwned: () => false });

describe('an answer', () => {
  test('of any batches is every id once, in order, bills each once and never more than was quoted', () => {
    const batch = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(fc.nat(300), batch, fc.infiniteStream(batch), (total, first, batches) => {
        let answer: DealsAnswer | undefined;
        let billed = 0;
        let quoted = 0;
        do {
          const wanted = answer ? batches.next().value! : first;
          const rows = answer ? Math.min(wanted, toRemaining(answer)!) : wanted;
          quoted += rows;
          for (const { page, size } of toPages(answer?.bought ?? 0, rows)) {
            const ids = uuids(page * size, Math.min(total, (page + 1) * size));
            billed += ids.length;
            answer = toDealsAnswer(toPage(ids, total), asked(size), answer);
          }
        } while (toRemaining(answer!)! > 0);
        expect(answer!.ids).toEqual(uuids(0, total));
        expect(answer).toMatchObject({ total, movedFrom: null, duplicates: 0 });
        expect(isComplete(answer!)).toBe(true);
        expect(billed).toBe(total);
        expect(quoted).toBeGreaterThanOrEqual(billed);
        // Only the first page, whose total nobody knew, may quote more than it bills.
        expect(quoted - billed).toBe(Math.max(0, first - total));
      }),
      { numRuns: 300 },
    );
  });

  test('that moved between two pages says so and drops what came twice', () => {
    const first = toDealsAnswer(toPage(uuids(0, 10), 30), asked(10));
    const second = toDealsAnswer(toPage([uuid(9), ...uuids(10, 19)], 31), asked(10), first);
    expect(second).toMatchObject({ ids: uuids(0, 19), total: 31, movedFrom: 30, duplicates: 1, bought: 20 });
    expect(isComplete(second)).toBe(false);
  });

  test('says how many of its rows were owned before', () => {
    const owned = new Set([uuid(3), uuid(4)]);
    const answer = toDealsAnswer(toPage(uuids(0, 10), 10), { pageSize: 10, isOwned: (id) => owned.has(id) });
    expect(answer.ownedBefore).toBe(2);
  });

  test('without a total goes on until a page comes short', () => {
    const first = toDealsAnswer(toPage(uuids(0, 10), 'many'), asked(10));
    expect(first.total).toBeNull();
    expect(toRemaining(first)).toBeUndefined();
    expect(toRemaining(toDealsAnswer(toPage(uuids(10, 13), 'many'), asked(10), first))).toBe(0);
  });
});
