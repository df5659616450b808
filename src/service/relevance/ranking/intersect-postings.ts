import { maxWeight, type Postings, weightBits } from './postings.ts';

/** The lowest weight of each company so far, plus 1; all 0 between two calls. */
let lowest = new Uint8Array(0);
let common = new Int32Array(0);

/** The companies with all of the words, of which the lowest weight counts. `highestId` is that of all companies. */
export function intersectPostings(lists: readonly Postings[], highestId: number): Postings {
  const [first, ...others] = lists;
  if (!first) return { companies: 0, parts: [] };
  if (lowest.length <= highestId) {
    lowest = new Uint8Array(highestId + 1);
    common = new Int32Array(highestId + 1);
  }
  const shared = new Int32Array(first.companies);
  let count = 0;
  for (const part of first.parts) {
    shared.set(part, count);
    count += part.length;
  }
  for (const { parts } of others) {
    for (let at = 0; at < count; at += 1) lowest[(shared[at] ?? 0) >> weightBits] = 1 + ((shared[at] ?? 0) & maxWeight);
    const before = count;
    count = 0;
    for (const part of parts) {
      for (let at = 0; at < part.length; at += 1) {
        const packed = part[at] ?? 0;
        const id = packed >> weightBits;
        const weight = lowest[id] ?? 0;
        if (weight === 0) continue;
        lowest[id] = 0;
        common[count++] = (id << weightBits) | Math.min(weight - 1, packed & maxWeight);
      }
    }
    for (let at = 0; at < before; at += 1) lowest[(shared[at] ?? 0) >> weightBits] = 0;
    shared.set(common.subarray(0, count));
  }
  return { companies: count, parts: [shared.subarray(0, count)] };
}
