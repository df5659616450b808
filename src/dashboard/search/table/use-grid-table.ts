import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { toArranged, toVisible, type ColumnChoice } from './column-choice.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { gridFeatures } from './grid-features.ts';

const noRows: readonly GridRow[] = [];

/**
 * The table that holds the columns of a grid: which are shown, their order, their widths, what is pinned. It gets no
 * rows: ordering 100,000 by index is faster than the library's sorted row model, which makes an object for each row
 * first (measured: README, On screens).
 */
export function useGridTable<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  width: number,
) {
  const held = useMemo(() => toHeld(columns), [columns]);
  return useTable({
    features: gridFeatures,
    columns: held,
    data: noRows as R[],
    state: toColumnState(columns, choice, width),
  });
}

function toHeld<R extends GridRow>(columns: readonly GridColumn<R>[]) {
  const helper = createColumnHelper<typeof gridFeatures, R>();
  return columns.map(({ id, header, look, cell, key }) =>
    helper.display({
      id,
      header,
      size: look.width,
      // The library knows a row as any row.
      meta: { look, sorts: key !== undefined, draw: cell as (row: GridRow) => ReactNode },
    }),
  );
}

/** What a person chose, and what there is room for, in the words of the table. */
function toColumnState<R extends GridRow>(columns: readonly GridColumn<R>[], choice: ColumnChoice, width: number) {
  const columnOrder = toArranged(columns, choice).map(({ id }) => id);
  const visible = toVisible(columns, choice, width);
  return {
    columnOrder,
    columnPinning: { start: columnOrder.filter((id) => choice.pinned.includes(id)), end: [] },
    columnSizing: choice.widths,
    columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, visible.has(id)])),
  };
}
