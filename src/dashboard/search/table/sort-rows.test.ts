import fc from 'fast-check';
import { expect, test } from 'vitest';
import { finishWork } from './slices.ts';
import { createSortKeys, foldText, sortRows } from './sort-rows.ts';

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.stringMatching(/^[ab]{0,6}$/));
const column = fc.oneof(
  fc.array(fc.option(text, { nil: null })),
  fc.array(fc.option(fc.double({ noNaN: true }), { nil: null })),
);
const all = (count: number) => Uint32Array.from({ length: count }, (_, row) => row);

test('rows are sorted by their keys, ties as before, and rows without a key are last in both directions', () => {
  fc.assert(
    fc.property(column, fc.constantFrom('ascending' as const, 'descending' as const), (values, direction) => {
      const keys = createSortKeys(values.length);
      values.forEach((value) => keys.add(value));
      const sorted = [...sortRows(all(values.length), finishWork(keys.rank()), direction)];
      const sign = direction === 'ascending' ? 1 : -1;
      const folded = values.map((value) => (typeof value === 'string' ? foldText(value) : value));
      const expected = [...values.keys()].toSorted((one, other) => {
        const [a, b] = [folded[one]!, folded[other]!];
        if (a === null || b === null) return Number(a === null) - Number(b === null) || one - other;
        return a === b ? one - other : sign * (a < b ? -1 : 1);
      });
      expect(sorted).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
