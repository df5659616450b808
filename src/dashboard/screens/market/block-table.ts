import { escapeMarkdown } from '#contract/markdown.ts';
import { formatGrouped, formatMoney, formatShortDay } from '../../platform/format.ts';
import type { ExportTable } from '../searches/kit/export/file-formats.ts';
import type { Cell, CellFormat } from '../searches/kit/table/grid-column.ts';

/** The figures of a block as a table, for the screen, Markdown and a sheet of XLSX. */
export type BlockTable = ExportTable & {
  readonly title: string;
  /** What is counted, of which days, and how. */
  readonly basis: string;
};

/** A cell as text; blank where there is nothing to say. */
export function formatCell(cell: Cell, format: CellFormat | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  if (typeof cell === 'string') return format === 'day' ? formatShortDay(cell) : cell;
  if (format === 'usd') return formatMoney(cell);
  if (format === 'share') return `${Math.round(cell * 100)}%`;
  return format === 'ratio' ? cell.toFixed(2) : formatGrouped(Math.round(cell));
}

/** A block as Markdown: title, a sentence where it has one, the table, and its basis. */
export function formatBlockMarkdown({ title, basis, heads, formats, rows }: BlockTable, sentence = ''): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  return [
    `## ${escapeMarkdown(title)}`,
    ...(sentence === '' ? [] : [escapeMarkdown(sentence)]),
    [
      line(heads),
      `| ${formats.map((format) => (format === undefined || format === 'day' ? '---' : '---:')).join(' | ')} |`,
      ...rows.map((row) => line(row.map((cell, at) => formatCell(cell, formats[at])))),
    ].join('\n'),
    `*${escapeMarkdown(basis)}*`,
  ].join('\n\n');
}
