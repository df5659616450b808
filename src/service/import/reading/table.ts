import { parse, type Parser } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { pipeline } from 'node:stream/promises';
import { ImportError } from '../import-error.ts';
import { createDecoder, inspectInput } from './encoding.ts';
import { openInput, getInputName, createReadError, type InputFile, type OnProgress } from './input-files.ts';
import { createLimitError, formatReadLimit, readLimits, type ReadLimits } from './limits.ts';
import { createLongRow, maxRowText, type BadRow, type InputRow } from './row.ts';

export const delimiters = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How cells are separated, and whether they can be in double quotes. */
type Dialect = { delimiter: Delimiter; quoted: boolean };

/** What is known of a table's format; the rest is detected. */
export type TableOptions = Partial<{ [Name in keyof Dialect]: Dialect[Name] | undefined }> & {
  encoding?: string | undefined;
  /** The names of the columns of a file without a header. */
  columns?: readonly string[] | undefined;
  limits?: ReadLimits | undefined;
  onProgress?: OnProgress | undefined;
};

const sampleRows = 50;
const lineEnds = ['\r\n', '\n', '\r'];

/** Reads a table row by row; cells by column name, any line end. */
export async function* readTable(file: InputFile, options: TableOptions = {}): AsyncGenerator<InputRow | BadRow> {
  const { onProgress, limits = readLimits } = options;
  const guarded = { limits, maxLine: limits.row };
  const name = getInputName(file);
  const { encoding, ...dialect } = await detectFormat(file, options, guarded);
  const input = await openInput(file, guarded);
  const parser = createParser(dialect, limits);
  const flow = pipeline(input.source, input.unpack, input.guard, createDecoder(encoding), parser).catch(
    (error: Error) => parser.destroy(error),
  );
  let rows = 0;
  async function* readLines(): AsyncGenerator<RawLine> {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      rows += 1;
      yield { cells: record, number: info.lines };
      if (rows % 1000 === 0) onProgress?.(name, input.fraction(), rows);
    }
  }
  try {
    yield* createRows(readLines(), name, options);
    if (rows === 0) throw new ImportError(`${name} is empty.`, 'Download it again.');
    onProgress?.(name, 1, rows);
  } catch (error) {
    throw createReadError(name, error);
  } finally {
    input.close();
    parser.destroy();
    await flow;
  }
}

/** The rows of a table below its header, which may have lines of a title above it. */
export async function* createRows(
  lines: AsyncIterable<RawLine> | Iterable<RawLine>,
  name: string,
  { columns: given, limits = readLimits }: Pick<TableOptions, 'columns' | 'limits'>,
): AsyncGenerator<InputRow | BadRow> {
  let header = given && createHeader(given);
  let first: RawLine[] = [];
  const takeHeader = ([top, ...others]: RawLine[]) => {
    const cells = top?.cells ?? [];
    if (cells.length > limits.columns) {
      const problem = `line ${top?.number} has more than ${formatReadLimit(limits.columns)} columns`;
      throw createLimitError(name, problem, 'Check its delimiter, or keep only the columns that you need.');
    }
    const columns = createHeader(nameColumns(cells));
    header = columns;
    first = [];
    return others.map((line) => createRow(columns, line, limits));
  };
  for await (const line of lines) {
    if (header) yield createRow(header, line, limits);
    else if (!canBeTitle(line)) yield* takeHeader([line]);
    else if (first.push(line) > maxTitles) yield* takeHeader(first);
  }
  if (first.length > 0) yield* takeHeader(first);
}

function createParser({ delimiter, quoted }: Dialect, { row }: ReadLimits): Parser {
  return parse({
    delimiter,
    record_delimiter: lineEnds,
    quote: quoted ? '"' : null,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    info: true,
    // A longer row must have a quote that is never closed.
    max_record_size: row,
  });
}

