import { findStage, stageNames } from '../../platform/rounds.ts';
import {
  type ChartFacts,
  type RecordClasses,
  type RecordClass,
  createRecordClasses,
  type DivisionKey,
} from './classes.ts';
import type { Bucket, ChartSeries, ChartUnit } from './figure-data.ts';

/** Records divided into bars. */
export type Division = {
  readonly toBuckets: (unit: ChartUnit) => readonly Bucket[];
  readonly toSeries: (unit: ChartUnit) => readonly ChartSeries[];
  /** A mask with 1 for each record in one of these bars. */
  readonly maskOf: (keys: ReadonlySet<string>) => Uint8Array;
};

/** How records are divided. */
type DivisionOptions = {
  readonly by: DivisionKey;
  /** The name of the bar of records without a class: "No date". */
  readonly none: string;
  /** The name of a single layer: "Deals", "Raised". */
  readonly layer: (unit: ChartUnit) => string;
};

/** Divides records; `readFacts` is called once for each and returns undefined for a record that is not loaded. */
export function divide(
  count: number,
  readFacts: (index: number) => ChartFacts | undefined,
  { by, none, layer }: DivisionOptions,
): Division {
  const classes = createRecordClasses(by);
  const reading = readRecords(count, readFacts, classes);
  const slots = buildSlots(reading, classes, none);
  const staged = by === 'month' || by === 'quarter' || by === 'size';
  const sums = addUp(reading, slots);
  const present = stageSeries.filter(({ stage }) => sums.byStage[stage]);
  const layered = staged && present.length > 0;
  return {
    toSeries: (unit) => (layered ? present : [{ key: 'all', label: layer(unit), stage: 3 }]),
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

/** The stages as layers, from early to late; rounds without a stage last. */
export const stageSeries: readonly ChartSeries[] = ([1, 2, 3, 4, 5, 6, 0] as const).map((stage) => ({
  key: String(stage),
  label: stageNames[stage],
  stage,
}));
const stageCount = stageSeries.length;
/** Sums by bar and stage; the last column is for records without a stage. */
type Sums = {
  readonly counts: Uint32Array;
  readonly usd: Float64Array;
  readonly disclosed: Uint32Array;
  /** Whether any record has the stage. */
  readonly byStage: readonly boolean[];
};
const columns = stageCount + 1;

function addUp(reading: ChartRecords, slots: BarSlots): Sums {
  const size = slots.bars.length * columns;
  const [counts, disclosed, usd] = [new Uint32Array(size), new Uint32Array(size), new Float64Array(size)];
  const byStage = stageSeries.map(() => false);
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

type BucketTools = { readonly unit: ChartUnit; readonly sums: Sums; readonly layered: boolean };

/** The values of a bar, and how many of its records are unknown in this unit. */
function buildBucket(bar: RecordClass, slot: number, { unit, sums, layered }: BucketTools): Bucket {
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
  // Records without a class are shown as an unknown part when records are counted.
  if (bar.key === noneKey && unit === 'count') return { ...bar, values: {}, unknown: all };
  const unknown = all - known;
  return { ...bar, values, ...(unknown > 0 ? { unknown } : {}) };
}

/** The key of the bar for records without a class. */
const noneKey = '(none)';
const otherKey = '(other)';
const beforeKey = '(before)';

/** Beyond this many bars, the oldest or the smallest are combined. */
const maxScaleBars = 60;
const maxNameBars = 7;

/** The bars in order, and the bar of each class. */
type BarSlots = {
  readonly bars: readonly RecordClass[];
  readonly slotOf: ReadonlyMap<number, number>;
  readonly none: number;
};

/** Orders the classes, with records without a class last. */
function buildSlots({ codes, ends, count }: ChartRecords, classes: RecordClasses, none: string): BarSlots {
  const sizes = new Map<number, number>();
  for (const code of codes) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  const { bars, slotOf } = classes.isScale ? orderScale(sizes, classes) : orderNames(sizes, classes);
  let hasNone = false;
  for (let row = 0; row < count && !hasNone; row += 1)
    hasNone = (ends[row] ?? 0) === (row > 0 ? (ends[row - 1] ?? 0) : 0);
  return { bars: hasNone ? [...bars, { key: noneKey, label: none }] : bars, slotOf, none: bars.length };
}

type Ordered = { readonly bars: RecordClass[]; readonly slotOf: Map<number, number> };

/** All classes from the first to the last; if there are too many, the oldest are combined. */
function orderScale(sizes: ReadonlyMap<number, number>, { toName }: RecordClasses): Ordered {
  const present = [...sizes.keys()];
  if (present.length === 0) return { bars: [], slotOf: new Map() };
  const last = present.reduce((max, code) => Math.max(max, code), -Infinity);
  const first = present.reduce((min, code) => Math.min(min, code), Infinity);
  const from = Math.max(first, last - maxScaleBars + 1);
  const bars: RecordClass[] = from > first ? [{ key: beforeKey, label: `Before ${toName(from).label}` }] : [];
  const shift = bars.length - from;
  for (let code = from; code <= last; code += 1) bars.push(toName(code));
  return { bars, slotOf: new Map(present.map((code) => [code, code < from ? 0 : code + shift])) };
}

/** The classes by rank or by frequency; if there are too many, the rarest are combined. */
function orderNames(sizes: ReadonlyMap<number, number>, { toName, byCount }: RecordClasses): Ordered {
  const frequent = [...sizes.keys()].toSorted(
    (one, other) =>
      (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || (toName(one).label < toName(other).label ? -1 : 1),
  );
  const named = frequent.length > maxNameBars + 1 ? frequent.slice(0, maxNameBars) : frequent;
  const ordered = byCount ? named : named.toSorted((one, other) => one - other);
  const slotOf = new Map(frequent.map((code) => [code, named.length]));
  ordered.forEach((code, slot) => slotOf.set(code, slot));
  const rest = frequent.length - named.length;
  // Bars of rounds have their stage's color; combined rounds have none.
  const grey = byCount ? {} : ({ stage: 0 } as const);
  const bars: RecordClass[] = ordered.map(toName);
  return {
    bars: rest > 0 ? [...bars, { ...grey, key: otherKey, label: `${rest.toLocaleString('en-US')} others` }] : bars,
    slotOf,
  };
}

/** Visits every bar of each record once. */
function forEachSlot(
  { codes, ends, count }: ChartRecords,
  { slotOf, none }: BarSlots,
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

/** The facts of all records as numbers. */
type ChartRecords = {
  readonly count: number;
  /** The classes of all records in sequence, and where those of each record end. */
  readonly codes: Int32Array;
  readonly ends: Uint32Array;
  readonly stages: Uint8Array;
  /** NaN if undisclosed. */
  readonly usd: Float64Array;
};

/** A record without a stage. */
const noStage = 255;

/** Reads all records in one pass. */
export function readRecords(
  count: number,
  readFacts: (index: number) => ChartFacts | undefined,
  classes: RecordClasses,
): ChartRecords {
  let codes = new Int32Array(count + 8);
  let length = 0;
  const ends = new Uint32Array(count);
  const stageOf = new Uint8Array(count).fill(noStage);
  const usd = new Float64Array(count).fill(Number.NaN);
  let begin = 0;
  const addCode = (code: number) => {
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
      classes.read(facts, addCode);
      if (facts.round) stageOf[row] = findStage(facts.round);
      if (typeof facts.usd === 'number') usd[row] = facts.usd;
    }
    ends[row] = length;
  }
  return { count, codes: codes.subarray(0, length), ends, stages: stageOf, usd };
}
