import { type Ref, useId } from 'react';
import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  DefaultZIndexes,
  getNiceTickValues,
  usePlotArea,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import { Band, BarTooltip, DrawingKeys } from '../searches/kit/charts/bar-drawing.tsx';
import { Hatching } from '../searches/kit/charts/bar-shapes.tsx';
import type { BarSelection, ChartSeries, FigureFormat } from '../searches/kit/charts/figure-data.ts';
import { useBarSelection } from '../searches/kit/charts/use-bar-selection.ts';
import type { PeriodKind } from '../searches/kit/charts/periods.ts';
import { type ClockMeasure, formatValue } from './clock-sentence.ts';
import { type ClockBar, findClockMax, formatTick } from './clock-bars.ts';

/** How the columns are drawn. */
type ClockLook = {
  readonly measure: ClockMeasure;
  readonly kind: PeriodKind;
  readonly series: readonly (ChartSeries & { readonly color: string; readonly isDimmed: boolean })[];
  /** The start of the latest full period, which the sentence is about. */
  readonly latest: string | undefined;
};

type ClockDrawingProps = ClockLook & {
  readonly title: string;
  readonly bars: readonly ClockBar[];
  readonly pick: BarSelection;
  readonly drawing: Ref<SVGSVGElement>;
};

/** Columns of reports, hatched up to what is expected with its range, next to a ghost of the year before. */
export function ClockDrawing({ title, bars, series, measure, kind, latest, pick, drawing }: ClockDrawingProps) {
  const id = useId();
  const format: FigureFormat = { unit: measure === 'deals' ? 'count' : 'usd', unknownName: 'not known' };
  const { at, message, selected, range, keys, pointer } = useBarSelection({ buckets: bars, series, format, pick });
  const [from, to] = selected ?? [0, bars.length - 1];
  const ticks = getNiceTickValues([0, findClockMax(bars)], 4, measure !== 'deals');
  const top = ticks.at(-1) ?? 1;
  const shown = ticks.slice(1).filter((tick) => tick <= findClockMax(bars) * 1.02);
  const data = bars.map((bar, index) => ({ ...bar, isDimmed: index < from || index > to }));
  return (
    <DrawingKeys {...{ title, keys, message, pick }}>
      <div aria-hidden className="h-full">
        <BarChart
          // recharts stacks layers in mount order, so other layers need a new chart.
          key={series.map(({ key }) => key).join(' ')}
          ref={drawing}
          responsive
          className="size-full"
          data={data}
          margin={{ top: 22, right: 8, bottom: 0, left: 0 }}
          barCategoryGap={0}
          accessibilityLayer={false}
          // A tap moves and presses at once, so a press must know of the move.
          throttledEvents={[]}
          {...pointer}
        >
          <Hatching id={id} />
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          {range && <Band layout="columns" buckets={bars} range={range} color="accent-soft" />}
          <XAxis
            dataKey="key"
            height={22}
            interval={0}
            tickLine={false}
            axisLine={{ stroke: 'var(--color-edge)' }}
            tick={<PeriodTick bars={bars} kind={kind} latest={latest} />}
          />
          <YAxis
            // Its own measure would be wrong in a picture, which is scaled.
            width={8 + 1.1 * widest * Math.max(...shown.map((tick) => formatAxis(tick, measure).length))}
            axisLine={false}
            tickLine={false}
            domain={[0, top]}
            ticks={shown}
            tick={{ fontSize: 11, fill: 'var(--color-ink-3)' }}
            tickFormatter={(value: number) => formatAxis(value, measure)}
          />
          {series.map(({ key, color, isDimmed }) => (
            <Bar
              key={key}
              dataKey={`values.${key}`}
              stackId="all"
              fill={color}
              fillOpacity={isDimmed ? 0.3 : 1}
              isAnimationActive={false}
              shape={LayerShape}
            />
          ))}
          <ZIndexLayer zIndex={DefaultZIndexes.label}>
            <Marks id={id} bars={bars} top={top} latest={latest} />
          </ZIndexLayer>
          <BarTooltip at={at} buckets={bars} series={series} format={format} layout="columns" />
        </BarChart>
      </div>
    </DrawingKeys>
  );
}

const formatAxis = (value: number, measure: ClockMeasure): string => formatValue(value, measure).replace('.0', '');

/** A column needs so much room for its figure. */
const narrowest = 26;

/** The width of a digit. */
const widest = 6.2;

/** Where a column and its ghost stand in the room of a period. */
const column = { left: 0.25, width: 0.64 };
const ghost = { left: 0.07, width: 0.15 };

/** A layer of a column on whole pixels, 1 px shorter than its value, so that layers never depend on color. */
function LayerShape({ x, y, width, height, fill, fillOpacity, payload }: BarShapeProps) {
  const { isDimmed } = payload as { isDimmed: boolean };
  const [top, bottom] = [Math.round(y), Math.round(y + height)];
  if (bottom <= top) return <g />;
  return (
    <rect
      x={Math.round(x + width * column.left)}
      y={Math.min(top + 1, bottom - 1)}
      width={Math.max(1, Math.round(width * column.width))}
      height={Math.max(1, bottom - top - 1)}
      fill={fill}
      opacity={isDimmed ? 0.3 : (fillOpacity ?? 1)}
      className="forced-colors:stroke-[CanvasText]"
    />
  );
}

