import { readRows, type Delimited } from '../delimited.ts';
import { ImportError } from '../import-error.ts';
import { detectDialect, type Delimiter } from './delimiter.ts';
import { inspectInput, type Encoding } from './encoding.ts';
import { toInputName, type InputFile } from './input-files.ts';
import type { BadRow, InputRow } from './row.ts';

/** What is known of a table; the rest is found out. */
export type SheetOptions = {
  delimiter?: Delimiter | undefined;
  quoted?: boolean | undefined;
  encoding?: Encoding | undefined;
  /** The names of the columns of a file without a header. */
  columns?: readonly string[] | undefined;
  onProgress?: Delimited['onProgress'];
};

/** Reads a table by the names of its columns. */
export async function* readSheet(file: InputFile, options: SheetOptions = {}): AsyncGenerator<InputRow | BadRow> {
  const dialect = await findDialect(file, options);
  let header = options.columns && toHeader(options.columns);
  for await (const { line, cells } of readRows({ ...file, ...dialect, onProgress: options.onProgress })) {
    if (header) yield toRow(header, line, cells);
    else header = toHeader(toColumns(cells));
  }
}

/** Throws when a table lacks columns without which it cannot be read. */
export function checkColumns(file: InputFile, found: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.filter((column) => !found.includes(column));
  if (missing.length === 0) return;
  throw new ImportError(
    `${toInputName(file)} lacks the column ${missing.join(', ')}. It has: ${found.join(', ').slice(0, 300)}`,
    'Check that it is the right file, in its original form.',
  );
}

async function findDialect(file: InputFile, options: SheetOptions) {
  const { delimiter, quoted, encoding } = options;
  if (delimiter && encoding) return { delimiter, encoding, quoted: quoted ?? delimiter !== '\t' };
  const found = await inspectInput(file);
  const dialect = detectDialect(found.sample);
  return {
    encoding: encoding ?? found.encoding,
    delimiter: delimiter ?? dialect.delimiter,
    quoted: quoted ?? (delimiter ? delimiter !== '\t' : dialect.quoted),
  };
}

/** The names of a header; one that is blank or stands twice is told by its place. */
export function toColumns(header: string[]): string[] {
  const columns: string[] = [];
  header.forEach((cell, position) => {
    const name = cell.trim() || `column ${position + 1}`;
    columns.push(columns.includes(name) ? `${name} (column ${position + 1})` : name);
  });
  return columns;
}

type Header = { columns: readonly string[]; places: ReadonlyMap<string, number> };

const toHeader = (columns: readonly string[]): Header => ({
  columns,
  places: new Map(columns.map((column, place) => [column, place])),
});

function toRow({ columns, places }: Header, line: number, cells: string[]): InputRow | BadRow {
  const blank = cells.every((cell) => cell.trim() === '');
  if (blank || cells.length !== columns.length) {
    const reason = blank ? 'the row is blank' : `${cells.length} cells instead of ${columns.length}`;
    return { line, reason, text: cells.join(' | ').slice(0, 500), blank };
  }
  return {
    line,
    columns,
    read(column) {
      const place = places.get(column);
      const cell = place === undefined ? undefined : cells[place]?.trim();
      return cell ? [cell] : [];
    },
  };
}
