import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toFolded, toFoundRows, toSortedRows, toSortKeys } from './arrange.ts';

const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.stringMatching(/^[ab]{0,6}$/));
const column = fc.oneof(
  fc.array(fc.option(text, { nil: null })),
  fc.array(fc.option(fc.double({ noNaN: true }), { nil: null })),
);
const all = (count: number) => Uint32Array.from({ length: count }, (_, row) => row);

test('rows stand in the order of their keys, ties as before, and those without a key last either way', () => {
  fc.assert(
    fc.property(column, fc.constantFrom('ascending' as const, 'descending' as const), (values, direction) => {
      const keys = toSortKeys(values.length, (row) => values[row]);
      const sorted = [...toSortedRows(all(values.length), keys, direction)];
      const sign = direction === 'ascending' ? 1 : -1;
      const folded = values.map((value) => (typeof value === 'string' ? toFolded(value) : value));
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

test('finding keeps exactly the rows that hold the text, whatever its case and accents', () => {
  const texts = ['Élan Énergie', 'Northwind', 'elan vital'].map(toFolded);
  expect([...toFoundRows(texts, 'ELAN')]).toEqual([0, 2]);
  expect([...toFoundRows(texts, '  ')]).toEqual([0, 1, 2]);
  expect([...toFoundRows(texts, 'zzz')]).toEqual([]);
});
