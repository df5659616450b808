import type { ReactNode } from 'react';

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

/** What a row is ordered and found by in a column; null when it says nothing. */
export type ColumnKey = string | number | null;

/** A column of a grid of rows R. */
export type GridColumn<R extends GridRow> = {
  readonly id: string;
  readonly header: string;
  readonly look: ColumnLook;
  readonly cell: (row: R) => ReactNode;
  /** Lets the loaded rows be ordered by this column and found in it. */
  readonly key?: (row: R) => ColumnKey;
};

/** The rows of a grid in the order in which they stand; a row is made when it comes in sight. */
export type GridView<R extends GridRow> = {
  readonly count: number;
  readonly idAt: (index: number) => string | undefined;
  readonly rowAt: (index: number) => R | undefined;
};

/** Which column the rows are ordered by, and how. */
export type Sorted = { readonly column: string; readonly direction: 'ascending' | 'descending' };
