/** A set of rows by number, one bit each. */
export type Bits = Uint32Array;

/** An empty set over this many rows. */
export const createBits = (rows: number): Bits => new Uint32Array((rows + 31) >>> 5);

/** A set of the given rows. */
export function toBits(rows: number, members: Iterable<number>): Bits {
  const bits = createBits(rows);
  for (const row of members) addBit(bits, row);
  return bits;
}

export function addBit(bits: Bits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] as number) | (1 << (row & 31));
}

export const hasBit = (bits: Bits, row: number): boolean => (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1;

/** The rows that are in both sets. */
export function intersect(a: Bits, b: Bits): Bits {
  const both = new Uint32Array(a.length);
  for (let at = 0; at < both.length; at += 1) both[at] = (a[at] as number) & (b[at] as number);
  return both;
}

/** The rows that are in either set. */
export function union(a: Bits, b: Bits): Bits {
  const any = new Uint32Array(a.length);
  for (let at = 0; at < any.length; at += 1) any[at] = (a[at] as number) | (b[at] as number);
  return any;
}

/** This many rows fit in the processor's fastest cache. */
const blockLength = 4096;

/** The rows of a set, in order, one block at a time; all blocks share the same memory. */
export function* listBlocks(bits: Bits): Generator<Int32Array> {
  const block = new Int32Array(blockLength);
  let count = 0;
  for (let place = 0; place < bits.length; place += 1) {
    for (let word = bits[place] as number; word !== 0; word &= word - 1) {
      block[count] = place * 32 + 31 - Math.clz32(word & -word);
      count += 1;
    }
    if (count <= blockLength - 32) continue;
    yield block.subarray(0, count);
    count = 0;
  }
  if (count > 0) yield block.subarray(0, count);
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let at = 0; at < bits.length; at += 1) {
    let word = bits[at] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

/** The rows whose number is between the bounds, inclusive; an unknown number is NaN and never between. */
export function selectRange(column: Float64Array, min: number, max: number): Bits {
  return selectRows(column.length, (first, end) => {
    let word = 0;
    for (let row = first; row < end; row += 1) {
      const value = column[row] as number;
      // Without a branch, which a processor would mispredict for half of the rows.
      word |= (Number(value >= min) & Number(value <= max)) << (row & 31);
    }
    return word;
  });
}

/** Numbers between two bounds, inclusive. */
export type NumberRange = { readonly column: Float64Array; readonly min: number; readonly max: number };

/** Below this share of all rows, it is faster to check the rows of a set than all rows. */
const sparsePart = 1 / 2;

/** The rows of a set whose numbers are within all ranges. */
export function filterByRanges(from: Bits, ranges: readonly NumberRange[]): Bits {
  return ranges.reduce((left, range) => {
    const isSparse = countBits(left) < range.column.length * sparsePart;
    return isSparse ? narrowSparse(left, range) : intersect(left, selectRange(range.column, range.min, range.max));
  }, from);
}

function narrowSparse(from: Bits, { column, min, max }: NumberRange): Bits {
  const found = new Uint32Array(from.length);
  for (let place = 0; place < from.length; place += 1) {
    let kept = 0;
    for (let word = from[place] as number; word !== 0; word &= word - 1) {
      const bit = 31 - Math.clz32(word & -word);
      const value = column[place * 32 + bit] as number;
      kept |= (Number(value >= min) & Number(value <= max)) << bit;
    }
    found[place] = kept;
  }
  return found;
}

/** The rows with one of the codes. */
export function selectCodes(column: Int16Array | Uint8Array, codes: readonly number[]): Bits {
  const wanted = new Uint8Array(2 ** 15);
  for (const code of codes) wanted[code] = 1;
  return selectRows(column.length, (first, end) => {
    let word = 0;
    for (let row = first; row < end; row += 1) word |= (wanted[column[row] as number] as number) << (row & 31);
    return word;
  });
}

/** Builds a set from words of 32 rows, which is several times as fast as row by row. */
export function selectRows(rows: number, readWord: (first: number, end: number) => number): Bits {
  const bits = createBits(rows);
  for (let at = 0; at < bits.length; at += 1) bits[at] = readWord(at * 32, Math.min(rows, at * 32 + 32));
  return bits;
}
