import { memo, type ReactNode, type Ref, useId, useMemo } from 'react';
import { Bar, BarChart, ReferenceArea, Tooltip, useChartWidth, usePlotArea, XAxis, YAxis } from 'recharts';
import { drawEnd, drawLayer, type DrawnBucket, Hatching } from './bar-shapes.tsx';
import {
  type BarLayout,
  type BarSelection,
  type Bucket,
  type ChartSeries,
  type FigureFormat,
  findScaleMax,
  formatBar,
  formatBarEnd,
  formatFigure,
  formatLayers,
  getStageColor,
  sumKnown,
} from './figure-data.ts';
import { useBarSelection } from './use-bar-selection.ts';

type BarDrawingProps = {
  readonly title: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly ChartSeries[];
  readonly format: FigureFormat;
  readonly layout: BarLayout;
  readonly pick?: BarSelection;
  readonly drawing: Ref<SVGSVGElement>;
};

/** Bars that tell their figures under the pointer and by keyboard, and that can be selected. */
export function BarDrawing({ title, buckets, series, format, layout, pick, drawing }: BarDrawingProps) {
  const id = useId();
  const { at, message, selected, range, keys, pointer } = useBarSelection({ buckets, series, format, pick });
  const isRows = layout === 'rows';
  const [from, to] = selected ?? [0, buckets.length - 1];
  // The same for recharts while only the cursor moves, so that it does not lay out the bars again.
  const data = useMemo(() => toDrawn(buckets, format, [from, to]), [buckets, format, from, to]);
  const margin = useMemo(
    () => (isRows ? { top: 2, right: findEndWidth(buckets, format), bottom: 2, left: 0 } : columnMargin),
    [isRows, buckets, format],
  );
  return (
    <DrawingKeys {...{ title, keys, message, pick }}>
      <div aria-hidden className="h-full">
        <BarChart
          // recharts stacks layers in mount order, so other layers need a new chart.
          key={[layout, ...series.map(({ key }) => key)].join(' ')}
          ref={drawing}
          responsive
          className="size-full"
          data={data}
          layout={isRows ? 'vertical' : 'horizontal'}
          margin={margin}
          barCategoryGap={isRows ? 3 : '12%'}
          maxBarSize={72}
          accessibilityLayer={false}
          // A tap moves and presses at once, so a press must know of the move.
          throttledEvents={[]}
          {...(pick ? pointer : {})}
        >
          <Hatching id={id} />
          {range && <Band {...{ layout, buckets, range }} color="accent-soft" />}
          {at !== undefined && <Band {...{ layout, buckets }} range={[at, at]} color="sunken" />}
          <BarLayers {...{ id, buckets, series, format, layout }} />
          <BarTooltip {...{ at, buckets, series, format, layout }} />
        </BarChart>
      </div>
    </DrawingKeys>
  );
}

type DrawingKeysProps = Pick<ReturnType<typeof useBarSelection>, 'keys' | 'message'> & {
  readonly title: string;
  readonly pick: BarSelection | undefined;
  readonly children: ReactNode;
};

/** Takes the keys of a drawing, explains them, and says what they did. */
export function DrawingKeys({ title, pick, keys, message, children }: DrawingKeysProps) {
  const id = useId();
  return (
    <div
      role="application"
      aria-roledescription="chart"
      aria-label={title}
      aria-describedby={`${id}-hint`}
      tabIndex={0}
      className={`h-full select-none focus-visible:outline-offset-4 ${pick ? 'cursor-crosshair touch-pan-y' : ''}`}
      {...keys}
    >
      {children}
      <span id={`${id}-hint`} hidden>
        Arrow keys move between bars. {pick && !pick.isSingle && 'Shift with an arrow key selects several. '}
        {pick && 'Enter selects one, Escape clears the selection.'}
      </span>
      <output className="sr-only">{message}</output>
    </div>
  );
}

const columnMargin = { top: 14, right: 2, bottom: 2, left: 2 };
const letter = 6.4;

/** The room for the figures at the end of the bars. */
const findEndWidth = (buckets: readonly Bucket[], format: FigureFormat): number =>
  Math.max(4, ...buckets.map((bucket) => formatBarEnd(bucket, format).join('').length)) * letter + 10;

/** The bars with what recharts draws: counted unknown records have a length, up to the end of the scale. */
function toDrawn(
  buckets: readonly Bucket[],
  { unit }: FigureFormat,
  [from, to]: readonly [number, number],
): DrawnBucket[] {
  const max = findScaleMax(buckets);
  return buckets.map((bucket, index) => ({
    ...bucket,
    rest: unit === 'count' ? (bucket.late ?? Math.min(bucket.unknown ?? 0, max - (sumKnown(bucket) ?? 0))) : 0,
    isDimmed: index < from || index > to,
  }));
}

type BandProps = Pick<BarDrawingProps, 'layout' | 'buckets'> & {
  readonly range: readonly [from: number, to: number];
  readonly color: 'accent-soft' | 'sunken';
};

