/** Numbers of lines, each counted once: a bit a line, so that millions of them take little. */
export type LineSet = {
  add: (line: number) => void;
  readonly size: number;
  /** How many lines are in this set or in one of the others. */
  sizeWith: (...others: LineSet[]) => number;
  readonly bytes: Uint8Array;
};

export function openLineSet(): LineSet {
  let bits = new Uint8Array(1_024);
  let size = 0;
  return {
    add(line) {
      const at = line >>> 3;
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(bits.length * 2, at + 1));
        grown.set(bits);
        bits = grown;
      }
      const bit = 1 << (line & 7);
      if (((bits[at] ?? 0) & bit) !== 0) return;
      bits[at] = (bits[at] ?? 0) | bit;
      size += 1;
    },
    get size() {
      return size;
    },
    get bytes() {
      return bits;
    },
    sizeWith(...others) {
      const all = [bits, ...others.map(({ bytes }) => bytes)];
      const length = Math.max(...all.map((bytes) => bytes.length));
      let count = 0;
      for (let at = 0; at < length; at += 1) {
        let byte = 0;
        for (const bytes of all) byte |= bytes[at] ?? 0;
        for (; byte > 0; byte &= byte - 1) count += 1;
      }
      return count;
    },
  };
}
