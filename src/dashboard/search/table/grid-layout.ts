import {
  type Column,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type Header,
  metaHelper,
  tableFeatures,
} from '@tanstack/react-table';
import type { CSSProperties, ReactNode } from 'react';
import { type ColumnChoice, markWidth } from './column-choice.ts';
import type { ColumnLook, GridRow } from './grid-column.ts';

/** The CSS grid tracks, the minimum width in pixels, and whether that is more than the available width. */
export type GridLayout = { readonly tracks: string; readonly minWidth: number; readonly overflows: boolean };

/** The style that keeps a pinned column in place; undefined for other columns. */
export const buildPinStyle = <R extends GridRow>(column: TableColumn<R>): CSSProperties | undefined =>
  column.getIsPinned() ? { position: 'sticky', left: markWidth + column.getStart('start'), zIndex: 1 } : undefined;

/** The CSS grid tracks: the checkbox, then each column, which grows unless the user set its width. */
export function buildTracks<R extends GridRow>(visible: readonly TableColumn<R>[], { widths }: ColumnChoice): string {
  const tracks = visible.map((column) => {
    const grow = widths[column.id] === undefined ? column.columnDef.meta?.look.grow : undefined;
    return grow === undefined ? `${column.getSize()}px` : `minmax(${column.getSize()}px, ${grow}fr)`;
  });
  return [`${markWidth}px`, ...tracks].join(' ');
}

/** What we add to a column of TanStack Table. */
type ColumnMeta = {
  readonly look: ColumnLook;
  readonly sorts: boolean;
  readonly draw: (row: GridRow) => ReactNode;
};

/** The features of every grid. They concern columns only: rows are sorted by number (README.md). */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

export type TableColumn<R extends GridRow> = Column<typeof gridFeatures, R>;
export type TableHeader<R extends GridRow> = Header<typeof gridFeatures, R>;
