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
  /** Hidden while all rows have the same value. */
  readonly leaves?: boolean;
  /** Hidden unless the user shows it. */
  readonly off?: boolean;
};

export type GridRow = { readonly id: string };

/** The value a row is sorted and found by; null for no value. */
export type ColumnKey = string | number | null;

/** The value of a cell in an exported file. */
export type Cell = string | number | boolean | null;

/**
 * What the values of a file's column are, so that a spreadsheet shows them as such. A day is YYYY-MM-DD, a share 0 to 1, a
 * range text such as 11-50.
 */
export type CellFormat = 'day' | 'usd' | 'count' | 'ratio' | 'share' | 'range';

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

type ListColumn<R extends GridRow> = ColumnDisplay & Pick<GridColumn<R>, 'header' | 'cell'>;

/** Columns by id, of a list whose rows stay in their order. */
export const buildListColumns = <R extends GridRow>(
  columns: Readonly<Record<string, ListColumn<R>>>,
): GridColumn<R>[] =>
  Object.entries(columns).map(([id, { header, cell, ...display }]) => ({ id, header, display, cell }));

/** The group of a row: what groups are sorted by, its name, and a sign before the name. */
type GroupValue = { readonly order: string | number; readonly name: string; readonly sign?: ReactNode };

/** A way to group rows; rows without a group come last, under `none`. */
export type Grouping<R extends GridRow> = {
  readonly id: string;
  /** What it groups by: "Stage". */
  readonly name: string;
  readonly none: string;
  readonly direction: 'ascending' | 'descending';
  readonly read: (row: R) => GroupValue | null;
};
