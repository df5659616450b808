import { Bar, BarChart, XAxis, YAxis } from 'recharts';
import {
  type Bucket,
  formatFigure,
  buildTicks,
  sumKnown,
  findScaleMax,
  formatDrawnEnd,
  type ChartFrame,
  hasUnknown,
  type ChartSeries,
  type FigureFormat,
} from './figure-data.ts';
import type { Stage } from '../../platform/rounds.ts';
import { getStageColor, getFill } from './bar-styles.tsx';

type StackedBarsProps = {
  readonly id: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly ChartSeries[];
  readonly format: FigureFormat;
  readonly frame: ChartFrame;
};

const text = { fontSize: 11.5, fill: 'var(--color-ink-3)' };
const axisLine = { stroke: 'var(--color-edge)' };

/** The bars of a chart, drawn without animation. */
export function StackedBars({ id, buckets, series, format, frame }: StackedBarsProps) {
  const top = findScaleMax(buckets);
  const rows = buckets.map((bucket) => toRow(bucket, { series, format, top, frame }));
  const isHorizontal = frame.layout === 'rows';
  const names = { dataKey: 'label', axisLine, tickLine: false, tick: text } as const;
  const scale = {
    type: 'number',
    domain: [0, top],
    axisLine: false,
    tickLine: false,
  } as const;
  return (
    <BarChart
      // recharts stacks layers in mount order, so other layers need a new chart.
      key={[frame.layout, ...series.map(({ key }) => key)].join(' ')}
      width={frame.width}
      height={frame.height}
      data={rows}
      layout={isHorizontal ? 'vertical' : 'horizontal'}
      margin={frame.margin}
      barCategoryGap={isHorizontal ? 3 : '12%'}
      maxBarSize={72}
      accessibilityLayer={false}
    >
      {isHorizontal ? (
        <>
          <XAxis {...scale} hide />
          <YAxis {...names} type="category" width={frame.names} interval={0} tickFormatter={frame.shorten} />
        </>
      ) : (
        <>
          <XAxis {...names} {...listNames(buckets)} height={frame.names} />
          <YAxis
            {...scale}
            width={frame.axis}
            hide={frame.axis === 0}
            tick={text}
            ticks={buildTicks(top, format.unit)}
            tickFormatter={(value: number) => formatFigure(value, format)}
          />
        </>
      )}
      {series.map(({ key, stage }, at) => (
        <Bar
          key={key}
          dataKey={`layer${at}`}
          stackId="all"
          isAnimationActive={false}
          shape={createLayerShape({ id, stage, isHorizontal, plain: series.length === 1 })}
        />
      ))}
      <Bar dataKey="unknown" stackId="all" isAnimationActive={false} shape={createEndShape({ id, isHorizontal })} />
    </BarChart>
  );
}

/** The names below vertical bars: those that the bars set, else as many labels as fit. */
function listNames(buckets: readonly Bucket[]) {
  const ticks = new Map(buckets.flatMap(({ label, tick }) => (tick === undefined ? [] : [[label, tick]])));
  return ticks.size === 0
    ? ({ interval: 'preserveStart', minTickGap: 10 } as const)
    : { interval: 0, ticks: [...ticks.keys()], tickFormatter: (label: string) => ticks.get(label) ?? '' };
}

type Row = {
  readonly label: string;
  readonly stage: Stage | undefined;
  readonly unknown: number;
  /** Whether records without an amount belong to the bar: a marker, because they have no length on the scale. */
  readonly hasMarker: boolean;
  /** The text at the end of the bar, and the gray text after it. */
  readonly figure: string;
  readonly more: string;
  readonly [layer: `layer${number}`]: number;
};

type RowTools = {
  readonly series: readonly ChartSeries[];
  readonly format: FigureFormat;
  readonly top: number;
  readonly frame: ChartFrame;
};

