/** One row of a source, whatever its format: cells by the name of their column. */
export type InputRow = {
  /** The line that it ends on in a table or a file of lines, its place in a list of JSON; the first is 1. */
  line: number;
  columns: readonly string[];
  /** What stands in a column, without the blanks around it: nothing, one text, or a list that the format itself has. */
  read: (column: string) => string[];
};

/** A row that cannot be taken apart, and why; `blank` rows say nothing at all. */
export type BadRow = { line: number; reason: string; text: string; blank: boolean };

/** The one text of a column; '' when it is empty, a list joined by comma. */
export function readText(row: InputRow, column: string): string {
  return row.read(column).join(', ');
}

export const isBadRow = (row: InputRow | BadRow): row is BadRow => 'reason' in row;
