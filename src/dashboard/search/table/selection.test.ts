import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noSelection, toggleAllRows, extendSelection, toggleRow } from './selection.ts';

const idAt = (index: number) => (index < 40 ? `row ${index}` : undefined);

test('a range from the anchor holds every row between, whichever end came first', () => {
  fc.assert(
    fc.property(fc.nat(39), fc.nat(39), (from, to) => {
      const { ids } = extendSelection(toggleRow(noSelection, `row ${from}`, from), to, idAt);
      const rows = Array.from({ length: Math.abs(from - to) + 1 }, (_, step) => `row ${Math.min(from, to) + step}`);
      expect(ids).toEqual(new Set(rows));
    }),
  );
});

test('taking a row in and out again leaves the rest as it was', () => {
  const before = extendSelection(noSelection, 3, idAt);
  expect(toggleRow(toggleRow(before, 'row 9', 9), 'row 9', 9).ids).toEqual(before.ids);
});

test('all, and then none', () => {
  const all = toggleAllRows(noSelection, 40, idAt);
  expect(all.ids.size).toBe(40);
  expect(toggleAllRows(all, 40, idAt).ids.size).toBe(0);
});
