import { formatMoney } from '../../platform/format.ts';
import type { Stage } from '../../platform/rounds.ts';

/** What the figures of a chart are: a number of records, or US dollars. */
export type Unit = 'count' | 'usd';

/** One layer of the bars, with its colour and texture on the stage ramp; layers lie on each other in the order given. */
export type Series = { readonly key: string; readonly label: string; readonly look: Stage };

/** One bar. */
export type Bucket = {
  readonly key: string;
  readonly label: string;
  /** By series: null is there but not known, and never 0; a series that is absent has nothing here. */
  readonly values: Readonly<Record<string, number | null>>;
  /** How many records could not be placed in a series or an amount: drawn hatched, in its own words. */
  readonly unknown?: number;
  /** Overrides the look of its one series, where every bar is a stage of its own. */
  readonly look?: Stage;
};

/** Bars from one to another, both included, by their keys. */
export type Span = { readonly from: string; readonly to: string };

/** What a bar is known to hold; null where there is something of which nothing is known. */
export function filterKnown({ values, unknown = 0 }: Bucket): number | null {
  const given = Object.values(values);
  const known = given.filter((value) => value !== null);
  if (known.length === 0 && (given.length > 0 || unknown > 0)) return null;
  return known.reduce((sum, value) => sum + value, 0);
}

/** A figure as text; null reads as what it is: not known, undisclosed, not counted. */
export function buildFigure(value: number | null, { unit, unknownName }: Words): string {
  if (value === null) return unknownName;
  return unit === 'usd' ? formatMoney(value) : value.toLocaleString('en-US');
}

/** The layers of a bar in words; none where it is one alone. */
export function formatLayers(
  bucket: Bucket,
  series: readonly Series[],
  words: Words,
): readonly (readonly [name: string, figure: string])[] {
  if (series.length === 1) return [];
  const layers = series.filter(({ key }) => bucket.values[key] !== undefined);
  return layers.map(({ key, label }) => [label, buildFigure(bucket.values[key] ?? null, words)]);
}

/** What is known of a bar, and what is not, as it stands at its end: "12" and " + 3 not loaded". */
export function formatEnd(bucket: Bucket, words: Words): readonly [known: string, unknown: string] {
  const known = filterKnown(bucket);
  const { unknown = 0 } = bucket;
  if (unknown === 0) return [buildFigure(known, words), ''];
  const rest = `${unknown.toLocaleString('en-US')} ${words.unknownName}`;
  const isBare = known === null || (known === 0 && words.unit === 'count');
  return isBare ? ['', rest] : [buildFigure(known, words), ` + ${rest}`];
}

/** What the figures of a chart are called. */
export type Words = { readonly unit: Unit; readonly unknownName: string };

/** Whether a part of a bar is not known. */
export const hasUnknown = (bucket: Bucket): boolean => (bucket.unknown ?? 0) > 0 || filterKnown(bucket) === null;

/** The top of the scale: the longest known bar, and some room where an unknown part stands on it. */
export function findTop(buckets: readonly Bucket[]): number {
  const most = buckets.reduce((top, bucket) => Math.max(top, filterKnown(bucket) ?? 0), 0);
  const roomy = buckets.some(hasUnknown);
  return Math.max(1, roomy ? most * 1.15 : most);
}

/** A few round figures from 0 up to the top of the scale, whole ones for counts. */
export function buildTicks(top: number, unit: Unit): number[] {
  const rough = top / 3;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? rough;
  const whole = unit === 'count' ? Math.max(1, Math.round(step)) : step;
  return Array.from({ length: Math.floor(top / whole) + 1 }, (_, at) => at * whole);
}

/** The indexes of a span among the bars, in order; undefined where one of its ends is not among them. */
export function formatRange(buckets: readonly Bucket[], span: Span | undefined): readonly [number, number] | undefined {
  if (!span) return undefined;
  const from = buckets.findIndex(({ key }) => key === span.from);
  const to = buckets.findIndex(({ key }) => key === span.to);
  return from < 0 || to < 0 ? undefined : [Math.min(from, to), Math.max(from, to)];
}

/** Words as they begin a line: "Not loaded". */
export const toSentenceCase = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Bars that stand beside each other, as for time, or that lie under each other, as for names. */
export type Layout = 'columns' | 'rows';

/** Where the parts of a drawing stand, in pixels: known before it is drawn, so that nothing shifts. */
export type Frame = {
  readonly layout: Layout;
  readonly width: number;
  readonly height: number;
  readonly margin: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** The room for the names of the bars: below them, or left of them. */
  readonly names: number;
  /** The room for the figures of the scale; 0 where each bar bears its own. */
  readonly axis: number;
  /** Whether each bar bears its figure. */
  readonly labelled: boolean;
  readonly shorten: (name: string) => string;
};

const letter = 6.4;
const columnsHeight = 208;
const rowHeight = 24;
const labelRoom = 34;
const widestNames = 170;

/** The height of a drawing, whatever stands in it. */
export const getHeight = (layout: Layout, count: number): number =>
  layout === 'columns' ? columnsHeight : Math.max(1, count) * rowHeight + 4;

/** Lays a drawing out for a width. */
export function buildFrame(layout: Layout, width: number, buckets: readonly Bucket[], texts: Words): Frame {
  const { unit } = texts;
  const height = getHeight(layout, buckets.length);
  if (layout === 'rows') {
    const longest = Math.max(4, ...buckets.map(({ label }) => label.length));
    const words = Math.max(4, ...buckets.map((bucket) => formatEnd(bucket, texts).join('').length));
    const names = Math.min(widestNames, width * 0.4, longest * letter + 12);
    const letters = Math.max(3, Math.floor((names - 12) / letter));
    return {
      layout,
      width,
      height,
      margin: { top: 2, right: words * letter + 10, bottom: 2, left: 0 },
      names,
      axis: 0,
      labelled: true,
      shorten: (name) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name),
    };
  }
  const labelled = buckets.length > 0 && width / buckets.length >= labelRoom + (unit === 'usd' ? 14 : 0);
  const ticks = buildTicks(findTop(buckets), unit).map((value) => buildFigure(value, texts).length);
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

/** The bands of the bars inside a drawing: where the first begins, and how wide each is, along the axis of names. */
export function buildBands({ layout, width, height, margin, names, axis }: Frame, count: number) {
  const begin = layout === 'columns' ? margin.left + axis : margin.top;
  const end = layout === 'columns' ? width - margin.right : height - margin.bottom;
  const size = Math.max(1, (end - begin) / Math.max(1, count));
  return {
    begin,
    size,
    /** How far the names reach into the drawing, which a band does not cover. */
    names,
    /** The bar at a place on that axis; the nearest one beyond the ends. */
    at: (place: number): number => Math.min(count - 1, Math.max(0, Math.floor((place - begin) / size))),
  };
}
