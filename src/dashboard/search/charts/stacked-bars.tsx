import { Bar, BarChart, XAxis, YAxis } from 'recharts';
import {
  type Bucket,
  buildFigure,
  buildTicks,
  filterKnown,
  findTop,
  formatEnd,
  type Frame,
  hasUnknown,
  type Series,
  type Words,
} from './figure-data.ts';
import type { Stage } from '../../platform/rounds.ts';
import { getColour, getFill } from './looks.tsx';

type StackedBarsProps = {
  readonly id: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  readonly words: Words;
  readonly frame: Frame;
};

const text = { fontSize: 11.5, fill: 'var(--color-ink-3)' };
const axisLine = { stroke: 'var(--color-edge)' };

/** The bars of a figure from a common zero; nothing moves, and the words about them stand around them. */
export function StackedBars({ id, buckets, series, words, frame }: StackedBarsProps) {
  const top = findTop(buckets);
  const rows = buckets.map((bucket) => toRow(bucket, { series, words, top, frame }));
  const lying = frame.layout === 'rows';
  const names = { dataKey: 'label', axisLine, tickLine: false, tick: text } as const;
  const scale = {
    type: 'number',
    domain: [0, top],
    axisLine: false,
    tickLine: false,
  } as const;
  return (
    <BarChart
      // Layers lie in the order in which they came to be: others begin anew.
      key={[frame.layout, ...series.map(({ key }) => key)].join(' ')}
      width={frame.width}
      height={frame.height}
      data={rows}
      layout={lying ? 'vertical' : 'horizontal'}
      margin={frame.margin}
      barCategoryGap={lying ? 3 : '12%'}
      maxBarSize={72}
      accessibilityLayer={false}
    >
      {lying ? (
        <>
          <XAxis {...scale} hide />
          <YAxis {...names} type="category" width={frame.names} interval={0} tickFormatter={frame.shorten} />
        </>
      ) : (
        <>
          <XAxis {...names} height={frame.names} interval="preserveStart" minTickGap={10} />
          <YAxis
            {...scale}
            width={frame.axis}
            hide={frame.axis === 0}
            tick={text}
            ticks={buildTicks(top, words.unit)}
            tickFormatter={(value: number) => buildFigure(value, words)}
          />
        </>
      )}
      {series.map(({ key, look }, at) => (
        <Bar
          key={key}
          dataKey={`layer${at}`}
          stackId="all"
          isAnimationActive={false}
          shape={buildLayer({ id, look, lying, plain: series.length === 1 })}
        />
      ))}
      <Bar dataKey="unknown" stackId="all" isAnimationActive={false} shape={findEnd({ id, lying })} />
    </BarChart>
  );
}

type Row = {
  readonly label: string;
  readonly look: Stage | undefined;
  readonly unknown: number;
  /** What stands at the end of the bar, and behind it in grey. */
  readonly figure: string;
  readonly more: string;
  readonly [layer: `layer${number}`]: number;
};

type RowTools = {
  readonly series: readonly Series[];
  readonly words: Words;
  readonly top: number;
  readonly frame: Frame;
};

function toRow(bucket: Bucket, { series, words, top, frame }: RowTools): Row {
  const { unknown = 0 } = bucket;
  const known = filterKnown(bucket);
  const room = top - (known ?? 0);
  // What has no length on the scale, such as records without an amount, is a small piece that says it is there.
  const buildScale = words.unit === 'count' && unknown > 0;
  const drawn = buildScale ? Math.min(unknown, room) : Math.min(top * 0.06, room);
  const [figure, more] = formatEnd(bucket, words);
  return {
    label: bucket.label,
    look: bucket.look,
    unknown: hasUnknown(bucket) ? drawn : 0,
    figure: frame.labelled && (frame.layout === 'rows' || known !== null) ? figure : '',
    more: frame.layout === 'rows' ? more : '',
    ...Object.fromEntries(series.map(({ key }, layer) => [`layer${layer}`, bucket.values[key] ?? 0])),
  };
}

/** The place of a piece of a bar as recharts computed it, with its row. */
type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly payload: Row;
};

type EndLook = { readonly id: string; readonly lying: boolean };
/** One layer alone needs no texture to be told from another. */
type LayerLook = EndLook & { readonly look: Stage; readonly plain: boolean };

/** Draws one layer, a hair shorter than its value, so that it ends before the next begins. */
const buildLayer = ({ id, look, lying, plain }: LayerLook) =>
  function drawLayer(drawn: unknown) {
    const { x, y, width, height, payload } = drawn as Box;
    if (width <= 0 || height <= 0) return <g />;
    const gap = lying ? { width: Math.max(1, width - 1), height } : { width, height: Math.max(1, height - 1) };
    const stage = payload.look ?? look;
    return <rect x={x} y={y + height - gap.height} {...gap} fill={plain ? getColour(stage) : getFill(id, stage)} />;
  };

/** Draws what is not known, hatched, and the words at the end of the bar. */
const findEnd = ({ id, lying }: EndLook) =>
  function drawEnd(drawn: unknown) {
    const { x, y, width, height, payload } = drawn as Box;
    const { unknown, figure, more } = payload;
    const place = lying ? { x: x + width + 6, y: y + height / 2 } : { x: x + width / 2, y: y - 5 };
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
        {figure + more !== '' && (
          <text
            {...place}
            textAnchor={lying ? 'start' : 'middle'}
            dominantBaseline={lying ? 'central' : 'auto'}
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
