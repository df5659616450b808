import { textScale } from '../../platform/ui/use-browser.ts';
import {
  type Column,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type Header,
  metaHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { type ColumnChoice, findVisibleColumns, checkboxWidth, orderColumns } from './column-choice.ts';
import type { ColumnDisplay, GridColumn, GridRow } from './grid-column.ts';

const noRows: readonly GridRow[] = [];

/** TanStack Table for the columns of a grid: visibility, order, widths, pins. It gets no rows (README.md). */
export function useGridTable<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  width: number,
) {
  const defined = useMemo(() => defineColumns(columns), [columns]);
  // As text, so that a width at which the same columns are visible changes nothing.
  const visible = [...findVisibleColumns(columns, choice, width)].join(' ');
  const state = useMemo(() => buildColumnState(columns, choice, visible.split(' ')), [columns, choice, visible]);
  return useTable({
    features: gridFeatures,
    columns: defined,
    data: noRows as R[],
    state,
  });
}

function defineColumns<R extends GridRow>(columns: readonly GridColumn<R>[]) {
  const helper = createColumnHelper<typeof gridFeatures, R>();
  return columns.map(({ id, header, display, cell, key }) =>
    helper.display({
      id,
      header,
      size: display.width,
      // The column meta type is the same for all rows.
      meta: { display, sorts: key !== undefined, draw: keepContents(cell as (row: GridRow) => ReactNode) },
    }),
  );
}

/** Draws each row once: React skips contents that are the same object, whatever else changes in the row. */
function keepContents(draw: (row: GridRow) => ReactNode): (row: GridRow) => ReactNode {
  const drawn = new WeakMap<GridRow, ReactNode>();
  return (row) => {
    if (!drawn.has(row)) drawn.set(row, draw(row));
    return drawn.get(row);
  };
}

/** The choice and the visible columns as table state. */
function buildColumnState<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  visible: readonly string[],
) {
  const columnOrder = orderColumns(columns, choice).map(({ id }) => id);
  return {
    columnOrder,
    columnPinning: { start: columnOrder.filter((id) => choice.pinned.includes(id)), end: [] },
    columnSizing: choice.widths,
    columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, visible.includes(id)])),
  };
}

/** The style that keeps a pinned column in place; undefined for other columns. */
export const buildPinStyle = <R extends GridRow>(column: TableColumn<R>): CSSProperties | undefined =>
  column.getIsPinned()
    ? { position: 'sticky', left: (checkboxWidth + column.getStart('start')) * textScale, zIndex: 1 }
    : undefined;

/** What the cells of a column have in common. */
export type CellStyle = {
  readonly id: string;
  readonly draw: ((row: GridRow) => ReactNode) | undefined;
  readonly style: CSSProperties | undefined;
  readonly className: string;
};

/** Built once for all rows, because asking a column takes longer than drawing its cell. */
export function buildCellStyle<R extends GridRow>(column: TableColumn<R>, at: number): CellStyle {
  const { display, draw } = column.columnDef.meta ?? {};
  const style = buildPinStyle(column);
  return {
    id: column.id,
    draw,
    style,
    className: `flex min-w-0 items-center rounded-[5px] pr-2.5 whitespace-nowrap text-ink-2 -outline-offset-2 ${at === 0 ? '' : 'pl-2.5'} ${
      display?.align === 'end' ? 'justify-end tabular-nums' : ''
    } ${style ? 'bg-inherit' : ''}`,
  };
}

/** The CSS grid tracks: the checkbox, then each column, which grows unless the user set its width. */
export function buildTracks<R extends GridRow>(visible: readonly TableColumn<R>[], { widths }: ColumnChoice): string {
  const tracks = visible.map((column) => {
    const grow = widths[column.id] === undefined ? column.columnDef.meta?.display.grow : undefined;
    const size = `${column.getSize() * textScale}px`;
    return grow === undefined ? size : `minmax(${size}, ${grow}fr)`;
  });
  return [`${checkboxWidth * textScale}px`, ...tracks].join(' ');
}

/** What we add to a column of TanStack Table. */
type ColumnMeta = {
  readonly display: ColumnDisplay;
  readonly sorts: boolean;
  readonly draw: (row: GridRow) => ReactNode;
};

/** The features of every grid. They concern columns only: rows are sorted by number (README.md). */
const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

export type TableColumn<R extends GridRow> = Column<typeof gridFeatures, R>;
export type TableHeader<R extends GridRow> = Header<typeof gridFeatures, R>;
