import type { NameLimits } from '../db/page.ts';
import { type Bits, hasBit } from './bits.ts';

/** The names of a table by their trigrams, as pg_trgm defines them. */
export type NameTrigrams = {
  /** Where the rows of each trigram begin in `gaps`. */
  readonly starts: Int32Array;
  /** Distances between the rows, seven bits per byte; all bytes of a distance but the last have the eighth bit set. */
  readonly gaps: Uint8Array;
  /** How many trigrams each row has. */
  readonly sizes: Int16Array;
  /** Rows whose names have letters that the index does not; only PostgreSQL compares these. */
  readonly others: Int32Array;
};

/** With more rows with other letters than this, PostgreSQL finds names as fast. */
const maxOthers = 2_000;

const letters = ' 0123456789abcdefghijklmnopqrstuvwxyz';
const trigramCount = letters.length ** 3;
/** The position of each byte in `letters`; -1 for others. */
const codes = Int8Array.from({ length: 256 }, (_, byte) => letters.indexOf(String.fromCharCode(byte)));

const isPlain = (name: Uint8Array): boolean => name.every((byte) => codes[byte] !== -1);

/** Passes each trigram of a name to `take`, as often as it occurs; each word has two spaces before it and one after. */
function eachTrigram(name: Uint8Array, take: (trigram: number) => void): void {
  let [before, last] = [0, 0];
  for (let at = 0; at <= name.length; at += 1) {
    const letter = at === name.length ? 0 : (codes[name[at] as number] as number);
    if (letter !== 0 || last !== 0) take((before * letters.length + last) * letters.length + letter);
    [before, last] = letter === 0 ? [0, 0] : [last, letter];
  }
}

/** Indexes the names of the rows of a table, one per line; undefined if too many have other letters. */
export function indexNames(
  lines: Uint8Array,
  { rows, present }: { readonly rows: number; readonly present: Bits },
): NameTrigrams | undefined {
  const others: number[] = [];
  const lasts = new Int32Array(trigramCount);
  const eachRow = (take: (row: number, trigram: number, gap: number) => void) => {
    lasts.fill(-1);
    others.length = 0;
    for (let row = 0, start = 0; row < rows; row += 1) {
      if (!hasBit(present, row)) continue;
      const end = lines.indexOf(lineEnd, start);
      const name = lines.subarray(start, end);
      start = end + 1;
      if (!isPlain(name)) others.push(row);
      else
        eachTrigram(name, (trigram) => {
          const last = lasts[trigram] as number;
          if (last !== row) take(row, trigram, row - last);
          lasts[trigram] = row;
        });
    }
  };
  const starts = new Int32Array(trigramCount + 1);
  const sizes = new Int16Array(rows);
  eachRow((row, trigram, gap) => {
    sizes[row] = (sizes[row] as number) + 1;
    starts[trigram + 1] =
      (starts[trigram + 1] as number) + (gap < 2 ** 7 ? 1 : gap < 2 ** 14 ? 2 : gap < 2 ** 21 ? 3 : 4);
  });
  if (others.length > maxOthers) return undefined;
  for (let at = 0; at < trigramCount; at += 1) starts[at + 1] = (starts[at + 1] as number) + (starts[at] as number);
  const gaps = new Uint8Array(starts[trigramCount] as number);
  const ends = starts.slice();
  eachRow((_row, trigram, gap) => {
    let at = ends[trigram] as number;
    for (let left = gap; left > 0; left >>>= 7) {
      gaps[at] = left < 2 ** 7 ? left : (left & 127) | 128;
      at += 1;
    }
    ends[trigram] = at;
  });
  return { starts, gaps, sizes, others: Int32Array.from(others) };
}

const lineEnd = 0x0a;

/** Working memory for one search at a time. */
let counted = new Int16Array(0);

/**
 * The rows whose names are the most similar to a name, and at least as similar as the first of `similarities` that any
 * of them reaches: `max` of them and those as similar as the last of these, and all rows with other letters. Undefined
 * for a name with other letters.
 */
export function findSimilarNames(
  { starts, gaps, sizes, others }: NameTrigrams,
  name: string,
  { similarities, max }: NameLimits,
): { readonly similarity: number; readonly rows: number[] } | undefined {
  const bytes = Buffer.from(name);
  if (!isPlain(bytes)) return undefined;
  const wanted = new Set<number>();
  eachTrigram(bytes, (trigram) => wanted.add(trigram));
  if (counted.length < sizes.length) counted = new Int16Array(sizes.length);
  const shared = counted.subarray(0, sizes.length).fill(0);
  for (const trigram of wanted) {
    const end = starts[trigram + 1] as number;
    for (let at = starts[trigram] as number, row = -1; at < end;) {
      let gap = 0;
      for (let shift = 0, more = true; more; shift += 7, at += 1) {
        const byte = gaps[at] as number;
        gap |= (byte & 127) << shift;
        more = byte > 127;
      }
      row += gap;
      shared[row] = (shared[row] as number) + 1;
    }
  }
  const lowest = similarities.at(-1) ?? 0;
  const found: { row: number; similarity: number }[] = [];
  for (let row = 0; row < shared.length; row += 1) {
    const both = shared[row] as number;
    if (both === 0) continue;
    const one = both / (wanted.size + (sizes[row] as number) - both);
    if (one >= lowest) found.push({ row, similarity: one });
  }
  found.sort((a, b) => b.similarity - a.similarity);
  const highest = found[0]?.similarity ?? 0;
  const similarity = similarities.find((one) => one <= highest) ?? lowest;
  const least = Math.max(similarity, found[max - 1]?.similarity ?? 0);
  return { similarity, rows: [...found.filter((one) => one.similarity >= least).map(({ row }) => row), ...others] };
}
