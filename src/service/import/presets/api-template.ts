import { ImportError } from '../import-error.ts';
import templateText from './template.jsonl?raw';

export const recordNames = ['deals', 'companies', 'investors', 'people'] as const;
export type ApiRecordName = (typeof recordNames)[number];
/** Records are read in this order, so that each comes after those that it names; template.jsonl has the same order. */
export const fileOrder = ['companies', 'investors', 'people', 'deals'] as const;

/** One example row of each record with every field that an import reads; the rows belong together. */
export const templateRows = Object.fromEntries(
  templateText
    .trim()
    .split('\n')
    .map((line, index) => [fileOrder[index], JSON.parse(line) as Record<string, unknown>]),
) as Record<ApiRecordName, Record<string, unknown>>;

/** The template of one record, or of all four, each with its file name. */
export function printTemplates(format: string, record?: string): string {
  if (format !== 'csv' && format !== 'jsonl')
    throw new ImportError(`There is no template for ${format}.`, 'Name csv or jsonl.');
  const kinds = record === undefined ? recordNames : recordNames.filter((kind) => kind === record);
  if (kinds.length === 0)
    throw new ImportError(`There is no record ${record}.`, `Name one of ${recordNames.join(', ')}.`);
  const texts = kinds.map((kind) => buildTemplate(format, kind));
  if (kinds.length === 1) return texts.join('');
  return kinds.map((kind, index) => `== ${kind}.${format}\n${texts[index]}`).join('\n');
}

export function buildTemplate(format: 'csv' | 'jsonl', kind: ApiRecordName): string {
  const row = templateRows[kind];
  if (format === 'jsonl') return `${JSON.stringify(row)}\n`;
  const cells = splitCells(row);
  return `${[...cells.keys()].map(quote).join(',')}\n${[...cells.values()].map(quote).join(',')}\n`;
}

/** The columns of a table: nested members joined by dots, lists of texts joined by |, other lists as JSON. */
function splitCells(row: Record<string, unknown>, at = ''): Map<string, string> {
  const cells = new Map<string, string>();
  for (const [name, value] of Object.entries(row)) {
    const column = at + name;
    if (Array.isArray(value)) {
      const isPlain = value.every((item) => typeof item === 'string');
      cells.set(column, isPlain ? value.join('|') : JSON.stringify(value));
    } else if (typeof value === 'object' && value !== null) {
      for (const [inner, cell] of splitCells(value as Record<string, unknown>, `${column}.`)) cells.set(inner, cell);
    } else cells.set(column, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  }
  return cells;
}

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