/** The background of the selected bars, or of the bar at the cursor. */
export function Band({ layout, buckets, range, color }: BandProps) {
  const [from = '', to = ''] = range.map((index) => buckets[index]?.key);
  const area = layout === 'rows' ? { y1: from, y2: to } : { x1: from, x2: to };
  return (
    <ReferenceArea
      {...area}
      fill={`var(--color-${color})`}
      fillOpacity={1}
      stroke={color === 'sunken' ? 'none' : 'var(--color-accent)'}
      strokeOpacity={0.5}
    />
  );
}

type BarLayersProps = Omit<BarDrawingProps, 'title' | 'pick' | 'drawing'> & { readonly id: string };

const text = { fontSize: 11.5, fill: 'var(--color-ink-3)' };
const longestName = 24;

/** The axes and the stacked bars. Columns with room for their figures need no axis. */
const BarLayers = memo(function BarLayers({ id, buckets, series, format, layout }: BarLayersProps) {
  const width = useChartWidth() ?? 0;
  const isRows = layout === 'rows';
  const isLabelled = isRows || width / buckets.length >= findEndWidth(buckets, format);
  const labels = new Map(buckets.map(({ key, label, tick }) => [key, tick ?? label]));
  const ticks = buckets.filter(({ tick }) => tick !== undefined).map(({ key }) => key);
  const names = { dataKey: 'key', axisLine: { stroke: 'var(--color-edge)' }, tickLine: false, tick: text } as const;
  return (
    <>
      {isRows ? (
        <>
          <XAxis type="number" domain={[0, findScaleMax(buckets)]} hide />
          <YAxis
            {...names}
            type="category"
            width="auto"
            interval={0}
            tickFormatter={(key: string) => shorten(labels.get(key) ?? '')}
          />
        </>
      ) : (
        <>
          <XAxis
            {...names}
            height={22}
            minTickGap={10}
            {...(ticks.length > 0 ? { ticks, interval: 0 } : { interval: 'preserveStart' })}
            tickFormatter={(key: string) => labels.get(key) ?? ''}
          />
          <YAxis
            width="auto"
            hide={isLabelled}
            axisLine={false}
            tickLine={false}
            tick={text}
            tickCount={4}
            allowDecimals={format.unit !== 'count'}
            tickFormatter={(value: number) => formatFigure(value, format)}
          />
        </>
      )}
      {series.map(({ key, stage }) => (
        <Bar
          key={key}
          dataKey={`values.${key}`}
          stackId="all"
          fill={getStageColor(stage)}
          isAnimationActive={false}
          shape={drawLayer(key, isRows)}
        />
      ))}
      <Bar
        dataKey="rest"
        stackId="all"
        isAnimationActive={false}
        shape={drawEnd(id, isRows, (bucket) => (isLabelled ? formatBarEnd(bucket, format) : undefined))}
      />
    </>
  );
});

const shorten = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);

type BarTooltipProps = Omit<BarLayersProps, 'id'> & { readonly at: number | undefined };

/** recharts' tooltip under the pointer; next to the cursor while that moves by keyboard. */
export function BarTooltip({ at, buckets, series, format, layout }: BarTooltipProps) {
  const plot = usePlotArea();
  const readout = <Readout bucket={at === undefined ? undefined : buckets[at]} {...{ series, format }} />;
  const look = { isAnimationActive: false, content: readout } as const;
  if (at === undefined || !plot) return <Tooltip {...look} cursor={{ fill: 'var(--color-sunken)' }} />;
  const share = (at + 0.5) / buckets.length;
  const isRight = layout === 'rows' || share > 0.5;
  const x = layout === 'rows' ? plot.x + plot.width : plot.x + plot.width * share + (isRight ? -12 : 12);
  const y = layout === 'rows' ? plot.y + plot.height * share + 12 : plot.y;
  const transform = `translate(${x}px, ${y}px) translateX(${isRight ? '-100%' : '0'})`;
  return <Tooltip {...look} active defaultIndex={at} cursor={false} wrapperStyle={{ transform }} />;
}

type ReadoutProps = {
  /** The bar at the cursor; without one, recharts passes the bar under the pointer. */
  readonly bucket: Bucket | undefined;
  readonly payload?: readonly { readonly payload?: Bucket }[];
  readonly series: readonly ChartSeries[];
  readonly format: FigureFormat;
};

/** The figures of one bar. */
function Readout({ payload, bucket = payload?.[0]?.payload, series, format }: ReadoutProps) {
  if (!bucket) return null;
  const lines = formatLayers(bucket, series, format);
  return (
    <div className="z-10 grid max-w-64 min-w-32 gap-0.5 rounded-[7px] border border-line bg-panel px-2.5 py-1.5 text-11.5 tabular-nums shadow-popup">
      <span className="flex justify-between gap-4 font-semibold">
        <span className="shrink-0">{bucket.label}</span>
        <span>{formatBar(bucket, format)}</span>
      </span>
      {lines.map(([name, figure]) => (
        <span key={name} className="flex justify-between gap-4 text-ink-2">
          <span>{name}</span>
          <span>{figure}</span>
        </span>
      ))}
    </div>
  );
}
