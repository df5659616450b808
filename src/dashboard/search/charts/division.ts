import { findStage } from '../../platform/rounds.ts';
import { type ChartFacts, type Classes, type ClassName, createClasses, type DivisionKey } from './classes.ts';
import type { Bucket, Series, Unit } from './figure-data.ts';

/** Records divided into bars. */
export type Division = {
  readonly toBuckets: (unit: Unit) => readonly Bucket[];
  readonly toSeries: (unit: Unit) => readonly Series[];
  /** Marks the records that stand in one of these bars. */
  readonly maskOf: (keys: ReadonlySet<string>) => Uint8Array;
};

/** How records are divided: by what, what bars without a class are called, and whether layers of stages stand in them. */
export type DivisionWords = {
  readonly by: DivisionKey;
  /** What the bar of records is called that say nothing: "No date". */
  readonly none: string;
  /** What one layer alone is called: "Deals", "Raised". */
  readonly layer: (unit: Unit) => string;
};

/** Divides records; `readFacts` is called once for each and returns undefined for a record that is not loaded. */
export function divide(
  count: number,
  readFacts: (index: number) => ChartFacts | undefined,
  { by, none, layer }: DivisionWords,
): Division {
  const classes = createClasses(by);
  const reading = readAll(count, readFacts, classes);
  const slots = buildSlots(reading, classes, none);
  const staged = by === 'month' || by === 'quarter' || by === 'size';
  const sums = addUp(reading, slots);
  const present = stages.filter(({ look }) => sums.byStage[look]);
  const layered = staged && present.length > 0;
  return {
    toSeries: (unit) => (layered ? present : [{ key: 'all', label: layer(unit), look: 3 }]),
    toBuckets: (unit) => slots.bars.map((bar, slot) => buildBucket(bar, slot, { unit, sums, layered })),
    maskOf(keys) {
      const wanted = Uint8Array.from(slots.bars, ({ key }) => (keys.has(key) ? 1 : 0));
      const mask = new Uint8Array(count);
      forEachSlot(reading, slots, (row, slot) => {
        if (wanted[slot] === 1) mask[row] = 1;
      });
      return mask;
    },
  };
}

const stages: readonly Series[] = [
  { key: '1', label: 'Pre-seed', look: 1 },
  { key: '2', label: 'Seed', look: 2 },
  { key: '3', label: 'Series A', look: 3 },
  { key: '4', label: 'Series B', look: 4 },
  { key: '5', label: 'Series C', look: 5 },
  { key: '6', label: 'Series D and later', look: 6 },
  { key: '0', label: 'Other rounds', look: 0 },
];
const stageCount = stages.length;
/** Sums by bar and stage; records without a stage stand under the last number. */
type Sums = {
  readonly counts: Uint32Array;
  readonly usd: Float64Array;
  readonly disclosed: Uint32Array;
  /** Whether any record is of a stage. */
  readonly byStage: readonly boolean[];
};
const columns = stageCount + 1;

function addUp(reading: Reading, slots: Slots): Sums {
  const size = slots.bars.length * columns;
  const [counts, disclosed, usd] = [new Uint32Array(size), new Uint32Array(size), new Float64Array(size)];
  const byStage = stages.map(() => false);
  forEachSlot(reading, slots, (row, slot) => {
    const stage = reading.stages[row] ?? noStage;
    const place = slot * columns + (stage === noStage ? stageCount : stage);
    if (stage !== noStage) byStage[stage] = true;
    counts[place] = (counts[place] ?? 0) + 1;
    const amount = reading.usd[row] ?? Number.NaN;
    if (Number.isNaN(amount)) return;
    disclosed[place] = (disclosed[place] ?? 0) + 1;
    usd[place] = (usd[place] ?? 0) + amount;
  });
  return { counts, usd, disclosed, byStage };
}

type BucketTools = { readonly unit: Unit; readonly sums: Sums; readonly layered: boolean };

/** A bar as a chart draws it: its known layers, and how many of its records are not known in this unit. */
function buildBucket(bar: ClassName, slot: number, { unit, sums, layered }: BucketTools): Bucket {
  const values: Record<string, number | null> = {};
  let [all, known] = [0, 0];
  for (let stage = 0; stage < columns; stage += 1) {
    const place = slot * columns + stage;
    const rows = sums.counts[place] ?? 0;
    if (rows === 0) continue;
    const disclosed = sums.disclosed[place] ?? 0;
    all += rows;
    known += unit === 'count' ? rows : disclosed;
    const key = layered ? String(stage === stageCount ? 0 : stage) : 'all';
    const value = unit === 'count' ? rows : disclosed === 0 ? null : (sums.usd[place] ?? 0);
    values[key] = value === null ? (values[key] ?? null) : (values[key] ?? 0) + value;
  }
  // What says nothing to place it by is not placed: as a number of records it is the unknown part itself.
  if (bar.key === noneKey && unit === 'count') return { ...bar, values: {}, unknown: all };
  const unknown = all - known;
  return { ...bar, values, ...(unknown > 0 ? { unknown } : {}) };
}

