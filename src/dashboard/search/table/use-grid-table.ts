import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { orderColumns, findVisibleColumns, type ColumnChoice } from './column-choice.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { gridFeatures } from './grid-layout.ts';

const noRows: readonly GridRow[] = [];

/** TanStack Table for the columns of a grid: visibility, order, widths, pins. It gets no rows (README.md). */
export function useGridTable<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  width: number,
) {
  const defined = useMemo(() => defineColumns(columns), [columns]);
  return useTable({
    features: gridFeatures,
    columns: defined,
    data: noRows as R[],
    state: toColumnState(columns, choice, width),
  });
}

function defineColumns<R extends GridRow>(columns: readonly GridColumn<R>[]) {
  const helper = createColumnHelper<typeof gridFeatures, R>();
  return columns.map(({ id, header, look, cell, key }) =>
    helper.display({
      id,
      header,
      size: look.width,
      // The column meta type is the same for all rows.
      meta: { look, sorts: key !== undefined, draw: cell as (row: GridRow) => ReactNode },
    }),
  );
}

/** The choice and the available width as table state. */
function toColumnState<R extends GridRow>(columns: readonly GridColumn<R>[], choice: ColumnChoice, width: number) {
  const columnOrder = orderColumns(columns, choice).map(({ id }) => id);
  const visible = findVisibleColumns(columns, choice, width);
  return {
    columnOrder,
    columnPinning: { start: columnOrder.filter((id) => choice.pinned.includes(id)), end: [] },
    columnSizing: choice.widths,
    columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, visible.has(id)])),
  };
}
