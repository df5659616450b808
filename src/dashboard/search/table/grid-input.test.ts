import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveCell, noSelection, toggleAllRows, extendSelection, toggleRow } from './grid-input.ts';

const extent = { rows: 100, columns: 7, pageRows: 20 };
const middle = { row: 50, column: 3 };

test.each([
  ['ArrowDown', false, { row: 51, column: 3 }],
  ['ArrowUp', true, { row: 0, column: 3 }],
  ['ArrowLeft', false, { row: 50, column: 2 }],
  ['ArrowRight', true, { row: 50, column: 6 }],
  ['PageDown', false, { row: 70, column: 3 }],
  ['Home', false, { row: 50, column: 0 }],
  ['End', true, { row: 99, column: 6 }],
])('%s (with Ctrl: %s) leads to %o', (key, far, cell) => {
  expect(moveCell(key, far, middle, extent)).toEqual(cell);
});

test('the head is one row above the first', () => {
  expect(moveCell('ArrowUp', false, { row: 0, column: 2 }, extent)).toEqual({ row: -1, column: 2 });
  expect(moveCell('ArrowDown', false, { row: -1, column: 2 }, extent)).toEqual({ row: 0, column: 2 });
});

test('other keys move nothing', () => {
  expect(moveCell('a', false, middle, extent)).toBeUndefined();
});

test('no sequence of keys leaves the grid', () => {
  const key = fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End');
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.boolean())), fc.integer({ min: 1, max: 60 }), (keys, rows) => {
      const small = { ...extent, rows };
      const end = keys.reduce((cell, [name, far]) => moveCell(name, far, cell, small) ?? cell, {
        row: 0,
        column: 0,
      });
      expect(end.row >= -1 && end.row < rows && end.column >= 0 && end.column < small.columns).toBe(true);
    }),
  );
});

const idAt = (index: number) => (index < 40 ? `row ${index}` : undefined);

test('a range from the anchor holds every row between, in both directions', () => {
  fc.assert(
    fc.property(fc.nat(39), fc.nat(39), (from, to) => {
      const { ids } = extendSelection(toggleRow(noSelection, `row ${from}`, from), to, idAt);
      const rows = Array.from({ length: Math.abs(from - to) + 1 }, (_, step) => `row ${Math.min(from, to) + step}`);
      expect(ids).toEqual(new Set(rows));
    }),
  );
});

test('selecting and deselecting a row leaves the rest as it was', () => {
  const before = extendSelection(noSelection, 3, idAt);
  expect(toggleRow(toggleRow(before, 'row 9', 9), 'row 9', 9).ids).toEqual(before.ids);
});

test('toggling all rows selects every row, and then none', () => {
  const all = toggleAllRows(noSelection, 40, idAt);
  expect(all.ids.size).toBe(40);
  expect(toggleAllRows(all, 40, idAt).ids.size).toBe(0);
});
