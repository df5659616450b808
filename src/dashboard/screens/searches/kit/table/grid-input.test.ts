import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveCell } from './grid-input.ts';

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
