import { toClasses, type ClassName } from './classes.ts';
import type { DivisionKey, Facts } from './facts.ts';
import type { Bucket, Series, Unit } from './figure-data.ts';
import { noStage, readAll, type Reading } from './reading.ts';
import { eachPlace, noneKey, toSlots, type Slots } from './slots.ts';

/** Records divided into bars: the bars in order, and which bars each record stands in. */
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

/** Divides so many records; `readFacts` is asked once for each, and undefined stands for a record that is not held. */
export function divide(
  count: number,
  readFacts: (index: number) => Facts | undefined,
  { by, none, layer }: DivisionWords,
): Division {
  const classes = toClasses(by);
  const reading = readAll(count, readFacts, classes);
  const slots = toSlots(reading, classes, none);
  const staged = by === 'month' || by === 'quarter' || by === 'size';
  const sums = addUp(reading, slots);
  const present = stages.filter(({ look }) => sums.byStage[look]);
  const layered = staged && present.length > 0;
  return {
    toSeries: (unit) => (layered ? present : [{ key: 'all', label: layer(unit), look: 3 }]),
    toBuckets: (unit) => slots.bars.map((bar, slot) => toBucket(bar, slot, { unit, sums, layered })),
    maskOf(keys) {
      const wanted = Uint8Array.from(slots.bars, ({ key }) => (keys.has(key) ? 1 : 0));
      const mask = new Uint8Array(count);
      eachPlace(reading, slots, (row, slot) => {
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
  eachPlace(reading, slots, (row, slot) => {
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
function toBucket(bar: ClassName, slot: number, { unit, sums, layered }: BucketTools): Bucket {
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
