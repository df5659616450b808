import type { Cell } from '../resource/resource.ts';
import writeExcelFile, { type SheetData } from 'write-excel-file/browser';
import type { ExportTable } from './export.ts';

type XlsxCell = SheetData[number][number];

/** A typed cell: text never becomes a formula, numbers stay numbers. */
const toXlsxCell = (cell: Cell): XlsxCell => {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? { value: cell, type: Number } : null;
  return typeof cell === 'boolean' ? { value: cell, type: Boolean } : { value: cell, type: String };
};
const buildHead = (head: string): XlsxCell => ({ value: head, type: String, fontWeight: 'bold' });

/** A workbook of two sheets: the rows and the manifest. */
export function buildWorkbook(sheet: ExportTable, manifest: readonly (readonly [string, Cell])[]): Promise<Blob> {
  return writeExcelFile([
    {
      sheet: 'Rows',
      data: [sheet.heads.map(buildHead), ...sheet.rows.map((row) => row.map(toXlsxCell))],
      stickyRowsCount: 1,
    },
    { sheet: 'Manifest', data: manifest.map(([name, value]) => [buildHead(name), toXlsxCell(value)]) },
  ]).toBlob();
}
