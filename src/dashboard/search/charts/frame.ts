import { formatEnd, buildFigure, buildTicks, findTop, type Bucket, type Words } from './figure-data.ts';

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
