import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  tableFeatures,
  type Column,
  type Header,
  type Row,
} from '@tanstack/react-table';
import type { ColumnLook, GridRow } from './grid-column.ts';

/** What the table carries of a column beside what it knows itself. */
type ColumnMeta = {
  readonly look: ColumnLook;
  /** The loaded rows can be ordered by it. */
  readonly sorts: boolean;
};

/** The features of every grid, at module scope as the library asks: they are about columns, never about rows. */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

/** Where a row stands: its index among all rows, and the pixels from the top. */
export type Place = { readonly index: number; readonly start: number; readonly size: number };
/** A row in sight and its place. */
export type InSight<R extends GridRow> = { readonly row: R; readonly place: Place };

/** A column, as the table holds it. */
export type HeldColumn<R extends GridRow> = Column<typeof gridFeatures, InSight<R>>;
/** The head of a column, as the table holds it. */
export type HeldHead<R extends GridRow> = Header<typeof gridFeatures, InSight<R>>;
/** A row in sight, as the table holds it. */
export type HeldRow<R extends GridRow> = Row<typeof gridFeatures, InSight<R>>;
