import { type IdentifierKind, identifierKinds, readIdentifier } from './identifier.ts';
import { parse } from 'csv-parse/browser/esm/sync';

/** What parts the cells of a line. */
export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** How a file is read: what parts its cells, whether names stand first, and which column holds which identifier. */
export type Layout = {
  readonly delimiter: Delimiter;
  readonly header: boolean;
  /** Places of the columns from 0 on. */
  readonly columns: Readonly<Partial<Record<IdentifierKind, number | undefined>>>;
};

/** A line of a file, by its number there. */
export type TableLine = { readonly number: number; readonly cells: readonly string[] };
export type Table = {
  readonly heads: readonly string[];
  readonly lines: readonly TableLine[];
  /** The line from which on nothing could be read; undefined when all of it was. */
  readonly brokenAt: number | undefined;
};

type Parsed = { readonly record: string[]; readonly info: { readonly lines: number } };

/** Every line of a text, without regard to a header. */
function readLines(text: string, delimiter: Delimiter): Pick<Table, 'lines' | 'brokenAt'> {
  let broken = false;
  const parsed = parse(text, {
    delimiter,
    // Files that were put together hold several.
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: () => {
      broken = true;
      return undefined;
    },
  }) as unknown as Parsed[];
  const lines = parsed.map(({ record, info }) => ({
    // The parser counts to where a record ends.
    number: info.lines - record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0),
    cells: record,
  }));
  return { lines, brokenAt: broken ? (parsed.at(-1)?.info.lines ?? 0) + 1 : undefined };
}

/** A text as a table; columns without a name are called by their place. */
export function readTable(text: string, { delimiter, header }: Pick<Layout, 'delimiter' | 'header'>): Table {
  const { lines, brokenAt } = readLines(text, delimiter);
  const body = header ? lines.slice(1) : lines;
  const named = header ? (lines[0]?.cells ?? []) : [];
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const heads = Array.from({ length: width }, (_, at) => {
    const name = named[at]?.trim() ?? '';
    return name === '' ? `Column ${at + 1}` : name;
  });
  return { heads, lines: body, brokenAt };
}

/** So many letters and lines are looked at for a guess. */
const sampledText = 100_000;
const sampled = 200;

/** Finds out how a text is laid out; the person sees it and can change it. */
export function guessLayout(whole: string): Layout {
  const text = whole.slice(0, sampledText);
  const delimiter = guessDelimiter(text);
  const [first, ...rest] = readLines(text, delimiter).lines.slice(0, sampled);
  const columns = guessColumns(first?.cells ?? [], rest.length > 0 ? rest : first ? [first] : []);
  const header = !Object.values(columns).some(
    (at) => at !== undefined && readIdentifier(first?.cells[at] ?? '') !== undefined,
  );
  return { delimiter, header, columns };
}

/** The sign that parts every one of the first lines most evenly. */
function guessDelimiter(text: string): Delimiter {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, 10);
  const scores = delimiters.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    return Math.min(...counts) * 1000 + counts.reduce((sum, count) => sum + count, 0);
  });
  return delimiters[scores.indexOf(Math.max(...scores))] ?? ',';
}

const words: Record<IdentifierKind, RegExp> = {
  domain: /domain|website|web ?site|homepage|\burl\b|\bweb\b/i,
  linkedin: /linked ?in/i,
  crunchbase: /crunch ?base/i,
};

/** The column with most identifiers of each kind, if they are at least two fifths of what stands there. */
function guessColumns(heads: readonly string[], lines: readonly TableLine[]): Layout['columns'] {
  const width = Math.max(heads.length, ...lines.map(({ cells }) => cells.length), 0);
  const kinds = Array.from({ length: width }, (_, at) =>
    lines.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== ''),
  ).map((cells) => ({ count: cells.length, found: cells.map((cell) => readIdentifier(cell)?.split(':')[0]) }));
  const chosen = identifierKinds.map((kind) => {
    const scores = kinds.map(({ count, found }, at) => {
      const fitting = found.filter((one) => one === kind).length;
      const isNamed = words[kind].test(heads[at] ?? '');
      return fitting > 0 && fitting >= count * (isNamed ? 0.1 : 0.4) ? fitting + (isNamed ? lines.length : 0) : 0;
    });
    const most = Math.max(...scores, 0);
    return [kind, most === 0 ? undefined : scores.indexOf(most)] as const;
  });
  return Object.fromEntries(chosen.filter(([, at]) => at !== undefined));
}
