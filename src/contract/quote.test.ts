import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchCompanies } from './companies.ts';
import { calculatePrice } from './credits.ts';
import { searchDeals } from './deals.ts';
import { planPages, quoteRequest, splitIntoBatches } from './quote.ts';

describe('the highest price', () => {
  test('is never below what a page of any result bills', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(40), fc.nat(5000), (pageSize, page, total) => {
        const rows = Math.max(0, Math.min(pageSize, total - page * pageSize));
        const quoted = quoteRequest(searchDeals, { body: { page, page_size: pageSize } });
        expect(quoted).toBeGreaterThanOrEqual(calculatePrice(searchDeals.cost, rows));
      }),
      { numRuns: 1000 },
    );
  });

  test('counts ten rows where a body names no page size, as the service does', () => {
    expect(quoteRequest(searchDeals, { body: {} })).toBe(100);
  });
});

describe('batches of ids', () => {
  test('hold every id once, 500 at most each, and cost together what the ids cost', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 1300 }), (ids) => {
        const batches = splitIntoBatches(ids);
        expect(batches.flat()).toEqual(ids);
        expect(batches.every(({ length }) => length > 0 && length <= 500)).toBe(true);
        const tenths = batches.map((batch) =>
          quoteRequest(searchCompanies, { body: { identifiers: { ids: batch }, page_size: batch.length } }),
        );
        expect(tenths.reduce((sum, one) => sum + one, 0)).toBe(calculatePrice(searchCompanies.cost, ids.length));
      }),
      { numRuns: 30 },
    );
  });
});

const positionsOf = (loaded: number, more: number): number[] =>
  planPages(loaded, more).flatMap(({ page, size }) => Array.from({ length: size }, (_, row) => page * size + row));

describe('a batch of pages', () => {
  test('with what is loaded is a prefix: no row is charged twice and none is left out', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(1200), (loaded, more) => {
        expect(positionsOf(loaded, more)).toEqual(Array.from({ length: more }, (_, row) => loaded + row));
      }),
      { numRuns: 1000 },
    );
  });

  test('after batch after batch is still one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 600 }), { maxLength: 8 }), (batches) => {
        let loaded = 0;
        for (const more of batches) {
          expect(positionsOf(loaded, more)[0]).toBe(loaded);
          loaded += planPages(loaded, more).reduce((sum, { size }) => sum + size, 0);
        }
        expect(loaded).toBe(batches.reduce((sum, more) => sum + more, 0));
      }),
    );
  });

  test('requests pages that the service has, and few of them', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.integer({ min: 1, max: 500 }), (loaded, more) => {
        const requests = planPages(loaded, more);
        expect(requests.every(({ page, size }) => Number.isInteger(page) && size >= 1 && size <= 500)).toBe(true);
        expect(requests.length).toBeLessThanOrEqual(40);
      }),
      { numRuns: 1000 },
    );
  });

  test('of the size of the first page is one request', () => {
    expect(planPages(50, 25)).toEqual([{ page: 2, size: 25 }]);
    expect(planPages(25, 100)).toEqual([
      { page: 1, size: 25 },
      { page: 1, size: 50 },
      { page: 4, size: 25 },
    ]);
  });
});
