import {
  Area,
  CartesianGrid,
  ComposedChart,
  DefaultZIndexes,
  Line,
  usePlotArea,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import type { PeriodKind } from '../searches/kit/charts/periods.ts';
import { formatPeriodShort } from './period-names.ts';
import { formatSize, type SizeFigure, type SizePoint } from './size-points.ts';

type SizesDrawingProps = {
  readonly points: readonly SizePoint[];
  readonly figure: SizeFigure;
  readonly kind: PeriodKind;
  readonly color: string;
};

/** The middle half and the middle four fifths of a figure by period, with its median. */
export function SizesDrawing({ points, figure, kind, color }: SizesDrawingProps) {
  const values = points.flatMap(({ percentiles: at }) => (at ? [at.p10, at.p90] : []));
  const isLog = figure !== 'months' && Math.min(...values) > 0;
  const ticks = chooseTicks(Math.min(...values), Math.max(...values), isLog);
  const data = points.map(({ start, percentiles: at }) => ({
    start,
    wide: at && [at.p10, at.p90],
    middle: at && [at.p25, at.p75],
    median: at?.median,
  }));
  const band = { type: 'linear', stroke: color, strokeWidth: 1, fill: color, isAnimationActive: false } as const;
  return (
    <ComposedChart
      responsive
      className="size-full"
      data={data}
      margin={{ top: 8, right: 96, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="start"
        height={22}
        interval={0}
        tickLine={false}
        padding={{ left: 14, right: 14 }}
        axisLine={{ stroke: 'var(--color-edge)' }}
        tick={<PeriodName points={points} kind={kind} />}
      />
      <YAxis
        // Its own measure would be wrong in a picture, which is scaled.
        width={44}
        scale={isLog ? 'log' : 'linear'}
        domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
        ticks={ticks}
        axisLine={false}
        tickLine={false}
        tick={{ fontSize: 11, fill: 'var(--color-ink-3)' }}
        tickFormatter={(value: number) => formatSize(value, figure).replace('.0', '')}
      />
      <Area {...band} dataKey="wide" fillOpacity={0.17} />
      <Area {...band} dataKey="middle" fillOpacity={0.28} />
      <Line
        dataKey="median"
        type="linear"
        stroke="var(--color-accent-ink)"
        strokeWidth={2.25}
        dot={false}
        isAnimationActive={false}
      />
      <ZIndexLayer zIndex={DefaultZIndexes.label}>
        <LineEnds points={points} figure={figure} isLog={isLog} ends={[ticks[0] ?? 0, ticks.at(-1) ?? 1]} />
      </ZIndexLayer>
    </ComposedChart>
  );
}

const steps = [1, 2, 5];

/** Round values from below the lowest to above the highest: 1, 2 and 5 of each power of ten, or even steps. */
function chooseTicks(low: number, high: number, isLog: boolean): number[] {
  if (!Number.isFinite(low)) return [0, 1];
  if (!isLog) {
    const raw = (high - Math.min(0, low)) / 4 || 1;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = (steps.find((one) => one * power >= raw) ?? 10) * power;
    return Array.from({ length: Math.ceil(high / step) + 1 }, (_, at) => at * step);
  }
  const [from, to] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const all = Array.from({ length: to - from + 1 }, (_, at) => steps.map((one) => one * 10 ** (from + at))).flat();
  const first = all.findLastIndex((tick) => tick <= low);
  const last = all.findIndex((tick) => tick >= high);
  const shown = all.slice(Math.max(0, first), last + 1);
  return shown.length > 7
    ? shown.filter((tick, at) => at === 0 || at === shown.length - 1 || isPowerOfTen(tick))
    : shown;
}

const isPowerOfTen = (value: number): boolean => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;

type LineEndsProps = {
  readonly points: readonly SizePoint[];
  readonly figure: SizeFigure;
  readonly isLog: boolean;
  readonly ends: readonly [low: number, high: number];
};

const lineHeight = 14;

/** The name and the last value of each line, at its end. */
function LineEnds({ points, figure, isLog, ends: [low, high] }: LineEndsProps) {
  const plot = usePlotArea();
  const last = points.findLast(({ percentiles }) => percentiles !== null)?.percentiles;
  if (!plot || !last) return null;
  const scale = (value: number) => (isLog ? Math.log(value) : value);
  const toY = (value: number) =>
    plot.y + plot.height * (1 - (scale(value) - scale(low)) / Math.max(1e-9, scale(high) - scale(low)));
  const lines = (['p90', 'p75', 'median', 'p25', 'p10'] as const).map((name) => ({ name, y: toY(last[name]) }));
  // Names that would overlap are moved apart, from the top down.
  let before = -Infinity;
  return (
    <g fontSize={11}>
      <circle
        cx={plot.x + plot.width - 14}
        cy={toY(last.median)}
        r={4.5}
        fill="var(--color-accent)"
        stroke="var(--color-ground)"
        strokeWidth={2}
      />
      {lines.map(({ name, y }) => {
        before = Math.max(y, before + lineHeight);
        const isMedian = name === 'median';
        return (
          <text
            key={name}
            x={plot.x + plot.width + 2}
            y={before + 4}
            fill={isMedian ? 'var(--color-ink)' : 'var(--color-ink-3)'}
          >
            {isMedian ? 'Median' : name}{' '}
            <tspan fontWeight={isMedian ? 600 : 500} fill={isMedian ? 'var(--color-ink)' : 'var(--color-ink-2)'}>
              {formatSize(last[name], figure)}
            </tspan>
          </text>
        );
      })}
    </g>
  );
}

type PeriodNameProps = {
  readonly points: readonly SizePoint[];
  readonly kind: PeriodKind;
  readonly x?: number | string;
  readonly y?: number | string;
  readonly payload?: { readonly value: string };
};

/** Pixels for each period below which only years are named. */
const leastWidth = { quarter: 14, month: 5 } as const;

/** The year where it begins, the third quarter, and the last period. */
function PeriodName({ points, kind, x, y, payload }: PeriodNameProps) {
  const plot = usePlotArea();
  const start = payload?.value ?? '';
  const month = start.slice(5, 7);
  const isLast = start === points.at(-1)?.start;
  const isNarrow = (plot?.width ?? Infinity) < points.length * leastWidth[kind];
  if (month !== '01' && (isNarrow || (month !== '07' && !isLast))) return null;
  const isNearLast =
    !isLast && points.length - points.findIndex((one) => one.start === start) < (kind === 'month' ? 5 : 2);
  if (isNearLast) return null;
  return (
    <text
      x={Number(x)}
      y={Number(y) + 10}
      textAnchor="middle"
      fontSize={11}
      fontWeight={month === '01' ? 600 : 400}
      fill="var(--color-ink-3)"
    >
      {month === '01' ? start.slice(0, 4) : formatPeriodShort(start, kind).slice(0, 3)}
    </text>
  );
}
