import type { GridRow, GridView } from './grid-column.ts';

/** Rows that stand in one order alone, as a grid or a list reads them. */
export const toListView = <R extends GridRow>(rows: readonly R[]): GridView<R> => ({
  count: rows.length,
  idAt: (index) => rows[index]?.id,
  rowAt: (index) => rows[index],
});
