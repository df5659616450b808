import { toCount } from '../../platform/format.ts';
import { readNamed } from '../../library/lists/lines.ts';
import { addList } from '../../library/lists/lists.ts';
import { matchOwned } from './look-up.ts';
import { mostLines, readText } from './read-file.ts';
import { guessLayout, readTable, type Table } from '../../library/lists/read-table.ts';
import type { Layout } from '../../library/lists/layout.ts';

/** A new list by its id, or why a file cannot be one. */
export type Taken = { readonly id: string } | { readonly refused: string };

/** Makes a list of a file; it stays on this device, and nothing is asked. */
export async function takeFile(file: File): Promise<Taken> {
  const read = readText(new Uint8Array(await file.arrayBuffer()));
  if (read.text === undefined) return { refused: `${file.name}: ${read.refused}` };
  const { text, encoding } = read;
  const layout = guessLayout(text);
  const table = readTable(text, layout);
  const count = table.lines.length;
  if (count === 0) return { refused: `${file.name}: the file holds no line besides its names of columns.` };
  if (count > mostLines) {
    return {
      refused: `${file.name}: ${toCount(count, 'line')}, and a list holds ${mostLines.toLocaleString('en-US')}. Split the file.`,
    };
  }
  const name = file.name.replace(/\.[a-z]{2,4}$/i, '').trim() || 'My list';
  const id = addList({ name: name.slice(0, 110), fileName: file.name, encoding, lines: count, layout }, text);
  matchOwned(id, toTableKeys(table, layout));
  return { id };
}

/** The distinct things that the lines of a table name. */
export const toTableKeys = ({ lines }: Table, { columns }: Layout): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => readNamed(line, columns).key ?? []));
