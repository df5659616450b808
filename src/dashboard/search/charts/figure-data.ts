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
