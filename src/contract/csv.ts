/** The value of a cell; null for an empty one. */
export type CsvCell = string | number | null;

/** Text that a spreadsheet would run as a formula, including full-width signs. */
const formula = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** Spreadsheets read every letter of a file that begins with it. */
export const csvStart = '\uFEFF';

/**
 * A row of CSV (RFC 4180). A text that begins like a formula gets an apostrophe before it; numbers stay numbers, negative
 * ones too.
 */
export const formatCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(formatField).join(',')}\r\n`;

function formatField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
