import { findStage, stageNames } from '../../../../platform/rounds.ts';
import type { RecordClass } from './arrange-bars.ts';
import { arrangeRecords, type ChartFacts, type DivisionKey } from './classes.ts';
import type { Bucket, ChartSeries, ChartUnit } from './figure-data.ts';

/** Records divided into bars. */
export type Division = {
  readonly toBuckets: (unit: ChartUnit) => readonly Bucket[];
  /** Whether the layers of a bar are stages; otherwise it has one, "all". */
  readonly isLayered: boolean;
  /** A mask with 1 for each record in one of these bars. */
  readonly maskOf: (keys: ReadonlySet<string>) => Uint8Array;
};

/** How records are divided. */
type DivisionOptions = {
  readonly by: DivisionKey;
  /** The name of the bar of records without a class: "No date". */
  readonly none: string;
};

/** Divides records; `readFacts` returns undefined for a record that is not loaded. */
export function divide(
  count: number,
  readFacts: (index: number) => ChartFacts | undefined,
  { by, none }: DivisionOptions,
): Division {
  const records = Array.from({ length: count }, (_, index) => readFacts(index) ?? {});
  const arranged = arrangeRecords(by, records);
  const hasNone = arranged.members.some(({ length }) => length === 0);
  const bars = hasNone ? [...arranged.bars, { key: noneKey, label: none }] : arranged.bars;
  const members = arranged.members.map((own) => (own.length === 0 ? [bars.length - 1] : own));
  const isLayered = (by === 'month' || by === 'quarter' || by === 'size') && records.some(({ round }) => round);
  const parts: BarPart[][] = bars.map(() => []);
  records.forEach(({ round, usd = null }, row) => {
    const key = isLayered ? String(round ? findStage(round) : 0) : 'all';
    for (const bar of members[row] ?? []) parts[bar]?.push({ key, usd });
  });
  return {
    isLayered,
    toBuckets: (unit) => bars.map((bar, index) => buildBucket(bar, parts[index] ?? [], unit)),
    maskOf: (wanted) =>
      Uint8Array.from(members, (own) => (own.some((bar) => wanted.has(bars[bar]?.key ?? '')) ? 1 : 0)),
  };
}

/** The stages as layers, from early to late; rounds without a stage last. */
const stageSeries: readonly ChartSeries[] = ([1, 2, 3, 4, 5, 6, 0] as const).map((stage) => ({
  key: String(stage),
  label: stageNames[stage],
  stage,
}));

/** The stages that occur in bars, as layers. */
export const listStageSeries = (buckets: readonly Bucket[]): readonly ChartSeries[] =>
  stageSeries.filter(({ key }) => buckets.some(({ values }) => values[key] !== undefined));

/** The key of the bar for records without a class. */
const noneKey = '(none)';

/** One record in a bar: the key of its layer, and its amount in US dollars; null if undisclosed. */
type BarPart = { readonly key: string; readonly usd: number | null };

/** The values of a bar, and how many of its records are unknown in this unit. */
function buildBucket(bar: RecordClass, parts: readonly BarPart[], unit: ChartUnit): Bucket {
  // Records without a class are shown as an unknown part when records are counted.
  if (bar.key === noneKey && unit === 'count') return { ...bar, values: {}, unknown: parts.length };
  const values: Record<string, number | null> = {};
  let unknown = 0;
  for (const { key, usd } of parts) {
    const value = unit === 'count' ? 1 : usd;
    if (value === null) unknown += 1;
    values[key] = value === null ? (values[key] ?? null) : (values[key] ?? 0) + value;
  }
  return { ...bar, values, ...(unknown > 0 ? { unknown } : {}) };
}
