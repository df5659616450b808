import { cutText, formatCount, formatFilePart } from '../../platform/format.ts';
import { type ListLine, parseLineKey } from '../../records/lists/lists.ts';
import { addList } from '../../records/lists/stored-lists.ts';
import type { LineKey } from '../../records/lists/identifier.ts';
import { findUnlocked } from './list-search.ts';
import { guessLayout, type TableLayout, parseListTable, type ParsedTable } from '../../records/lists/parse-table.ts';
import { type CsvCell, csvStart, formatDelimitedRow } from '#contract/csv.ts';
import { type CompanyList, maxListCharacters } from '#contract/workspace/lists.ts';
import { saveFile } from '../../platform/ui/copy-and-save.tsx';
import { buildWorkbook } from '../searches/kit/export/file-formats.ts';

/** Limits of a list file. */
export const maxLines = 5000;
const maxBytes = 8_000_000;
const tooLarge = 'The file is larger than 5 MB of text. Leave columns out, or split it.';

/** The text of a file and its encoding, or why it was rejected. */
type DecodedText =
  { readonly text: string; readonly encoding: string } | { readonly problem: string; readonly text?: undefined };

/** Decodes a text file in UTF-8, UTF-16 or Windows-1252, with or without a byte order mark. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.length === 0) return { problem: 'The file is empty.' };
  if (bytes.length > maxBytes) {
    return { problem: tooLarge };
  }
  // "PK" begins every workbook, which is a zip.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return { problem: 'This is a workbook. Save it as CSV in your spreadsheet, then choose that file.' };
  }
  const encoding = detectEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) return { problem: 'This file is not text. Choose a CSV file.' };
  return text.length > maxListCharacters ? { problem: tooLarge } : { text, encoding: names[encoding] };
}

const names = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Latin-1' } as const;

function detectEncoding(bytes: Uint8Array): keyof typeof names {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a byte order mark, western text in UTF-16 has a zero in every second byte.
  const sample = bytes.subarray(0, 400);
  const zeros = (odd: number) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (zeros(1) > sample.length / 4) return 'utf-16le';
  if (zeros(0) > sample.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The id of the new list, or why the file was rejected. */
type CreatedList = { readonly id: string } | { readonly problem: string };

/** Creates a list from a file, which is read in the browser alone. */
export async function createListFromFile(file: File): Promise<CreatedList> {
  const read = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (read.text === undefined) return { problem: `${file.name}: ${read.problem}` };
  const name = file.name.replace(/\.[a-z]{2,4}$/i, '').trim() || 'My list';
  return createList({ ...read, name, file_name: file.name });
}

/** Creates a list from rows that were pasted, such as from a spreadsheet. */
export const createListFromText = (text: string): CreatedList =>
  createList({ text, encoding: names['utf-8'], name: 'Pasted rows', file_name: 'Pasted rows' });

type NewList = Pick<CompanyList, 'text' | 'encoding' | 'name' | 'file_name'>;

function createList({ text, encoding, name, file_name: fileName }: NewList): CreatedList {
  const layout = guessLayout(text);
  const table = parseListTable(text, layout);
  const count = table.lines.length;
  if (count === 0) return { problem: `${fileName}: there are no lines below the header.` };
  if (count > maxLines) {
    return {
      problem: `${fileName}: ${formatCount(count, 'line')}. A list can have at most ${maxLines.toLocaleString('en-US')}; split it.`,
    };
  }
  const found = findUnlocked(buildTableKeys(table, layout));
  const head = { name: cutText(name, 110), file_name: cutText(fileName, 255), encoding, lines: count, layout };
  return { id: addList({ ...head, text, ...found }) };
}

/** The distinct keys of the lines in a table. */
export const buildTableKeys = ({ lines }: ParsedTable, { columns }: TableLayout): ReadonlySet<LineKey> =>
  new Set(lines.flatMap((line) => parseLineKey(line, columns).key ?? []));

/** The columns that enrich a file, and their cells for an unlocked company. */
export type Enrichment = {
  readonly heads: readonly string[];
  readonly read: (companyId: string) => readonly CsvCell[] | undefined;
};

const statusWords = { found: 'found', ambiguous: 'ambiguous', missing: 'not found', pending: 'not searched', bad: '' };

/** Prefixes our columns, so that they never clash with the user's own. */
const buildHead = (head: string): string => `fundscope_${head}`;

type CsvRows = readonly (readonly CsvCell[])[];

/** The user's file, every line and column unchanged, followed by the columns about its company. */
export function buildEnrichment(
  { heads }: Pick<ParsedTable, 'heads'>,
  lines: readonly ListLine[],
  { heads: columns, read }: Enrichment,
): CsvRows {
  const blank = columns.map(() => null);
  return [
    [...heads, ...['status', ...columns].map(buildHead)],
    ...lines.map(({ cells, state, why, leftOut, companyId }) => [
      ...heads.map((_, at) => cells[at] ?? ''),
      leftOut ? 'left out' : state === 'bad' ? why : statusWords[state],
      ...((companyId === undefined ? undefined : read(companyId)) ?? blank),
    ]),
  ];
}

/** Every letter of Windows-1252 with its byte. */
const latinBytes = new Map(
  Array.from(
    { length: 256 },
    (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const,
  ),
);

/** A text in the encoding of a file; in UTF-8 where that has no byte for a letter. */
export function encodeListText(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === names['utf-16le']) {
    const marked = `\uFEFF${text}`;
    const codes = Uint16Array.from({ length: marked.length }, (_, at) => marked.charCodeAt(at));
    return new Uint8Array(codes.buffer);
  }
  const bytes = encoding === names['windows-1252'] ? Array.from(text, (letter) => latinBytes.get(letter)) : [undefined];
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : new TextEncoder().encode(csvStart + text);
}

/** The rows as a file with the delimiter and the encoding of the original. */
export const formatEnriched = (
  rows: CsvRows,
  { layout, encoding }: Pick<CompanyList, 'layout' | 'encoding'>,
): Uint8Array<ArrayBuffer> =>
  encodeListText(rows.map((row) => formatDelimitedRow(row, layout.delimiter)).join(''), encoding);

type EnrichedFile = {
  readonly list: CompanyList;
  readonly table: Pick<ParsedTable, 'heads'>;
  readonly lines: readonly ListLine[];
  readonly enrichment: Enrichment;
};

/** Saves the enriched file, like the original or as a workbook, and returns its name. */
export async function saveEnriched(
  { list, table, lines, enrichment }: EnrichedFile,
  format: 'csv' | 'xlsx',
): Promise<string> {
  const file = `${formatFilePart(list.name)}-enriched.${format}`;
  const rows = buildEnrichment(table, lines, enrichment);
  if (format === 'csv') {
    saveFile(file, new Blob([formatEnriched(rows, list)], { type: 'text/csv' }));
    return file;
  }
  const [heads = [], ...cells] = rows;
  const sheet = { heads: heads.map(String), formats: heads.map(() => undefined), rows: cells };
  saveFile(file, await buildWorkbook([['Lines', sheet]], []));
  return file;
}
