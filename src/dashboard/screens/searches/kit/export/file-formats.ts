import { type CsvCell, csvStart, formatCsvNote, formatCsvRow } from '#contract/csv.ts';
import { saveFile } from '../../../../platform/ui/copy-and-save.tsx';
import type { Cell, CellFormat } from '../table/grid-column.ts';
import type { SheetData } from 'write-excel-file/browser';

/**
 * Rows as CSV in UTF-8 with a byte order mark. Notes are lines of their own before the rows, each after `# `.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[], notes: readonly string[] = []): string {
  return csvStart + notes.map(formatCsvNote).join('') + rows.map(formatCsvRow).join('');
}

/** Saves CSV text as a file. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

/** Several names in one cell; every file has the same separator. */
export const joinCell = (names: readonly (string | null | undefined)[]): string | null =>
  names.filter(Boolean).join('; ') || null;

/** A table ready to be written in any format. */
export type ExportTable = {
  readonly heads: readonly string[];
  /** The format of each column. */
  readonly formats: readonly (CellFormat | undefined)[];
  readonly rows: readonly (readonly Cell[])[];
};

type XlsxCell = SheetData[number][number];

const xlsxFormats: Record<Exclude<CellFormat, 'range'>, string> = {
  day: 'yyyy-mm-dd',
  usd: '"$"#,##0',
  count: '#,##0',
  ratio: '0.00',
  share: '0%',
};

/** A typed cell: text never becomes a formula, numbers stay numbers, days are dates. */
function toXlsxCell(cell: Cell, format?: CellFormat): XlsxCell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'boolean') return { value: cell, type: Boolean };
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) return null;
    return { value: cell, type: Number, ...(format && format !== 'range' && { format: xlsxFormats[format] }) };
  }
  if (format === 'day') return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: xlsxFormats.day };
  return { value: cell, type: String };
}
const buildHead = (head: string): XlsxCell => ({ value: head, type: String, fontWeight: 'bold' });

const [minWidth, maxWidth] = [8, 60];

/** The width of a column in letters: that of its longest value, within limits. */
function measureWidth({ heads, formats, rows }: ExportTable, at: number): number {
  const isNumber = !['day', 'range', undefined].includes(formats[at]);
  // Thousands separators and the currency sign widen a number by a third.
  const lengths = rows.map((row) => Math.ceil(String(row[at] ?? '').length * (isNumber ? 4 / 3 : 1)));
  const longest = lengths.reduce((most, length) => Math.max(most, length), heads[at]?.length ?? 0);
  return Math.min(maxWidth, Math.max(minWidth, longest + 2));
}

/** A workbook with a sheet for each table, and a last one with facts about them where there are any. */
export async function buildWorkbook(
  tables: readonly (readonly [sheet: string, table: ExportTable])[],
  facts: readonly (readonly [name: string, Cell])[],
): Promise<Blob> {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  const sheets = tables.map(([sheet, table]) => ({
    sheet,
    data: [
      table.heads.map(buildHead),
      ...table.rows.map((row) => row.map((cell, at) => toXlsxCell(cell, table.formats[at]))),
    ],
    columns: table.heads.map((_, at) => ({ width: measureWidth(table, at) })),
    stickyRowsCount: 1,
  }));
  if (facts.length === 0) return writeExcelFile(sheets).toBlob();
  const data = facts.map(([name, value]) => [buildHead(name), toXlsxCell(value)]);
  return writeExcelFile([...sheets, { sheet: 'Search', data, columns: [{ width: 24 }, { width: 100 }] }]).toBlob();
}
