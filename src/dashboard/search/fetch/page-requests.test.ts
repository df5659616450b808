import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planPages } from './search-results.ts';

const positionsOf = (loaded: number, more: number): number[] =>
  planPages(loaded, more).flatMap(({ page, size }) => Array.from({ length: size }, (_, row) => page * size + row));

describe('a batch', () => {
  test('with what is loaded is a prefix: no row is bought twice and none is left out', () => {
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

  test('asks for pages that the service has, and for few of them', () => {
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
