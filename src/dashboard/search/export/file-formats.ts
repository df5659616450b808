import { saveFile } from '../../platform/ui/copy-and-save.tsx';
import type { Cell } from '../resource/resource.ts';
import type { SheetData } from 'write-excel-file/browser';
import type { ExportTable } from './export.ts';

/** The value of a cell; null for an empty one. */
export type CsvCell = string | number | null;

/** Text that a spreadsheet would run as a formula, including full-width signs. */
const formula = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/**
 * Rows as CSV (RFC 4180) in UTF-8 with a byte order mark, so that spreadsheets read every letter. A text that begins
 * like a formula gets an apostrophe before it; numbers stay numbers, negative ones too.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(formatField).join(',')}\r\n`).join('')}`;
}

function formatField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Saves CSV text as a file. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}

type XlsxCell = SheetData[number][number];

/** A typed cell: text never becomes a formula, numbers stay numbers. */
const toXlsxCell = (cell: Cell): XlsxCell => {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? { value: cell, type: Number } : null;
  return typeof cell === 'boolean' ? { value: cell, type: Boolean } : { value: cell, type: String };
};
const buildHead = (head: string): XlsxCell => ({ value: head, type: String, fontWeight: 'bold' });

/** A workbook of two sheets: the rows and the manifest. */
export async function buildWorkbook(sheet: ExportTable, manifest: readonly (readonly [string, Cell])[]): Promise<Blob> {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  return writeExcelFile([
    {
      sheet: 'Rows',
      data: [sheet.heads.map(buildHead), ...sheet.rows.map((row) => row.map(toXlsxCell))],
      stickyRowsCount: 1,
    },
    { sheet: 'Manifest', data: manifest.map(([name, value]) => [buildHead(name), toXlsxCell(value)]) },
  ]).toBlob();
}
