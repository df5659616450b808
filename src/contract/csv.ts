/** The value of a cell; null for an empty one. */
export type CsvCell = string | number | null;

/** Where a spreadsheet may begin a cell: it parts them by the list separator of the user's language. */
const separators = /([;\t|\r\n]+)/;
/** In a note, which is no quoted cell, a comma parts cells as well. */
const noteSeparators = /([,;\t|]+)/;
/** Text that a spreadsheet would run as a formula, also after what it cannot show; full-width signs count as well. */
const formula = /^[\s\p{C}"]*[=+\-@＝＋－＠]/u;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** With this at the start of a file, spreadsheets read all letters correctly. */
export const csvStart = '\uFEFF';

/**
 * A row of CSV (RFC 4180). An apostrophe stands before text that looks like a formula, at the start of a cell and after
 * each character that may part cells; numbers, even negative ones, stay numbers.
 */
export const formatCsvRow = (cells: readonly CsvCell[]): string => formatDelimitedRow(cells, ',');

/** The same with another delimiter. */
export const formatDelimitedRow = (cells: readonly CsvCell[], delimiter: string): string =>
  `${cells.map((cell) => formatField(cell, delimiter)).join(delimiter)}\r\n`;

/** A range of numbers such as `1-10` in words, because spreadsheets read that as a day. */
export const formatCsvRange = (range: string): string => range.replace(/^(\d+)-(\d+)$/, '$1 to $2');

/** A line of text before the rows, after `# `. */
export function formatCsvNote(text: string): string {
  const line = disarm(text.replaceAll(/[\s\p{C}]+/gu, ' '), noteSeparators);
  // A quote that begins a cell would swallow the lines below.
  return `# ${line.replaceAll(/([,;|])"/g, '$1 "')}\r\n`;
}

function formatField(cell: CsvCell, delimiter: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = /^[\t\r\n]/.test(cell) ? `'${disarm(cell, separators)}` : disarm(cell, separators);
  return text.includes(delimiter) || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const disarm = (text: string, parts: RegExp): string =>
  text
    .split(parts)
    .map((part) => (formula.test(part) && !plainNumber.test(part.trim()) ? `'${part}` : part))
    .join('');