type MarksProps = Pick<ClockLook, 'latest'> & {
  readonly id: string;
  readonly bars: readonly ClockBar[];
  readonly top: number;
};

/** What stands over and next to the columns: late reports, ranges, ghosts, figures and the whole question. */
function Marks({ id, bars, top, latest }: MarksProps) {
  const plot = usePlotArea();
  if (!plot) return null;
  const room = plot.width / bars.length;
  const toY = (value: number) => plot.y + plot.height * (1 - value / top);
  const base = plot.y + plot.height;
  const line = bars.flatMap(({ whole }, at) =>
    whole === undefined ? [] : [`${plot.x + room * (at + column.left + column.width / 2)},${toY(whole)}`],
  );
  return (
    <g pointerEvents="none">
      {bars.map((bar, at) => {
        const left = plot.x + room * at;
        const [x, width] = [Math.round(left + room * column.left), Math.round(room * column.width)];
        const middle = x + width / 2;
        const isLatest = bar.key === latest;
        const { reported, expected, before } = bar;
        const labelY = toY(Math.max(reported ?? 0, expected?.high ?? 0)) - 5;
        const label = bar.rangeText === '' ? bar.text : bar.rangeText;
        const isShown = (room > narrowest && label.length * widest < room * 1.3) || isLatest;
        return (
          <g key={bar.key}>
            {before !== undefined && (
              <path
                d={`M${left + room * ghost.left} ${base}V${toY(before)}H${left + room * (ghost.left + ghost.width)}V${base}`}
                fill="none"
                stroke="var(--color-edge)"
              />
            )}
            {expected && expected.value > (reported ?? 0) && (
              <rect
                x={x + 0.5}
                y={Math.round(toY(expected.value)) + 0.5}
                width={Math.max(1, width - 1)}
                height={Math.max(1, Math.round(toY(reported ?? 0)) - Math.round(toY(expected.value)) - 1)}
                fill={`url(#${id}-unknown)`}
                stroke="var(--color-edge)"
              />
            )}
            {expected && (
              <path
                d={`M${middle - 5} ${toY(expected.high)}h10M${middle} ${toY(expected.high)}V${toY(expected.low)}M${middle - 5} ${toY(expected.low)}h10`}
                fill="none"
                stroke="var(--color-ink)"
                strokeWidth={1.5}
              />
            )}
            {label !== '' && isShown && (
              <Label x={middle} y={labelY} isStrong={isLatest}>
                {label}
              </Label>
            )}
            {bar.rangeText !== '' &&
              (room > narrowest || isLatest) &&
              reported !== null &&
              toY(reported) - toY(expected?.value ?? 0) > 18 && (
                <Label x={middle} y={toY(reported) - 5} isStrong isInside>
                  {bar.text}
                </Label>
              )}
          </g>
        );
      })}
      {line.length > 1 && (
        <polyline
          points={line.join(' ')}
          fill="none"
          stroke="var(--color-ink)"
          strokeWidth={1.5}
          strokeDasharray="3 3"
          strokeLinejoin="round"
        />
      )}
    </g>
  );
}

type LabelProps = {
  readonly x: number;
  readonly y: number;
  readonly isStrong: boolean;
  readonly isInside?: boolean;
  readonly children: string;
};

/** A figure with a halo, because it may lie on a line. */
const Label = ({ x, y, isStrong, isInside = false, children }: LabelProps) => (
  <text
    x={x}
    y={y}
    textAnchor="middle"
    fontSize={11}
    fontWeight={isStrong ? 600 : 500}
    fill={isStrong ? 'var(--color-ink)' : 'var(--color-ink-2)'}
    stroke="var(--color-ground)"
    strokeWidth={isInside ? 5 : 3}
    strokeLinejoin="round"
    paintOrder="stroke"
  >
    {children}
  </text>
);

type PeriodTickProps = {
  readonly bars: readonly ClockBar[];
  readonly kind: PeriodKind;
  readonly latest: string | undefined;
  readonly x?: number | string;
  readonly y?: number | string;
  readonly payload?: { readonly value: string };
};

/** The name of a period below its column: its year where that begins, and nothing where there is no room. */
function PeriodTick({ bars, kind, latest, x, y, payload }: PeriodTickProps) {
  const plot = usePlotArea();
  const bar = bars.find(({ key }) => key === payload?.value);
  if (!bar || !plot) return null;
  const room = plot.width / bars.length;
  const text = formatTick(bar, kind, { room, isLatest: bar.key === latest });
  return (
    <text
      x={Number(x) + room * (column.left + column.width / 2 - 0.5)}
      y={Number(y) + 10}
      textAnchor="middle"
      fontSize={11}
      fontWeight={bar.key === latest || /^\d/.test(text) ? 600 : 400}
      fill={bar.key === latest ? 'var(--color-ink)' : 'var(--color-ink-3)'}
    >
      {text}
    </text>
  );
}
