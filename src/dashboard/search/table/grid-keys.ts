/** A cell of a grid, both counted from 0; the head is row -1. */
export type Cell = { readonly row: number; readonly column: number };

/** How large a grid is, and how many rows one page key passes. */
export type Extent = { readonly rows: number; readonly columns: number; readonly pageRows: number };

/** Where a key leads from a cell, inside the grid; undefined when the key moves nothing. */
export function toMovedCell(
  key: string,
  far: boolean,
  from: Cell,
  { rows, columns, pageRows }: Extent,
): Cell | undefined {
  const clamp = (value: number, least: number, count: number) => Math.max(least, Math.min(count - 1, value));
  const to = (row: number, column: number): Cell => ({ row: clamp(row, -1, rows), column: clamp(column, 0, columns) });
  switch (key) {
    case 'ArrowDown':
      return to(far ? rows - 1 : from.row + 1, from.column);
    case 'ArrowUp':
      return to(far ? 0 : from.row - 1, from.column);
    case 'ArrowRight':
      return to(from.row, far ? columns - 1 : from.column + 1);
    case 'ArrowLeft':
      return to(from.row, far ? 0 : from.column - 1);
    case 'PageDown':
      return to(from.row + pageRows, from.column);
    case 'PageUp':
      return to(from.row - pageRows, from.column);
    case 'Home':
      return to(far ? 0 : from.row, 0);
    case 'End':
      return to(far ? rows - 1 : from.row, columns - 1);
    default:
      return undefined;
  }
}
