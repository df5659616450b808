import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSearchResults, countRemaining, isComplete, type SearchResultPages } from './search-results.ts';
import { planPages } from '../../purchase/price.ts';
import type { ResultPage } from '../resource/resource.ts';

const buildPage = (ids: readonly string[], total: number | null): ResultPage => ({
  ids,
  total,
  ignored: [],
  moreIgnored: 0,
  surprises: 0,
  paidTenths: ids.length * 10,
  isRead: true,
});

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const uuids = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => uuid(from + index));

describe('results', () => {
  test('of any batches have every id once, in order; each is charged once and never above the quote', () => {
    const batch = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(fc.nat(300), batch, fc.infiniteStream(batch), (total, first, batches) => {
        let results: SearchResultPages | undefined;
        let billed = 0;
        let quoted = 0;
        do {
          const wanted = results ? batches.next().value! : first;
          const rows = results ? Math.min(wanted, countRemaining(results)!) : wanted;
          quoted += rows;
          for (const { page, size } of planPages(results?.bought ?? 0, rows)) {
            const ids = uuids(page * size, Math.min(total, (page + 1) * size));
            billed += ids.length;
            results = buildSearchResults(buildPage(ids, total), size, results);
          }
        } while (countRemaining(results!)! > 0);
        expect(results!.ids).toEqual(uuids(0, total));
        expect(results).toMatchObject({ total, movedFrom: null, duplicates: 0 });
        expect(isComplete(results!)).toBe(true);
        expect(billed).toBe(total);
        expect(quoted).toBeGreaterThanOrEqual(billed);
        // Only the first page, whose total nobody knew, may quote more than it bills.
        expect(quoted - billed).toBe(Math.max(0, first - total));
      }),
      { numRuns: 300 },
    );
  });

  test('that moved between two pages say so and drop duplicates', () => {
    const first = buildSearchResults(buildPage(uuids(0, 10), 30), 10);
    const second = buildSearchResults(buildPage([uuid(9), ...uuids(10, 19)], 31), 10, first);
    expect(second).toMatchObject({ ids: uuids(0, 19), total: 31, movedFrom: 30, duplicates: 1, bought: 20 });
    expect(isComplete(second)).toBe(false);
  });

  test('keeps what each page says of its records', () => {
    const first = buildSearchResults({ ...buildPage([uuid(0)], 2), figures: { [uuid(0)]: { matching: 3 } } }, 1);
    const second = buildSearchResults(
      { ...buildPage([uuid(1)], 2), figures: { [uuid(1)]: { matching: null } } },
      1,
      first,
    );
    expect(second.figures).toEqual({ [uuid(0)]: { matching: 3 }, [uuid(1)]: { matching: null } });
  });

  test('without a total continue until a page is short', () => {
    const first = buildSearchResults(buildPage(uuids(0, 10), null), 10);
    expect(first.total).toBeNull();
    expect(countRemaining(first)).toBeUndefined();
    expect(countRemaining(buildSearchResults(buildPage(uuids(10, 13), null), 10, first))).toBe(0);
  });
});
