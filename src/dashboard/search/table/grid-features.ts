import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  metaHelper,
  tableFeatures,
  type Column,
  type Header,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import type { ColumnLook, GridRow } from './grid-column.ts';

/** What the table carries of a column beside what it knows itself. */
type ColumnMeta = {
  readonly look: ColumnLook;
  /** The loaded rows can be ordered by it. */
  readonly sorts: boolean;
  /** What a row shows in it. */
  readonly draw: (row: GridRow) => ReactNode;
};

/** The features of every grid, at module scope as the library asks: they are about columns, never about rows. */
export const gridFeatures = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  columnMeta: metaHelper<ColumnMeta>(),
});

/** A column, as the table holds it. */
export type HeldColumn<R extends GridRow> = Column<typeof gridFeatures, R>;
/** The head of a column, as the table holds it. */
export type HeldHead<R extends GridRow> = Header<typeof gridFeatures, R>;
