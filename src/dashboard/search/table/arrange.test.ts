import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addToDays, toSortedRows, toSortKeys } from './arrange.ts';
import { createFindText } from './find-text.ts';

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
      const folded = values.map((value) => (typeof value === 'string' ? addToDays(value) : value));
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
  const find = (texts: readonly string[], wanted: string) => {
    const written = createFindText();
    texts.forEach(written.add);
    return [...written.find(wanted)];
  };
  const names = ['Élan Énergie', 'Northwind', 'elan vital'];
  expect(find(names, 'ELAN')).toEqual([0, 2]);
  expect(find(names, '  ')).toEqual([0, 1, 2]);
  expect(find(names, 'zzz')).toEqual([]);
  const many = fc.array(fc.stringMatching(/^[ab]{0,3}$/), { minLength: 900, maxLength: 2100, size: 'max' });
  fc.assert(
    fc.property(many, fc.stringMatching(/^[ab]{1,3}$/), (texts, wanted) => {
      expect(find(texts, wanted)).toEqual([...texts.keys()].filter((row) => texts[row]!.includes(wanted)));
    }),
    { numRuns: 50 },
  );
});
