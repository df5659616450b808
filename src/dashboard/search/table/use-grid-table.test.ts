// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  orderColumns,
  createDefaultChoice,
  pinColumn,
  resizeColumn,
  findVisibleColumns,
  type ColumnChoice,
} from './column-choice.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { buildTracks, useGridTable } from './use-grid-table.ts';

const displays = {
  a: { width: 100 },
  b: { width: 120, grow: 2 },
  c: { width: 90, from: 600 },
  d: { width: 80, off: true },
};
const columns: GridColumn<GridRow>[] = Object.entries(displays).map(([id, display]) => ({
  id,
  header: `Head ${id}`,
  display,
  cell: (row) => `${id} of ${row.id}`,
}));

const hold = (choice: ColumnChoice, width: number) =>
  renderHook(() => useGridTable(columns, choice, width)).result.current;
const readHeads = (table: ReturnType<typeof hold>) => table.getHeaderGroups().flatMap(({ headers }) => headers);

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'gone'));
const choices = fc.record({
  order: ids,
  pinned: ids,
  shown: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()),
  widths: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 56, max: 640 })),
  density: fc.constant('usual' as const),
});

test('heads and cells are the shown columns in the chosen order, whatever was chosen', () => {
  fc.assert(
    fc.property(choices, fc.integer({ min: 0, max: 1200 }), (choice, width) => {
      const table = hold(choice, width);
      const visible = findVisibleColumns(columns, choice, width);
      const wanted = orderColumns(columns, choice).filter(({ id }) => visible.has(id));
      expect(readHeads(table).map(({ column }) => column.id)).toEqual(wanted.map(({ id }) => id));
      const cells = readHeads(table).map(({ column }) => column.columnDef.meta?.draw({ id: 'x' }));
      expect(cells).toEqual(wanted.map(({ id }) => `${id} of x`));
    }),
    { numRuns: 50 },
  );
});

test('pinned columns are next to each other, each with its own width', () => {
  const choice = resizeColumn(pinColumn(pinColumn(createDefaultChoice(), 'c', true), 'b', true), 'b', 80);
  const pinned = readHeads(hold(choice, 900)).filter(({ column }) => column.getIsPinned());
  expect(pinned.map(({ column }) => [column.id, column.getStart('start')])).toEqual([
    ['b', 0],
    ['c', 80],
  ]);
});

test('a column grows with the grid until the user sets its width', () => {
  const readWritten = (choice: ColumnChoice) =>
    buildTracks(
      readHeads(hold(choice, 900)).map(({ column }) => column),
      choice,
    );
  expect(readWritten(createDefaultChoice())).toBe('24px 100px minmax(120px, 2fr) 90px');
  expect(readWritten(resizeColumn(createDefaultChoice(), 'b', 300))).toBe('24px 100px 300px 90px');
});

test('a width with the same visible columns keeps the column headers, so that no row is drawn again', () => {
  const choice = createDefaultChoice();
  const { result, rerender } = renderHook(({ width }) => useGridTable(columns, choice, width).getHeaderGroups(), {
    initialProps: { width: 700 },
  });
  const before = result.current;
  rerender({ width: 720 });
  expect(result.current).toBe(before);
  rerender({ width: 500 });
  expect(result.current).not.toBe(before);
});
