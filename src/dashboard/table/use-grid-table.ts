import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { isShown, toArranged, type ColumnChoice } from './column-choice.ts';
import type { GridColumn, GridRow } from './grid-column.ts';
import { gridFeatures, type InSight } from './grid-features.ts';

/**
 * The table that holds the columns of a grid: which are shown, their order, their widths, what is pinned. Of the rows
 * it gets those in sight alone, already in order: ordering 100,000 by index is faster than the library's sorted row
 * model, which makes an object for each row first (measured: README, On screens).
 */
export function useGridTable<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  width: number,
  inSight: readonly InSight<R>[],
) {
  // The library draws a cell as a component: another function would put every cell into the document anew.
  const held = useMemo(() => toHeld(columns), [columns]);
  return useTable({
    features: gridFeatures,
    columns: held,
    data: inSight,
    getRowId: ({ row }) => row.id,
    state: toColumnState(columns, choice, width),
  });
}

function toHeld<R extends GridRow>(columns: readonly GridColumn<R>[]) {
  const helper = createColumnHelper<typeof gridFeatures, InSight<R>>();
  return columns.map(({ id, header, look, cell, key }) =>
    helper.display({
      id,
      header,
      size: look.width,
      meta: { look, sorts: key !== undefined },
      cell: ({ row }) => cell(row.original.row),
    }),
  );
}

/** What a person chose, and what there is room for, in the words of the table. */
function toColumnState<R extends GridRow>(columns: readonly GridColumn<R>[], choice: ColumnChoice, width: number) {
  const columnOrder = toArranged(columns, choice).map(({ id }) => id);
  return {
    columnOrder,
    columnPinning: { start: columnOrder.filter((id) => choice.pinned.includes(id)), end: [] },
    columnSizing: choice.widths,
    columnVisibility: Object.fromEntries(columns.map(({ id, look }) => [id, isShown(id, look, choice, width)])),
  };
}
