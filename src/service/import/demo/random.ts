/** A random number generator with the same numbers on every machine. */
export class Random {
  #state: number;

  constructor(state: number) {
    this.#state = state;
  }

  /** 0 or more, below 1. */
  next(): number {
    // mulberry32: whole numbers only, so no machine rounds differently.
    const state = (this.#state = (this.#state + 0x6d2b79f5) | 0);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** An element of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)] as T;
  }

  /** An index below `count` that favours the first ones: the larger `skew`, the more. */
  skewed(count: number, skew: number): number {
    return Math.floor(count * this.next() ** skew);
  }

  /** Positive, with this median; with `spread` 0.7 nearly always between a quarter and four times the median. */
  around(median: number, spread: number): number {
    // The sum of three draws is close enough to a normal distribution.
    return median * Math.exp(spread * 2 * (this.next() + this.next() + this.next() - 1.5));
  }

  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let index = shuffled.length - 1; index > 0; index -= 1) {
      const other = this.whole(0, index);
      [shuffled[index], shuffled[other]] = [shuffled[other] as T, shuffled[index] as T];
    }
    return shuffled;
  }
}

/** A generator for each record, so that it can be generated without those before it. */
export const openRandom = (seed: number, kind: string, name: number | string): Random =>
  new Random(hash(`${seed}/${kind}/${name}`));

/** FNV-1a with a final mix, so that similar seeds give different numbers. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let position = 0; position < text.length; position += 1) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
