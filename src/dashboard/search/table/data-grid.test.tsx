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

test('opening another record and hiding a column draw no other cell again', () => {
  const drawn: string[] = [];
  function Name({ id }: GridRow) {
    drawn.push(id);
    return id;
  }
  const display = { width: 100 };
  const columns: GridColumn<GridRow>[] = [
    { id: 'kind', header: 'Kind', display, cell: () => 'deal' },
    { id: 'name', header: 'Name', display, cell: ({ id }) => <Name id={id} /> },
  ];
  const renderGrid = (openId: string, shown: ColumnChoice['shown']) => (
    <DataGrid
      label="Deals"
      columns={columns}
      choice={{ ...choice, shown }}
      view={{ count: rows.length, idAt: (at) => rows[at]?.id, rowAt: (at) => rows[at] }}
      sorted={undefined}
      selection={noSelection}
      openId={openId}
      actions={{} as GridActions}
    />
  );
  const { rerender, queryAllByText } = render(renderGrid('1', {}));
  // The scroller is known from the second render on.
  rerender(renderGrid('1', {}));
  expect(drawn.toSorted()).toEqual(rows.map(({ id }) => id));
  expect(queryAllByText('deal')).toHaveLength(rows.length);
  drawn.length = 0;
  rerender(renderGrid('2', {}));
  rerender(renderGrid('2', { kind: false }));
  expect(queryAllByText('deal')).toHaveLength(0);
  expect(drawn).toEqual([]);
});
