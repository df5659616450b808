import iconv from 'iconv-lite';
import { ImportError } from '../import-error.ts';
import type { RowOutcome, ReportWriter } from '../report.ts';
import { getInputName, type InputFile, type OnProgress } from './input-files.ts';
import { readJson } from './json.ts';
import { formatReadLimit, readLimits, type ReadLimits } from './limits.ts';
import { type BadRow, createLongRow, createObjectRow, extendRow, type InputRow, isBadRow } from './row.ts';
import { type Delimiter, readTable } from './table.ts';
import { readXlsx } from './workbook.ts';

/** What is known of a file's format; the rest is detected. */
type RowFormat = {
  type?: FileType | undefined;
  delimiter?: Delimiter | undefined;
  quoted?: boolean | undefined;
  encoding?: string | undefined;
  columns?: readonly string[] | undefined;
  records?: string | undefined;
  limits?: ReadLimits | undefined;
};
export const fileTypes = ['csv', 'tsv', 'json', 'jsonl', 'xlsx'] as const;
type FileType = (typeof fileTypes)[number];

/** The type of a file by the format or else by its name; csv if neither says it. */
export function findFileType(format: RowFormat, file: InputFile): FileType {
  const [, ending = 'csv'] = /\.(csv|tsv|json|jsonl|ndjson|xlsx)$/i.exec(getInputName(file)) ?? [];
  return format.type ?? (ending.toLowerCase() === 'ndjson' ? 'jsonl' : (ending.toLowerCase() as FileType));
}

export const isJson = (format: RowFormat, file: InputFile): boolean => findFileType(format, file).startsWith('json');

/** Reads the rows of a table or of a JSON file, one at a time. */
export async function* readRows(
  file: InputFile,
  format: RowFormat = {},
  onProgress?: OnProgress,
): AsyncGenerator<InputRow | BadRow> {
  const type = findFileType(format, file);
  if (type === 'csv' || type === 'tsv') {
    const delimiter = format.delimiter ?? (type === 'tsv' ? '\t' : undefined);
    yield* readTable(file, { ...format, delimiter, onProgress });
    return;
  }
  if (type === 'xlsx') {
    yield* readXlsx(file, { ...format, onProgress });
    return;
  }
  for await (const row of readJson(file, { ...format, lines: type === 'jsonl', onProgress }))
    yield 'reason' in row ? row : checkRow(createObjectRow(row.line, row.value), format.limits ?? readLimits);
}

/** A row of JSON, or why it is rejected. */
function checkRow(row: InputRow, limits: ReadLimits): InputRow | BadRow {
  const { line, columns } = row;
  if (columns.length > limits.columns)
    return { line, reason: `more than ${formatReadLimit(limits.columns)} members`, text: '', blank: false };
  for (const column of columns) {
    const long = row.read(column).find((text) => text.length > limits.cell);
    if (long !== undefined) return createLongRow(line, column, long, limits);
  }
  return row;
}

/** Adds a finding to the report; returns undefined, so that a reader can return it if the row has no record. */
export type ReportRow = (outcome: RowOutcome, reason: string, value: string) => undefined;

/** A row of a source with repaired texts, which can be reported on. */
export type SourceRow = InputRow & {
  /** The name of its file. */
  file: string;
  report: ReportRow;
  /** The text of a column; '' when it is empty. */
  cell: (column: string) => string;
  /** The same row with additional members, as a preset's hook computes them. */
  with: (members: Record<string, unknown>) => SourceRow;
};

/** Repaired texts are reported to `onRepair`; without it no text is repaired. */
export function createSourceRow(row: InputRow, file: string, report: ReportRow, onRepair?: ReportRow): SourceRow {
  const repaired = new Map<string, string[]>();
  const read = (column: string): string[] => {
    if (!onRepair) return row.read(column);
    let texts = repaired.get(column);
    if (!texts) repaired.set(column, (texts = row.read(column).map((text) => repairCell(column, text, onRepair))));
    return texts;
  };
  return {
    file,
    line: row.line,
    columns: row.columns,
    report,
    read,
    each: row.each,
    cell: (column) => read(column).join(', '),
    with: (members) => createSourceRow(extendRow({ ...row, read }, members), file, report),
  };
}

