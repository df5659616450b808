import { toStage } from '../../platform/rounds.ts';
import type { Classes } from './classes.ts';
import type { Facts } from './facts.ts';

/** What was read of all records, in one pass: numbers alone, no record is held. */
export type Reading = {
  readonly count: number;
  /** The classes of all records after each other, and where those of each record end. */
  readonly codes: Int32Array;
  readonly ends: Uint32Array;
  readonly stages: Uint8Array;
  /** NaN where nothing is disclosed. */
  readonly usd: Float64Array;
};

/** Stands for a record that has no stage. */
export const noStage = 255;

/** Reads so many records in one pass; undefined stands for one that is not held. */
export function readAll(count: number, readFacts: (index: number) => Facts | undefined, classes: Classes): Reading {
  let codes = new Int32Array(count + 8);
  let length = 0;
  const ends = new Uint32Array(count);
  const stageOf = new Uint8Array(count).fill(noStage);
  const usd = new Float64Array(count).fill(Number.NaN);
  let begin = 0;
  const put = (code: number) => {
    // A record that names a class twice stands in it once.
    for (let at = begin; at < length; at += 1) if (codes[at] === code) return;
    if (length === codes.length) {
      const wider = new Int32Array(codes.length * 2);
      wider.set(codes);
      codes = wider;
    }
    codes[length] = code;
    length += 1;
  };
  for (let row = 0; row < count; row += 1) {
    const facts = readFacts(row);
    begin = length;
    if (facts) {
      classes.read(facts, put);
      if (facts.round) stageOf[row] = toStage(facts.round);
      if (typeof facts.usd === 'number') usd[row] = facts.usd;
    }
    ends[row] = length;
  }
  return { count, codes: codes.subarray(0, length), ends, stages: stageOf, usd };
}