async function detectFormat(
  file: InputFile,
  options: TableOptions,
  guarded: Parameters<typeof inspectInput>[1],
): Promise<Dialect & { encoding: string }> {
  const { delimiter, quoted, encoding } = options;
  if (delimiter && encoding) return { delimiter, encoding, quoted: quoted ?? delimiter !== '\t' };
  const found = await inspectInput(file, guarded);
  const dialect = detectDialect(found.sample);
  return {
    encoding: encoding ?? found.encoding,
    delimiter: delimiter ?? dialect.delimiter,
    quoted: quoted ?? (delimiter ? delimiter !== '\t' : dialect.quoted),
  };
}

/** The delimiter with the most cells and the same number in most rows; a comma if there is none. */
export function detectDialect(sample: string): Dialect {
  let best: Dialect & { score: number } = { delimiter: ',', quoted: true, score: 0 };
  for (const delimiter of delimiters) {
    const quoted = delimiter !== '\t' || /(^|\t)"[^\t"]*"(\t|\r|\n|$)/.test(sample);
    const widths = parseSample(sample, { delimiter, quoted }).map((row) => row.length);
    // Lines of one cell can be titles.
    const width = widths.find((each) => each > 1);
    if (width === undefined) continue;
    const score = width * (widths.filter((other) => other === width).length / widths.length) ** 2;
    if (score > best.score) best = { delimiter, quoted, score };
  }
  return { delimiter: best.delimiter, quoted: best.quoted };
}

/** The first rows of a sample, without the last one if it may be cut off. */
function parseSample(sample: string, { delimiter, quoted }: Dialect): string[][] {
  const rows = parseSync(sample, {
    delimiter,
    quote: quoted ? '"' : null,
    record_delimiter: lineEnds,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    to: sampleRows,
  });
  return rows.length > 1 && rows.length < sampleRows && !/[\r\n]$/.test(sample) ? rows.slice(0, -1) : rows;
}

/** The column names; a blank or repeated one gets its position. */
function nameColumns(header: string[]): string[] {
  const columns = new Set<string>();
  header.forEach((cell, position) => {
    const name = cell.trim() || `column ${position + 1}`;
    columns.add(columns.has(name) ? `${name} (column ${position + 1})` : name);
  });
  return [...columns];
}

type Header = { columns: readonly string[]; positions: ReadonlyMap<string, number> };

const createHeader = (columns: readonly string[]): Header => ({
  columns,
  positions: new Map(columns.map((column, position) => [column, position])),
});

/** The cells of a line, and its number. */
export type RawLine = { number: number; cells: string[] };

/** Whether a line above the header can be a title: it has at most one text, unlike a header of several columns. */
export const canBeTitle = ({ cells }: RawLine): boolean => cells.filter((cell) => cell.trim() !== '').length < 2;

/** If this many lines are followed by no wider one, the table has a single column. */
const maxTitles = 20;

function createRow(
  { columns, positions }: Header,
  { number: line, cells: given }: RawLine,
  limits: ReadLimits,
): InputRow | BadRow {
  // A delimiter too many at the end of a line adds nothing.
  const cells = given.slice(columns.length).every((cell) => cell.trim() === '')
    ? given.slice(0, columns.length)
    : given;
  const blank = cells.every((cell) => cell.trim() === '');
  if (blank || cells.length !== columns.length) {
    const reason = blank ? 'the row is blank' : `${cells.length} cells instead of ${columns.length}`;
    return { line, reason, text: cells.join(' | ').slice(0, maxRowText), blank };
  }
  const long = cells.findIndex((cell) => cell.length > limits.cell);
  if (long >= 0) return createLongRow(line, columns[long] ?? '', cells[long] ?? '', limits);
  return {
    line,
    columns,
    read(column) {
      const position = positions.get(column);
      const cell = position === undefined ? undefined : cells[position]?.trim();
      return cell ? [cell] : [];
    },
    each: () => [],
  };
}
