import { formatCount } from '../../platform/format.ts';
import { readNamed } from '../../library/lists/lines.ts';
import { addList } from '../../library/lists/lists.ts';
import { matchUnlocked } from './look-up.ts';
import { guessLayout, type Layout, readTable, type Table } from '../../library/lists/read-table.ts';

/** Most lines of a list, and most bytes of its file. */
export const maxLines = 5000;
const mostBytes = 8_000_000;

/** The text of a file and how it was written, or why it cannot be taken. */
export type ReadText =
  { readonly text: string; readonly encoding: string } | { readonly refused: string; readonly text?: undefined };

/** Reads the bytes of a delimited file: UTF-8, UTF-16 or the western 8-bit letters, with or without its mark. */
export function readText(bytes: Uint8Array): ReadText {
  if (bytes.length === 0) return { refused: 'The file is empty.' };
  if (bytes.length > mostBytes) {
    return { refused: `The file is larger than ${mostBytes / 1e6} MB. Leave columns out, or split it.` };
  }
  // "PK" begins every workbook, which is a zip.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return { refused: 'This is a workbook. Save it as CSV in your spreadsheet, then choose that file.' };
  }
  const encoding = detectEncoding(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\0')
    ? { refused: 'This file holds no text. Choose a CSV file.' }
    : { text, encoding: names[encoding] };
}

const names = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Latin-1' } as const;

function detectEncoding(bytes: Uint8Array): keyof typeof names {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Without a mark, western text in UTF-16 has a zero in every second byte.
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

/** A new list by its id, or why a file cannot be one. */
export type ReadFile = { readonly id: string } | { readonly refused: string };

/** Makes a list of a file; it stays on this device, and nothing is asked. */
export async function readListFile(file: File): Promise<ReadFile> {
  const read = readText(new Uint8Array(await file.arrayBuffer()));
  if (read.text === undefined) return { refused: `${file.name}: ${read.refused}` };
  const { text, encoding } = read;
  const layout = guessLayout(text);
  const table = readTable(text, layout);
  const count = table.lines.length;
  if (count === 0) return { refused: `${file.name}: the file holds no line besides its names of columns.` };
  if (count > maxLines) {
    return {
      refused: `${file.name}: ${formatCount(count, 'line')}, and a list holds ${maxLines.toLocaleString('en-US')}. Split the file.`,
    };
  }
  const name = file.name.replace(/\.[a-z]{2,4}$/i, '').trim() || 'My list';
  const id = addList({ name: name.slice(0, 110), fileName: file.name, encoding, lines: count, layout }, text);
  matchUnlocked(id, buildTableKeys(table, layout));
  return { id };
}

/** The distinct things that the lines of a table name. */
export const buildTableKeys = ({ lines }: Table, { columns }: Layout): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => readNamed(line, columns).key ?? []));