/** The key of the bar for records without a class. */
export const noneKey = '(none)';
const otherKey = '(other)';
const beforeKey = '(before)';

/** Beyond this many bars, the oldest or the smallest become one. */
const mostOnScale = 60;
const mostNames = 7;

/** The bars in order, and the bar of each class. */
export type Slots = {
  readonly bars: readonly ClassName[];
  readonly slotOf: ReadonlyMap<number, number>;
  readonly none: number;
};

/** Orders the classes, with records without a class last. */
export function buildSlots({ codes, ends, count }: Reading, classes: Classes, none: string): Slots {
  const sizes = new Map<number, number>();
  for (const code of codes) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  const { bars, slotOf } = classes.isScale ? buildScale(sizes, classes) : toNames(sizes, classes);
  let hasNone = false;
  for (let row = 0; row < count && !hasNone; row += 1)
    hasNone = (ends[row] ?? 0) === (row > 0 ? (ends[row - 1] ?? 0) : 0);
  return { bars: hasNone ? [...bars, { key: noneKey, label: none }] : bars, slotOf, none: bars.length };
}

type Ordered = { readonly bars: ClassName[]; readonly slotOf: Map<number, number> };

/** Every class from the first to the last; the oldest become one where there are too many. */
function buildScale(sizes: ReadonlyMap<number, number>, { toName }: Classes): Ordered {
  const present = [...sizes.keys()];
  if (present.length === 0) return { bars: [], slotOf: new Map() };
  const last = present.reduce((most, code) => Math.max(most, code), -Infinity);
  const first = present.reduce((least, code) => Math.min(least, code), Infinity);
  const from = Math.max(first, last - mostOnScale + 1);
  const bars: ClassName[] = from > first ? [{ key: beforeKey, label: `Before ${toName(from).label}` }] : [];
  const shift = bars.length - from;
  for (let code = from; code <= last; code += 1) bars.push(toName(code));
  return { bars, slotOf: new Map(present.map((code) => [code, code < from ? 0 : code + shift])) };
}

/** The classes that there are, by rank or by frequency; the rarest become one where there are too many. */
function toNames(sizes: ReadonlyMap<number, number>, { toName, byCount }: Classes): Ordered {
  const frequent = [...sizes.keys()].toSorted(
    (one, other) =>
      (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || (toName(one).label < toName(other).label ? -1 : 1),
  );
  const kept = frequent.length > mostNames + 1 ? frequent.slice(0, mostNames) : frequent;
  const ordered = byCount ? kept : kept.toSorted((one, other) => one - other);
  const slotOf = new Map(frequent.map((code) => [code, kept.length]));
  ordered.forEach((code, slot) => slotOf.set(code, slot));
  const rest = frequent.length - kept.length;
  // Where bars have the colours of their stages, several together have none.
  const grey = byCount ? {} : ({ look: 0 } as const);
  const bars: ClassName[] = ordered.map(toName);
  return {
    bars: rest > 0 ? [...bars, { ...grey, key: otherKey, label: `${rest.toLocaleString('en-US')} others` }] : bars,
    slotOf,
  };
}

/** Visits every bar of each record once. */
export function forEachSlot(
  { codes, ends, count }: Reading,
  { slotOf, none }: Slots,
  visit: (row: number, slot: number) => void,
) {
  const lastRow = new Int32Array(none + 2).fill(-1);
  for (let row = 0, at = 0; row < count; row += 1) {
    const end = ends[row] ?? 0;
    if (at === end) visit(row, none);
    for (; at < end; at += 1) {
      const slot = slotOf.get(codes[at] ?? 0) ?? none;
      if (lastRow[slot] === row) continue;
      lastRow[slot] = row;
      visit(row, slot);
    }
  }
}

/** What was read from all records, as numbers. */
export type Reading = {
  readonly count: number;
  /** The classes of all records in sequence, and where those of each record end. */
  readonly codes: Int32Array;
  readonly ends: Uint32Array;
  readonly stages: Uint8Array;
  /** NaN where nothing is disclosed. */
  readonly usd: Float64Array;
};

/** A record without a stage. */
export const noStage = 255;

/** Reads all records in one pass. */
export function readAll(
  count: number,
  readFacts: (index: number) => ChartFacts | undefined,
  classes: Classes,
): Reading {
  let codes = new Int32Array(count + 8);
  let length = 0;
  const ends = new Uint32Array(count);
  const stageOf = new Uint8Array(count).fill(noStage);
  const usd = new Float64Array(count).fill(Number.NaN);
  let begin = 0;
  const put = (code: number) => {
    // A record that names a class twice counts once.
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
      if (facts.round) stageOf[row] = findStage(facts.round);
      if (typeof facts.usd === 'number') usd[row] = facts.usd;
    }
    ends[row] = length;
  }
  return { count, codes: codes.subarray(0, length), ends, stages: stageOf, usd };
}