function repairCell(column: string, text: string, report: ReportRow): string {
  const { text: whole, reason } = repairText(text);
  if (reason) report('repaired', `${column} ${reason}`, `${text} -> ${whole}`);
  else if (isMojibake(text)) report('noted', `${column} was read in a wrong encoding and cannot be repaired`, text);
  return whole;
}

export type SourceRowOptions = RowFormat & {
  report: ReportWriter;
  onProgress?: OnProgress | undefined;
  /** Columns that the file must have. */
  required?: readonly string[];
  /** True for a file that is read a second time, so that its rows are not counted again. */
  isSecondRead?: boolean;
  /** False leaves the texts as they are. */
  repair?: boolean;
};

/** Reads the rows of a file; those that cannot be parsed go into the report. */
export async function* readSourceRows(file: InputFile, options: SourceRowOptions): AsyncGenerator<SourceRow> {
  const name = getInputName(file);
  const { report, required = [], isSecondRead = false, repair = true } = options;
  let checked = false;
  for await (const row of readRows(file, options, options.onProgress)) {
    const reportRow: ReportRow = (outcome, reason, value) => report.add(outcome, name, reason, row.line, value);
    if (!isSecondRead) report.read(name);
    if (isBadRow(row)) {
      if (!isSecondRead) reportRow(row.blank ? 'skipped' : 'rejected', row.reason, row.text);
      continue;
    }
    if (!checked) checkColumns(file, row.columns, required);
    checked = true;
    const reportRepair = isSecondRead ? () => undefined : reportRow;
    yield createSourceRow(row, name, reportRow, repair ? reportRepair : undefined);
  }
}

/** Throws when a table lacks columns without which it cannot be read. */
function checkColumns(file: InputFile, columns: readonly string[], required: readonly string[]): void {
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length === 0) return;
  throw new ImportError(
    `${getInputName(file)} does not have the column ${missing.join(', ')}. It has: ${columns.join(', ').slice(0, 300)}`,
    `Check that it is the right file, in its original form. It needs: ${required.join(', ')}`,
  );
}

/** A text, and what was wrong with it. */
type RepairedText = { text: string; reason?: string };

/** The first and second byte of a UTF-8 character, as Windows-1252 shows them. */
const mojibake = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;

/** Restores text that was decoded or escaped wrongly. */
function repairText(text: string): RepairedText {
  const unescaped = text.includes('\\') ? unescape(text) : text;
  const whole = mojibake.test(unescaped) ? repairMojibake(unescaped) : unescaped;
  if (whole !== unescaped) return { text: whole, reason: 'was UTF-8 read as Windows-1252' };
  return unescaped === text ? { text } : { text: unescaped, reason: 'had escapes written out, such as \\xe2 or \\n' };
}

/** Whether text still looks like UTF-8 read as Windows-1252 that cannot be repaired. */
const isMojibake = (text: string): boolean => /[ÃÂâ][^\p{L}\s]/u.test(text);

/** Undoes one reading of UTF-8 as Windows-1252: "PanÃ¨ve" is "Panève". */
function repairMojibake(text: string): string {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const byte = code <= 0xff ? code : iconv.encode(character, 'windows-1252')[0];
    if (byte === undefined || (code > 0xff && byte === 0x3f)) return text;
    bytes.push(byte);
  }
  return decodeUtf8(Uint8Array.from(bytes)) ?? text;
}

/** `\xe2\x80\x99` and `\u2019` as characters, `\n` and `\t` as white space. */
function unescape(text: string): string {
  return text
    .replace(/(?:\\x[0-9a-f]{2})+/gi, (escapes) => {
      const bytes = Buffer.from(escapes.replaceAll('\\x', ''), 'hex');
      return decodeUtf8(bytes) ?? iconv.decode(bytes, 'windows-1252');
    })
    .replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/(?:\\r)?\\n/g, '\n')
    .replace(/\u00a0/g, ' ');
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
