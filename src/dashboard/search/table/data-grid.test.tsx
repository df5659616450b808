// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noSelection, type GridActions } from './grid-input.ts';
import type { ColumnChoice } from './column-choice.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { DataGrid } from './data-grid.tsx';

// jsdom has no layout, and the grid draws the rows that have room.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const rows = Array.from({ length: 5 }, (_, at) => ({ id: String(at) }));
const choice: ColumnChoice = { shown: {}, order: [], widths: {}, pinned: [], density: 'usual' };

test('opening another record draws its row and the one before, and no other', () => {
  const drawn: string[] = [];
  const draw = ({ id }: GridRow) => {
    drawn.push(id);
    return id;
  };
  const columns: GridColumn<GridRow>[] = [{ id: 'name', header: 'Name', look: { width: 200 }, cell: draw }];
  const renderGrid = (openId: string) => (
    <DataGrid
      label="Deals"
      columns={columns}
      choice={choice}
      view={{ count: rows.length, idAt: (at) => rows[at]?.id, rowAt: (at) => rows[at] }}
      sorted={undefined}
      selection={noSelection}
      openId={openId}
      actions={{} as GridActions}
    />
  );
  const { rerender } = render(renderGrid('1'));
  // The scroller is known from the second render on.
  rerender(renderGrid('1'));
  expect(new Set(drawn)).toEqual(new Set(rows.map(({ id }) => id)));
  drawn.length = 0;
  rerender(renderGrid('2'));
  expect(drawn.toSorted()).toEqual(['1', '2']);
});
