import {
  Area,
  ComposedChart,
  DefaultZIndexes,
  Line,
  ReferenceLine,
  usePlotArea,
  XAxis,
  YAxis,
  ZIndexLayer,
} from 'recharts';
import type { PeriodKind } from '../searches/kit/charts/periods.ts';
import { type Clock, type ClockMeasure, formatRange, formatValue } from './clock-sentence.ts';
import { formatPeriodShort } from './period-names.ts';

type SameAgeProps = { readonly clock: Clock; readonly measure: ClockMeasure; readonly kind: PeriodKind };

/** Reports by days since the period's end: the latest period, the one before, earlier ones as a band, and the fan. */
export function SameAgeDrawing({ clock, measure, kind }: SameAgeProps) {
  const { ages, latest } = clock;
  const points = ages.days.map((day, at) => {
    const [band, fan] = [ages.earlier[at], ages.expected[at]];
    return {
      day,
      latest: ages.latest[at] ?? undefined,
      previous: ages.previous[at] ?? undefined,
      band: band ? [band.low, band.high] : undefined,
      fan: fan ? [fan.low, fan.high] : undefined,
    };
  });
  const values = points.flatMap(({ latest: one, previous, band = [], fan = [] }) => [one, previous, ...band, ...fan]);
  const top = Math.max(1, ...values.map((value) => value ?? 0)) * 1.12;
  const lastDay = ages.days.at(-1) ?? 1;
  return (
    <ComposedChart
      responsive
      className="size-full"
      data={points}
      margin={{ top: 12, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <XAxis
        dataKey="day"
        type="number"
        domain={[ages.days[0] ?? 0, lastDay]}
        height={20}
        tickLine={false}
        axisLine={{ stroke: 'var(--color-edge)' }}
        ticks={[...new Set([ages.days[0] ?? 0, ...(latest ? [latest.age] : []), lastDay])]}
        interval={0}
        tick={<DayTick age={latest?.age} lastDay={lastDay} />}
      />
      <YAxis hide domain={[0, top]} />
      <Area dataKey="band" stroke="none" fill="var(--color-shade)" fillOpacity={1} isAnimationActive={false} />
      <Area dataKey="fan" stroke="none" fill="var(--color-accent)" fillOpacity={0.2} isAnimationActive={false} />
      {latest && <ReferenceLine x={latest.age} stroke="var(--color-edge)" strokeDasharray="3 3" />}
      <Line dataKey="previous" stroke="var(--color-ink-3)" strokeWidth={1.75} dot={false} isAnimationActive={false} />
      <Line dataKey="latest" stroke="var(--color-accent)" strokeWidth={2.5} dot={false} isAnimationActive={false} />
      <ZIndexLayer zIndex={DefaultZIndexes.label}>
        <AgeMarks {...{ clock, measure, kind, top }} days={[ages.days[0] ?? 0, lastDay]} />
      </ZIndexLayer>
    </ComposedChart>
  );
}

type DayTickProps = {
  readonly age: number | undefined;
  readonly lastDay: number;
  readonly x?: number | string;
  readonly y?: number | string;
  readonly payload?: { readonly value: number };
};

function DayTick({ age, lastDay, x, y, payload }: DayTickProps) {
  const day = payload?.value ?? 0;
  // The age would lie on the ends of the axis.
  if (day !== age && age !== undefined && Math.abs(day - age) < lastDay * 0.14) return null;
  const anchor = day === lastDay ? 'end' : day === age ? 'middle' : 'start';
  return (
    <text x={Number(x)} y={Number(y) + 10} textAnchor={anchor} fontSize={11} fill="var(--color-ink-3)">
      {day === age ? `day ${day}` : day}
    </text>
  );
}

type AgeMarksProps = SameAgeProps & { readonly top: number; readonly days: readonly [first: number, last: number] };

/** The points that the sentence compares, with their values, and where the lines end. */
function AgeMarks({ clock, measure, kind, top, days: [first, last] }: AgeMarksProps) {
  const plot = usePlotArea();
  const { latest, ages } = clock;
  if (!plot || !latest) return null;
  const toX = (day: number) => plot.x + (plot.width * (day - first)) / Math.max(1, last - first);
  const toY = (value: number) => plot.y + plot.height * (1 - value / top);
  const value = clock.periods.find(({ start }) => start === latest.start)?.value ?? null;
  const before = latest.previous?.value ?? null;
  const end = ages.expected.findLast((one) => one !== null);
  const lastKnown = ages.previous.findLastIndex((one) => one !== null);
  const [endDay = 0, endValue = null] = [ages.days[lastKnown], ages.previous[lastKnown]];
  const x = toX(latest.age);
  const isAbove = (value ?? 0) >= (before ?? 0);
  const right = plot.x + plot.width;
  return (
    <g>
      {before !== null && (
        <>
          <circle
            cx={x}
            cy={toY(before)}
            r={3.5}
            fill="var(--color-ground)"
            stroke="var(--color-ink-3)"
            strokeWidth={2}
          />
          <Mark x={x + 8} y={toY(before) + (isAbove ? 14 : -4)} anchor={x > right - 60 ? 'end' : 'start'}>
            {formatValue(before, measure)}
          </Mark>
        </>
      )}
      {value !== null && (
        <>
          <circle
            cx={x}
            cy={toY(value)}
            r={4.5}
            fill="var(--color-accent)"
            stroke="var(--color-ground)"
            strokeWidth={2}
          />
          <Mark isLatest x={x - 8} y={toY(value) + (isAbove ? -6 : 16)} anchor={x < plot.x + 40 ? 'start' : 'end'}>
            {formatValue(value, measure)}
          </Mark>
        </>
      )}
      {endValue !== null && endDay > latest.age && latest.previous && (
        <Mark x={Math.min(toX(endDay), right - 44)} y={toY(endValue) + 16} anchor="middle">
          {`${formatPeriodShort(latest.previous.start, kind).slice(0, 3)} ${formatValue(endValue, measure)}`}
        </Mark>
      )}
      {end && end.high > (value ?? 0) && (
        <Mark isLatest x={right} y={Math.max(plot.y + 10, toY(end.high) - 6)} anchor="end">
          {formatRange(end, measure).replace(' to ', '–')}
        </Mark>
      )}
    </g>
  );
}

type MarkProps = {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly isLatest?: boolean;
  readonly children: string;
};

/** A figure with a halo, because it may lie on a line. */
const Mark = ({ x, y, anchor, isLatest = false, children }: MarkProps) => (
  <text
    x={x}
    y={y}
    textAnchor={anchor}
    fontSize={11.5}
    fontWeight={600}
    fill={isLatest ? 'var(--color-accent-ink)' : 'var(--color-ink-2)'}
    stroke="var(--color-ground)"
    strokeWidth={3}
    paintOrder="stroke"
  >
    {children}
  </text>
);