function toRow(bucket: Bucket, { series, format, top, frame }: RowTools): Row {
  const { unknown = 0 } = bucket;
  const known = sumKnown(bucket);
  const room = top - (known ?? 0);
  const isCounted = format.unit === 'count' && unknown > 0;
  const [figure, more] = formatDrawnEnd(bucket, format);
  return {
    label: bucket.label,
    stage: bucket.stage,
    unknown: isCounted ? Math.min(unknown, room) : 0,
    hasMarker: hasUnknown(bucket) && !isCounted,
    // A column without height is read from the axis.
    figure: frame.labelled && (frame.layout === 'rows' || known) ? figure : '',
    more: frame.layout === 'rows' ? more : '',
    ...Object.fromEntries(series.map(({ key }, layer) => [`layer${layer}`, bucket.values[key] ?? 0])),
  };
}

/** The position of a piece of a bar from recharts, with its row. */
type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly payload: Row;
};

type EndStyle = { readonly id: string; readonly isHorizontal: boolean };
/** `plain`: a single layer needs no texture. */
type LayerStyle = EndStyle & { readonly stage: Stage; readonly plain: boolean };

/** Draws one layer, 1 px shorter than its value, so that layers have a gap between them. */
const createLayerShape = ({ id, stage, isHorizontal, plain }: LayerStyle) =>
  function drawLayer(drawn: unknown) {
    const { x, y, width, height, payload } = drawn as Box;
    if (width <= 0 || height <= 0) return <g />;
    const gap = isHorizontal ? { width: Math.max(1, width - 1), height } : { width, height: Math.max(1, height - 1) };
    const own = payload.stage ?? stage;
    return (
      <rect
        x={x}
        y={y + height - gap.height}
        {...gap}
        fill={plain ? getStageColor(own) : getFill(id, own)}
        className="forced-colors:stroke-[CanvasText]"
      />
    );
  };

const markerSize = 8;

/** The place of the marker: beyond the end of the bar, in its middle. */
const findMarkerPlace = ({ x, y, width, height }: Omit<Box, 'payload'>, isHorizontal: boolean) =>
  isHorizontal
    ? { x: x + width + 4, y: y + (height - markerSize) / 2 }
    : { x: x + (width - markerSize) / 2, y: y - markerSize - 3 };

type UnknownMarkerProps = { readonly id: string; readonly x: number; readonly y: number };

/** Says that the bar has records without an amount. */
const UnknownMarker = ({ id, x, y }: UnknownMarkerProps) => (
  <rect
    data-unknown
    {...{ x, y }}
    width={markerSize}
    height={markerSize}
    rx={2}
    fill={getFill(id, 'unknown')}
    stroke="var(--color-edge)"
    className="forced-colors:stroke-[CanvasText]"
  />
);

/** Draws the unknown part, hatched, and the text at the end of the bar. */
const createEndShape = ({ id, isHorizontal }: EndStyle) =>
  function drawEnd(drawn: unknown) {
    const { x, y, width, height, payload } = drawn as Box;
    const { unknown, hasMarker, figure, more } = payload;
    const beside = hasMarker ? markerSize + 4 : 0;
    const position = isHorizontal
      ? { x: x + width + 6 + beside, y: y + height / 2 }
      : { x: x + width / 2, y: y - 5 - beside };
    return (
      <g>
        {unknown > 0 && (
          <rect
            x={x + 0.5}
            y={y + 0.5}
            width={Math.max(1, width - 1)}
            height={Math.max(1, height - 1)}
            fill={getFill(id, 'unknown')}
            stroke="var(--color-edge)"
            strokeDasharray="3 2"
          />
        )}
        {hasMarker && <UnknownMarker id={id} {...findMarkerPlace({ x, y, width, height }, isHorizontal)} />}
        {figure + more !== '' && (
          <text
            {...position}
            textAnchor={isHorizontal ? 'start' : 'middle'}
            dominantBaseline={isHorizontal ? 'central' : 'auto'}
            fontSize={11.5}
            fill="var(--color-ink)"
          >
            {figure}
            <tspan fill="var(--color-ink-3)">{more}</tspan>
          </text>
        )}
      </g>
    );
  };
