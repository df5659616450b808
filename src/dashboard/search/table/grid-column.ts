import type { ReactNode } from 'react';

/** The layout of a column. */
export type ColumnDisplay = {
  /** Minimum width in pixels. */
  readonly width: number;
  /** Its share of the remaining width; without one the width is fixed. */
  readonly grow?: number;
  readonly align?: 'end';
  /** Hidden while the grid is narrower than this, in pixels. */
  readonly from?: number;
  /** Hidden unless the user shows it. */
  readonly off?: boolean;
};

export type GridRow = { readonly id: string };

/** The value a row is sorted and found by; null for no value. */
export type ColumnKey = string | number | null;

/** The value of a cell in an exported file. */
export type Cell = string | number | boolean | null;

/** What the values of a file's column are, so that a spreadsheet shows them as such. A day is YYYY-MM-DD. */
export type CellFormat = 'day' | 'usd' | 'count' | 'ratio';

/** A column of an exported file: its head, the value of a row, and its format. */
export type ExportColumn<R> = readonly [
  head: string,
  read: (row: R) => Cell | undefined,
  format?: CellFormat | undefined,
];

/** A column of a grid of rows R. */
export type GridColumn<R extends GridRow> = {
  readonly id: string;
  readonly header: string;
  readonly display: ColumnDisplay;
  readonly cell: (row: R) => ReactNode;
  /** Makes the column sortable and searchable. */
  readonly key?: (row: R) => ColumnKey;
  /** What it is in an exported file. Those after the first are left out where no row has a value. */
  readonly file?: readonly ExportColumn<R>[];
};

/** The rows of a grid in their order; a row is created when it scrolls into view. */
export type GridView<R extends GridRow> = {
  readonly count: number;
  readonly idAt: (index: number) => string | undefined;
  readonly rowAt: (index: number) => R | undefined;
};

/** The sorted column and its direction. */
export type GridSort = { readonly column: string; readonly direction: 'ascending' | 'descending' };

/** The group of a row: what groups are sorted by, its name, and a sign before the name. */
export type GroupValue = { readonly order: string | number; readonly name: string; readonly sign?: ReactNode };

/** A way to group rows; rows without a group come last, under `none`. */
export type Grouping<R extends GridRow> = {
  readonly id: string;
  /** What it groups by: "Stage". */
  readonly name: string;
  readonly none: string;
  readonly direction: GridSort['direction'];
  readonly read: (row: R) => GroupValue | null;
};

/** Rows of one group that follow each other. */
export type GroupSpan = { readonly first: number; readonly count: number };

/** The groups of the rows in view. */
export type GridGroups = { readonly spans: readonly GroupSpan[]; readonly readAt: (first: number) => GroupValue };
