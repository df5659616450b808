import {
  type IdentifierKind,
  identifierKinds,
  parseIdentifier,
  parseNameCell,
  type SearchedColumn,
} from './identifier.ts';
import { parse } from 'csv-parse/browser/esm/sync';

/** The supported delimiters. */
export const listDelimiters = [',', ';', '\t'] as const;
export type ListDelimiter = (typeof listDelimiters)[number];

/** How a file is read: its delimiter, whether it has a header line, and which column contains what is searched. */
export type TableLayout = {
  readonly delimiter: ListDelimiter;
  readonly header: boolean;
  /** Column indexes, from 0. */
  readonly columns: Readonly<Partial<Record<SearchedColumn, number | undefined>>>;
};

/** A line of a file with its line number. */
export type TableLine = { readonly number: number; readonly cells: readonly string[] };
export type ParsedTable = {
  readonly heads: readonly string[];
  readonly lines: readonly TableLine[];
  /** The first line that could not be read; undefined if all were read. */
  readonly brokenAt: number | undefined;
};

/** The line with which a file names its delimiter for a spreadsheet. */
const separatorLine = /^\uFEFF?sep=(.)\r?\n/i;

/** All lines of a text, including a header. */
function parseLines(text: string, delimiter: ListDelimiter): Pick<ParsedTable, 'lines' | 'brokenAt'> {
  const lines: TableLine[] = [];
  let [end, broken] = [0, false];
  // Spreadsheets write the delimiter into a first line of its own, which is no row.
  parse(text.replace(separatorLine, '\n'), {
    delimiter,
    // Concatenated files can contain several kinds of line breaks.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: () => {
      broken = true;
      return undefined;
    },
    on_record: (cells: string[], info) => {
      // The parser reports the line on which a record ends.
      end = info.lines;
      const breaks = cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
      lines.push({ number: end - breaks, cells });
      return undefined;
    },
  });
  return { lines, brokenAt: broken ? end + 1 : undefined };
}

/** Parses a text as a table; columns without a name are called "Column 3". */
export function parseListTable(
  text: string,
  { delimiter, header }: Pick<TableLayout, 'delimiter' | 'header'>,
): ParsedTable {
  const { lines, brokenAt } = parseLines(text, delimiter);
  const body = header ? lines.slice(1) : lines;
  const named = header ? (lines[0]?.cells ?? []) : [];
  const width = lines.reduce((max, { cells }) => Math.max(max, cells.length), 0);
  const heads = Array.from({ length: width }, (_, at) => {
    const name = named[at]?.trim() ?? '';
    return name === '' ? `Column ${at + 1}` : name;
  });
  return { heads, lines: body, brokenAt };
}

/** How many characters and lines a guess reads. */
const sampledCharacters = 100_000;
const sampledLines = 200;

/** Guesses the layout of a text; the user sees it and can change it. */
export function guessLayout(whole: string): TableLayout {
  const text = whole.slice(0, sampledCharacters);
  const delimiter = guessDelimiter(text);
  const [first, ...rest] = parseLines(text, delimiter).lines.slice(0, sampledLines);
  const heads = first?.cells ?? [];
  const body = rest.length > 0 ? rest : first ? [first] : [];
  const addresses = guessColumns(heads, body);
  const named = guessNameHead(heads);
  const taken = Object.values(addresses);
  const header =
    named !== undefined ||
    (taken.length > 0 && !taken.some((at) => at !== undefined && parseIdentifier(heads[at] ?? '') !== undefined));
  // Without any other column the first text of a line is taken for the name.
  const name = named ?? (taken.length === 0 ? guessNameColumn(body) : undefined);
  return { delimiter, header, columns: name === undefined ? addresses : { ...addresses, name } };
}

/** The delimiter that occurs most evenly in the first lines. */
function guessDelimiter(text: string): ListDelimiter {
  const named = listDelimiters.find((delimiter) => delimiter === separatorLine.exec(text)?.[1]);
  if (named) return named;
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, 10);
  const scores = listDelimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    return Math.min(...counts) * 1000 + counts.reduce((sum, count) => sum + count, 0);
  });
  return listDelimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

const headPatterns: Record<IdentifierKind, RegExp> = {
  domain: /domain|website|web ?site|homepage|\burl\b|\bweb\b/i,
  linkedin: /linked ?in/i,
  crunchbase: /crunch ?base/i,
};

const nameHead =
  /^(?:(?:company|organi[sz]ation|account|firm|start-?up|business|investee|target)(?:[ _-]?name)?|name)$/i;

/** The first column whose header says that it has names. */
function guessNameHead(heads: readonly string[]): number | undefined {
  const at = heads.findIndex((head) => nameHead.test(head.trim()));
  return at < 0 ? undefined : at;
}

/** The first column in which most lines have a text that may be a name. */
function guessNameColumn(lines: readonly TableLine[]): number | undefined {
  const width = Math.max(0, ...lines.map(({ cells }) => cells.length));
  const isName = (cell = '') => parseNameCell(cell) !== undefined && /\p{L}{2}/u.test(cell);
  return Array.from({ length: width }, (_, at) => at).find(
    (at) => lines.filter(({ cells }) => isName(cells[at])).length * 2 > lines.length,
  );
}

/** The column with the most identifiers of each kind, if at least 40 % of its cells are such identifiers. */
function guessColumns(heads: readonly string[], lines: readonly TableLine[]): TableLayout['columns'] {
  const width = Math.max(heads.length, ...lines.map(({ cells }) => cells.length), 0);
  const kinds = Array.from({ length: width }, (_, at) =>
    lines.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== ''),
  ).map((cells) => ({ count: cells.length, found: cells.map((cell) => parseIdentifier(cell)?.kind) }));
  const chosen = identifierKinds.map((kind) => {
    const scores = kinds.map(({ count, found }, at) => {
      const fitting = found.filter((one) => one === kind).length;
      const isNamed = headPatterns[kind].test(heads[at] ?? '');
      return fitting > 0 && fitting >= count * (isNamed ? 0.1 : 0.4) ? fitting + (isNamed ? lines.length : 0) : 0;
    });
    const best = Math.max(...scores, 0);
    return [kind, best === 0 ? undefined : scores.indexOf(best)] as const;
  });
  return Object.fromEntries(chosen.filter(([, at]) => at !== undefined));
}
