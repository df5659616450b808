import type { LinkedRows } from './read-records.ts';

/** The same links from their other end: for each of `rows` rows the rows that are linked with it, with their flags. */
export function reverseLinks({ offsets, targets, flags }: LinkedRows, rows: number): LinkedRows {
  const ends = new Int32Array(rows + 1);
  for (const target of targets) ends[target + 1] = (ends[target + 1] as number) + 1;
  for (let row = 0; row < rows; row += 1) ends[row + 1] = (ends[row + 1] as number) + (ends[row] as number);
  const next = ends.slice();
  const reversed = {
    offsets: ends,
    targets: new Int32Array(targets.length),
    flags: flags && new Uint8Array(flags.length),
  };
  for (let row = 0; row + 1 < offsets.length; row += 1) {
    const end = offsets[row + 1] as number;
    for (let at = offsets[row] as number; at < end; at += 1) {
      const target = targets[at] as number;
      const place = next[target] as number;
      next[target] = place + 1;
      reversed.targets[place] = row;
      if (flags && reversed.flags) reversed.flags[place] = flags[at] as number;
    }
  }
  return reversed;
}
