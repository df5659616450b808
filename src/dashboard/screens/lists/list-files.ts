import { maxListCharacters } from '#contract/workspace/lists.ts';
import { cutText, formatCount, formatFilePart } from '../../platform/format.ts';
import { type ListLine, parseLineKey } from '../../records/lists/lists.ts';
import { addList } from '../../records/lists/stored-lists.ts';
import type { LineKey } from '../../records/lists/identifier.ts';
import { findUnlocked } from './list-search.tsx';
import { guessLayout, type TableLayout, parseListTable, type ParsedTable } from '../../records/lists/parse-table.ts';
import type { CsvCell } from '#contract/csv.ts';
import { saveCsv, toCsv } from '../searches/kit/export/file-formats.ts';

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
  const { text, encoding } = read;
  const layout = guessLayout(text);
  const table = parseListTable(text, layout);
  const count = table.lines.length;
  if (count === 0) return { problem: `${file.name}: the file has no lines below its header.` };
  if (count > maxLines) {
    return {
      problem: `${file.name}: ${formatCount(count, 'line')}. A list can have at most ${maxLines.toLocaleString('en-US')}; split the file.`,
    };
  }
  const name = file.name.replace(/\.[a-z]{2,4}$/i, '').trim() || 'My list';
  const matches = findUnlocked(buildTableKeys(table, layout));
  const head = { name: cutText(name, 110), file_name: cutText(file.name, 255), encoding, lines: count, layout };
  return { id: addList({ ...head, text, matches }) };
}

/** The distinct identifiers in a table. */
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

/** The user's file as CSV, every line and column unchanged, followed by the columns about its company. */
export function buildEnrichment(
  { heads }: Pick<ParsedTable, 'heads'>,
  lines: readonly ListLine[],
  { heads: columns, read }: Enrichment,
): string {
  const blank = columns.map(() => null);
  return toCsv([
    [...heads, ...['status', ...columns].map(buildHead)],
    ...lines.map(({ cells, state, why, leftOut, companyId }) => [
      ...heads.map((_, at) => cells[at] ?? ''),
      leftOut ? 'left out' : state === 'bad' ? why : statusWords[state],
      ...((companyId === undefined ? undefined : read(companyId)) ?? blank),
    ]),
  ]);
}

/** Saves the enriched file and returns its name. */
export function saveEnriched(
  name: string,
  table: Pick<ParsedTable, 'heads'>,
  lines: readonly ListLine[],
  enrichment: Enrichment,
): string {
  const file = `${formatFilePart(name)}-enriched.csv`;
  saveCsv(file, buildEnrichment(table, lines, enrichment));
  return file;
}
