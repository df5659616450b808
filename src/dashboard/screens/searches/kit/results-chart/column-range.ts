import type { GridColumn, GridRow } from '../table/grid-column.ts';

/** A range of a column's amounts or days, which narrows the loaded rows; without an end it is open. */
type ColumnRange = { readonly column: string; readonly from: string; readonly to: string };

/** The range of an address: "latest~2025-01-01~2025-12-31". */
export function parseColumnRange(text: string | undefined): ColumnRange | undefined {
  const [column, from = '', to = ''] = text?.split('~') ?? [];
  return column === undefined ? undefined : { column, from, to };
}

export const formatColumnRange = ({ column, from, to }: ColumnRange): string => [column, from, to].join('~');

/** What a column of amounts or days reads from a row; undefined for another column. */
export function findRangeKind<R extends GridRow>({ id, file }: GridColumn<R>) {
  const [first] = file ?? [];
  if (first?.[2] !== 'usd' && first?.[2] !== 'day') return undefined;
  return { id, format: first[2], read: first[1] };
}

/** The rows with a value in the range. */
export function keepInRange<R extends GridRow>(
  rows: readonly R[],
  columns: readonly GridColumn<R>[],
  range: ColumnRange | undefined,
): readonly R[] {
  const column = columns.find(({ id }) => id === range?.column);
  const kind = column && findRangeKind(column);
  if (!range || !kind) return rows;
  const isIn = (value: unknown): boolean => {
    if (typeof value === 'number') return value >= Number(range.from) && (range.to === '' || value <= Number(range.to));
    return typeof value === 'string' && value >= range.from && (range.to === '' || value <= range.to);
  };
  return rows.filter((row) => isIn(kind.read(row)));
}
