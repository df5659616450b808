import { columnVisibilityFeature, createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table';
import type { ColumnDef } from '@tanstack/react-table';

/** How a column is laid out. */
export type ColumnLook = {
  /** Its least width in pixels. */
  readonly width: number;
  /** Its share of the width that is left over; without one it keeps its own. */
  readonly grow?: number;
  readonly align?: 'end';
  /** The column stands aside while the grid is narrower than so many pixels; its facts stay in the details. */
  readonly from?: number;
  /** It stands only where it was chosen. */
  readonly off?: boolean;
};

/** A row of a grid: anything with an id. */
export type GridRow = { readonly id: string };

/** The features of every grid, at module scope as the library asks. */
export const gridFeatures = tableFeatures({ columnVisibilityFeature, columnMeta: metaHelper<ColumnLook>() });

/** The columns of a grid of rows R. */
export type GridColumn<R extends GridRow> = ColumnDef<typeof gridFeatures, R>;

/** Makes columns for rows R. */
export const gridColumns = <R extends GridRow>() => createColumnHelper<typeof gridFeatures, R>();
