import { formatMoney } from '../../platform/format.ts';
import type { Stage } from '../../platform/rounds.ts';

/** The unit of a chart: a number of records, or US dollars. */
export type ChartUnit = 'count' | 'usd';

/** One layer of the bars, with its color and texture from the stage palette. Layers are stacked in the given order. */
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
  /** Overrides the stage of a single series, for charts in which each bar is a stage. */
  readonly stage?: Stage;
};

/** A range of bars by their keys, both ends included. */
export type BarRange = { readonly from: string; readonly to: string };

/** The sum of the known values of a bar; null if it has values but none is known. */
export function sumKnown({ values, unknown = 0 }: Bucket): number | null {
  const given = Object.values(values);
  const known = given.filter((value) => value !== null);
  if (known.length === 0 && (given.length > 0 || unknown > 0)) return null;
  return known.reduce((sum, value) => sum + value, 0);
}

/** A figure as text; null is shown as its unknown name, such as "without a dollar amount". */
export function formatFigure(value: number | null, { unit, unknownName }: FigureFormat): string {
  if (value === null) return unknownName;
  return unit === 'usd' ? formatMoney(value) : value.toLocaleString('en-US');
}

/** The layers of a bar as text; empty for a single series. */
export function formatLayers(
  bucket: Bucket,
  series: readonly ChartSeries[],
  format: FigureFormat,
): readonly (readonly [name: string, figure: string])[] {
  if (series.length === 1) return [];
  const layers = series.filter(({ key }) => bucket.values[key] !== undefined);
  return layers.map(({ key, label }) => [label, formatFigure(bucket.values[key] ?? null, format)]);
}

/** The figures of a bar as text, known and unknown: "12" and " + 3 not loaded". */
export function formatBarEnd(bucket: Bucket, format: FigureFormat): readonly [known: string, unknown: string] {
  const [known, unknown] = formatDrawnEnd(bucket, format);
  return unknown === '' ? [known, ''] : [known, `${unknown} ${format.unknownName}`];
}

/** The same as drawn at the end of the bar, where the legend names what is unknown: "12" and " + 3". */
export function formatDrawnEnd(bucket: Bucket, format: FigureFormat): readonly [known: string, unknown: string] {
  const known = sumKnown(bucket);
  const { unknown = 0 } = bucket;
  if (unknown === 0) return [formatFigure(known, format), ''];
  const rest = unknown.toLocaleString('en-US');
  const isBare = known === null || (known === 0 && format.unit === 'count');
  return isBare ? ['', rest] : [formatFigure(known, format), ` + ${rest}`];
}

/** How figures are written: their unit, and the name of unknown ones. */
export type FigureFormat = { readonly unit: ChartUnit; readonly unknownName: string };

/** Whether a part of a bar is unknown. */
export const hasUnknown = (bucket: Bucket): boolean => (bucket.unknown ?? 0) > 0 || sumKnown(bucket) === null;

/** The maximum of the scale: the longest known bar, with room for an unknown part. */
export function findScaleMax(buckets: readonly Bucket[]): number {
  const longest = buckets.reduce((top, bucket) => Math.max(top, sumKnown(bucket) ?? 0), 0);
  const needsRoom = buckets.some(hasUnknown);
  return Math.max(1, needsRoom ? longest * 1.15 : longest);
}

/** A few round figures from 0 to the maximum of the scale; integers for counts. */
export function buildTicks(top: number, unit: ChartUnit): number[] {
  const rough = top / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? rough;
  const whole = unit === 'count' ? Math.max(1, Math.round(step)) : step;
  return Array.from({ length: Math.floor(top / whole) + 1 }, (_, at) => at * whole);
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

/** Vertical bars, as for time, or horizontal bars, as for names. */
export type BarLayout = 'columns' | 'rows';

/** The layout of a drawing in pixels, known before it is drawn so that nothing shifts. */
export type ChartFrame = {
  readonly layout: BarLayout;
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** The space for the names of the bars: below them, or to the left. */
  readonly names: number;
  /** The space for the figures of the scale; 0 if each bar shows its own. */
  readonly axis: number;
  /** Whether each bar shows its figure. */
  readonly labelled: boolean;
  readonly shorten: (name: string) => string;
};

const letter = 6.4;
const columnsHeight = 208;
const rowHeight = 24;
const labelRoom = 34;
/** Names take at most this share of a drawing, and are whole up to there. */
const nameShare = 0.45;

/** The height of a drawing in pixels. */
export const getChartHeight = (layout: BarLayout, count: number): number =>
  layout === 'columns' ? columnsHeight : Math.max(1, count) * rowHeight + 4;

/** The layout of a drawing for a width. */
export function buildFrame(
  layout: BarLayout,
  width: number,
  buckets: readonly Bucket[],
  format: FigureFormat,
): ChartFrame {
  const { unit } = format;
  const height = getChartHeight(layout, buckets.length);
  if (layout === 'rows') {
    const longest = Math.max(4, ...buckets.map(({ label }) => label.length));
    const endLetters = Math.max(4, ...buckets.map((bucket) => formatDrawnEnd(bucket, format).join('').length));
    const names = Math.min(width * nameShare, longest * letter + 12);
    const letters = Math.max(3, Math.floor((names - 12) / letter));
    return {
      layout,
      width,
      height,
      margin: { top: 2, right: endLetters * letter + 10, bottom: 2, left: 0 },
      names,
      axis: 0,
      labelled: true,
      shorten: (name) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name),
    };
  }
  const labelled = buckets.length > 0 && width / buckets.length >= labelRoom + (unit === 'usd' ? 14 : 0);
  const ticks = buildTicks(findScaleMax(buckets), unit).map((value) => formatFigure(value, format).length);
  return {
    layout,
    width,
    height,
    margin: { top: 20, right: 2, bottom: 2, left: 2 },
    names: 22,
    axis: labelled ? 0 : Math.max(2, ...ticks) * letter + 8,
    labelled,
    shorten: (name) => name,
  };
}

/** The bands of the bars: where the first starts and how wide each is, along the axis of names. */
export function buildBands({ layout, width, height, margin, names, axis }: ChartFrame, count: number) {
  const begin = layout === 'columns' ? margin.left + axis : margin.top;
  const end = layout === 'columns' ? width - margin.right : height - margin.bottom;
  const size = Math.max(1, (end - begin) / Math.max(1, count));
  return {
    begin,
    size,
    /** The space of the names, which a band does not cover. */
    names,
    /** The bar at a position on that axis; beyond the ends the nearest one. */
    at: (position: number): number => Math.min(count - 1, Math.max(0, Math.floor((position - begin) / size))),
  };
}
