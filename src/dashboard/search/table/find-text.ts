import { addToDays } from './arrange.ts';

/** Rows of one text: long enough that looking for a rare word is one call, short enough to make in a frame. */
const blockRows = 1000;

/** What the rows say, as a few long texts: looking through them is the browser's own search for a text. */
export type FindText = {
  /** Adds what the next row says. */
  readonly add: (text: string) => void;
  /** The row numbers, in order, that hold what is looked for; all when that is blank. */
  readonly find: (wanted: string) => Uint32Array;
};

type Block = { readonly text: string; readonly starts: Uint32Array };

/** Makes a text to find rows in; rows are added in order. */
export function createFindText(): FindText {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(toBlock(open));
    open = [];
  };
  return {
    add(text) {
      open.push(addToDays(text));
      if (open.length === blockRows) close();
    },
    find(wanted) {
      close();
      // What is between two rows is in no row.
      const needle = addToDays(wanted.trim()).replaceAll('\0', ' ');
      const count = blocks.reduce((sum, { starts }) => sum + starts.length - 1, 0);
      if (needle === '') return Uint32Array.from({ length: count }, (_, row) => row);
      const found = { rows: new Uint32Array(count), length: 0 };
      let first = 0;
      for (const block of blocks) {
        findIn(block, needle, first, found);
        first += block.starts.length - 1;
      }
      return found.rows.slice(0, found.length);
    },
  };
}

function toBlock(rows: readonly string[]): Block {
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, at) => (starts[at + 1] = (starts[at] ?? 0) + row.length + 1));
  return { text: rows.join('\0'), starts };
}

/** What was found so far. */
type Found = { readonly rows: Uint32Array; length: number };

/** Adds the rows of a block that hold a text; `first` is the number of its first row. */
function findIn({ text, starts }: Block, needle: string, first: number, found: Found): void {
  let row = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, starts[row])) {
    while ((starts[row + 1] ?? Infinity) <= at) row += 1;
    found.rows[found.length] = first + row;
    found.length += 1;
    row += 1;
    if (row === starts.length - 1) return;
  }
}
