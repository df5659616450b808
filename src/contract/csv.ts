/** The value of a cell; null for an empty one. */
export type CsvCell = string | number | null;

/** Text that a spreadsheet would run as a formula, including full-width signs. */
const formula = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** With this at the start of a file, spreadsheets read all letters correctly. */
export const csvStart = '\uFEFF';

/**
 * A row of CSV (RFC 4180). Text that looks like a formula gets an apostrophe before it; numbers, even negative ones,
 * stay numbers.
 */
export const formatCsvRow = (cells: readonly CsvCell[]): string => `${cells.map(formatField).join(',')}\r\n`;

function formatField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
