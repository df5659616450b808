import { formatMoney } from '../../../../platform/format.ts';
import type { Stage } from '../../../../platform/rounds.ts';

/** The unit of a chart: a number, of records for example, or US dollars. */
export type ChartUnit = 'count' | 'usd';

/** One layer of the bars, with its color from the stage palette. Layers are stacked in the given order. */
export type ChartSeries = { readonly key: string; readonly label: string; readonly stage: Stage };

/** One bar. */
export type Bucket = {
  readonly key: string;
  readonly label: string;
  /** What the axis says below the bar; where any bar has it, bars without it have no text. */
  readonly tick?: string | undefined;
  /** By series: null means unknown, never 0; a series without records is absent. */
  readonly values: Readonly<Record<string, number | null>>;
  /** How many records have no known series or amount; drawn hatched. */
  readonly unknown?: number;
  /** How many more are expected, as late reports; drawn hatched, to scale. */
  readonly late?: number;
  /** Overrides the stage of a single series, for charts in which each bar is a stage. */
  readonly stage?: Stage;
};

/** A range of bars by their keys, both ends included. */
export type BarRange = { readonly from: string; readonly to: string };

/** The selected bars; `onPick` gets undefined when the selection is cleared. */
export type BarSelection = {
  readonly span: BarRange | undefined;
  readonly onPick: (span: BarRange | undefined) => void;
  /** Whether only one bar can be selected. */
  readonly isSingle?: boolean;
};

/** Vertical bars, as for time, or horizontal bars, as for names. */
export type BarLayout = 'columns' | 'rows';

/** How figures are written: their unit, and the name of unknown ones. */
export type FigureFormat = { readonly unit: ChartUnit; readonly unknownName: string };

/** The sum of the known values of a bar; null if it has values but none is known. */
export function sumKnown({ values, unknown = 0 }: Bucket): number | null {
  const given = Object.values(values);
  const known = given.filter((value) => value !== null);
  if (known.length === 0 && (given.length > 0 || unknown > 0)) return null;
  return known.reduce((sum, value) => sum + value, 0);
}

/** How many records of a bar are not known, or not reported yet. */
export const countUnknown = ({ unknown = 0, late = 0 }: Bucket): number => unknown + late;

/** Whether a part of a bar is unknown. */
export const hasUnknown = (bucket: Bucket): boolean => countUnknown(bucket) > 0 || sumKnown(bucket) === null;

/** A figure as text; null is shown as its unknown name, such as "without a dollar amount". */
export function formatFigure(value: number | null, { unit, unknownName }: FigureFormat): string {
  if (value === null) return unknownName;
  return unit === 'usd' ? formatMoney(value) : value.toLocaleString('en-US');
}

/** The figures at the end of a bar, known and unknown: "12" and " + 3"; the legend names what is unknown. */
export function formatBarEnd(bucket: Bucket, format: FigureFormat): readonly [known: string, unknown: string] {
  const known = sumKnown(bucket);
  const unknown = countUnknown(bucket);
  if (unknown === 0) return [formatFigure(known, format), ''];
  const rest = unknown.toLocaleString('en-US');
  const isBare = known === null || (known === 0 && format.unit === 'count');
  return isBare ? ['', rest] : [formatFigure(known, format), ` + ${rest}`];
}

/** The figures of a bar with the name of what is unknown: "12 + 3 not loaded". */
export function formatBar(bucket: Bucket, format: FigureFormat): string {
  const [known, unknown] = formatBarEnd(bucket, format);
  return unknown === '' ? known : `${known}${unknown} ${format.unknownName}`;
}

/** The layers of a bar as text; empty for a single series. */
export function formatLayers(
  { values }: Bucket,
  series: readonly ChartSeries[],
  format: FigureFormat,
): readonly (readonly [name: string, figure: string])[] {
  if (series.length === 1) return [];
  return series.flatMap(({ key, label }) => {
    const value = values[key];
    return value === undefined ? [] : [[label, formatFigure(value, format)] as const];
  });
}

/** The maximum of the scale: the longest known bar, with room for an unknown part. */
export function findScaleMax(buckets: readonly Bucket[]): number {
  const longest = buckets.reduce((max, bucket) => Math.max(max, (sumKnown(bucket) ?? 0) + (bucket.late ?? 0)), 0);
  const hasUnscaled = buckets.some((bucket) => hasUnknown(bucket) && bucket.late === undefined);
  return Math.max(1, hasUnscaled ? longest * 1.15 : longest);
}

/** The indexes of a range, in order; undefined if one of its ends is not among the bars. */
export function findBarRange(
  buckets: readonly Bucket[],
  span: BarRange | undefined,
): readonly [number, number] | undefined {
  if (!span) return undefined;
  const from = buckets.findIndex(({ key }) => key === span.from);
  const to = buckets.findIndex(({ key }) => key === span.to);
  return from < 0 || to < 0 ? undefined : [Math.min(from, to), Math.max(from, to)];
}

/** The color of a stage. */
export const getStageColor = (stage: Stage): string => `var(--color-stage-${stage})`;
