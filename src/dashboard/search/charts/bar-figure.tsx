import { useId, useRef, useState, type ReactNode } from 'react';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import {
  type Bucket,
  buildFrame,
  getChartHeight,
  hasUnknown,
  type BarLayout,
  type ChartSeries,
  type ChartUnit,
  type FigureFormat,
  formatFigure,
  sumKnown,
  findScaleMax,
} from './figure-data.ts';
import { Legend, Textures, buildLegend, getStageColor } from './bar-styles.tsx';
import { useWidth } from '../../platform/ui/use-browser.ts';
import { BucketCursor, type BarSelection } from './bucket-cursor.tsx';
import type { ChartSnapshot, PictureAction } from './picture.ts';
import { Image } from 'lucide-react';
import { lazyPart, Fallback } from '../../platform/ui/lazy-part.tsx';
import { capitalize } from '../../platform/format.ts';

const StackedBars = lazyPart(() => import('./stacked-bars.tsx').then((module) => module.StackedBars));

type BarFigureProps = {
  readonly title: string;
  /** One sentence: what is counted and what is not. */
  readonly basis: string;
  /** The table head over the names of the bars, such as "Quarter". */
  readonly head: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly ChartSeries[];
  readonly unit: ChartUnit;
  readonly layout?: BarLayout;
  /** The name of the unknown part of a bar, such as "not loaded". */
  readonly unknownName?: string;
  /** Lets the user select bars by dragging and by keyboard. */
  readonly pick?: BarSelection;
  /** More controls, such as a switch between count and amount. */
  readonly tools?: ReactNode;
};

/**
 * A bar chart with the same figures as a table, which replaces it in print. Its height is known before drawing, so the
 * page does not shift; the chart library loads separately.
 */
export function BarFigure(props: BarFigureProps) {
  const { title, basis, head, buckets, series, unit, layout = 'columns', unknownName = 'not known', tools } = props;
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const [asTable, setAsTable] = useState(false);
  useSingleKey('v', () => setAsTable(!asTable));
  const height = getChartHeight(layout, buckets.length);
  const legend = buildLegend(id, series, buckets.some(hasUnknown) ? capitalize(unknownName) : undefined);
  const table = <FigureTable {...{ title, head, buckets, series, unit, unknownName }} />;
  const takeSnapshot = (): ChartSnapshot | undefined => {
    const drawing = figure.current?.querySelector<SVGSVGElement>('svg.recharts-surface');
    const textures = figure.current?.querySelector<SVGSVGElement>('svg[data-textures]');
    if (!drawing || !textures) return undefined;
    return {
      title,
      basis,
      drawing,
      textures,
      legend,
    };
  };
  return (
    <figure ref={figure} aria-labelledby={`${id}-title`} className="min-w-0 break-inside-avoid">
      <figcaption className="mb-2 flex flex-wrap items-start gap-x-3 gap-y-1">
        <span className="grid min-w-0 grow basis-56">
          <span id={`${id}-title`} className="text-13 font-semibold">
            {title}
          </span>
          <span className="text-11.5 text-ink-3">{basis}</span>
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-1 print:hidden">
          {tools}
          <button
            type="button"
            aria-pressed={asTable}
            aria-keyshortcuts="V"
            className="min-h-6 shrink-0 rounded-[5px] px-1.5 text-11.5 text-ink-3 hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
            onClick={() => setAsTable(!asTable)}
          >
            Show as table
          </button>
          {!asTable && <PictureMenu takeSnapshot={takeSnapshot} />}
        </span>
      </figcaption>
      <svg aria-hidden data-textures width={0} height={0} className="absolute">
        <Textures id={id} />
      </svg>
      {asTable ? (
        <TableBox title={title} height={height}>
          {table}
        </TableBox>
      ) : (
        <>
          <div className="print:hidden" style={{ height }}>
            <Plot {...props} id={id} layout={layout} format={{ unit, unknownName }} />
          </div>
          <div className="sr-only print:not-sr-only">{table}</div>
        </>
      )}
      <Legend entries={legend} />
    </figure>
  );
}

type TableBoxProps = { readonly title: string; readonly height: number; readonly children: ReactNode };

/** The figures of a chart in its place, scrollable. */
export function TableBox({ title, height, children }: TableBoxProps) {
  return (
    <section
      // A scrollable element must be reachable by keyboard.
      tabIndex={0}
      aria-label={`${title}, as a table`}
      className="overflow-auto print:h-auto! print:overflow-visible"
      style={{ height }}
    >
      {children}
    </section>
  );
}

type PlotProps = Pick<BarFigureProps, 'title' | 'buckets' | 'series' | 'pick'> & {
  readonly id: string;
  readonly layout: BarLayout;
  readonly format: FigureFormat;
};

/** The drawing at the available width, with the cursor over it. */
function Plot({ id, title, buckets, series, layout, format, pick }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const frame = buildFrame(layout, width, buckets, format);
  const { height } = frame;
  return (
    <div ref={box} style={{ height }}>
      {width > 0 && (
        <BucketCursor label={title} {...{ buckets, series, format, frame, pick }}>
          <Fallback value={<div style={{ height }} />}>
            <StackedBars {...{ id, buckets, series, format, frame }} />
          </Fallback>
        </BucketCursor>
      )}
    </div>
  );
}

type FigureTableProps = {
  readonly title: string;
  readonly head: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly ChartSeries[];
  readonly unit: ChartUnit;
  readonly unknownName: string;
};

const end = 'py-1 pl-3 text-right whitespace-nowrap';

/** The figures of a chart as a table. In print it replaces the drawing, with a bar in each line. */
export function FigureTable({ title, head, buckets, series, unit, unknownName }: FigureTableProps) {
  const top = findScaleMax(buckets);
  const showsUnknown = buckets.some(({ unknown = 0 }) => unknown > 0);
  const layers = series.length > 1 ? series : [];
  return (
    <table aria-label={title} className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-line text-11.5 text-ink-3">
          <th className="py-1 pr-3 text-left font-medium">{head}</th>
          {layers.length === 0 && <td aria-hidden className="w-2/5" />}
          {layers.map(({ key, label }) => (
            <th key={key} className={`${end} font-medium`}>
              {label}
            </th>
          ))}
          <th className={`${end} font-medium`}>{layers.length > 0 ? 'All known' : (series[0]?.label ?? 'All')}</th>
          {showsUnknown && <th className={`${end} font-medium`}>{capitalize(unknownName)}</th>}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket) => (
          <tr key={bucket.key} className="border-b border-line">
            <th className="py-1 pr-3 text-left font-normal whitespace-nowrap">{bucket.label}</th>
            {layers.length === 0 && (
              <td aria-hidden>
                <div
                  className="h-2 rounded-r-[3px] [print-color-adjust:exact]"
                  style={{
                    width: `${(100 * (sumKnown(bucket) ?? 0)) / top}%`,
                    background: getStageColor(bucket.stage ?? series[0]?.stage ?? 0),
                  }}
                />
              </td>
            )}
            {layers.map(({ key }) => (
              <td key={key} className={end}>
                {formatTableCell(bucket.values[key], { unit, unknownName })}
              </td>
            ))}
            <td className={end}>{formatFigure(sumKnown(bucket), { unit, unknownName })}</td>
            {showsUnknown && <td className={end}>{(bucket.unknown ?? 0).toLocaleString('en-US')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An absent layer is 0 as a count, and "none" as an amount. */
const formatTableCell = (value: number | null | undefined, format: FigureFormat): string =>
  value === undefined ? (format.unit === 'count' ? '0' : 'none') : formatFigure(value, format);

type PictureMenuProps = {
  /** The chart as it is drawn now; undefined while nothing is drawn. */
  readonly takeSnapshot: () => ChartSnapshot | undefined;
};

const actions: readonly PictureAction[] = ['Copy as PNG', 'Copy as SVG', 'Save as PNG', 'Save as SVG'];

/** Copies or saves a chart as a picture. */
function PictureMenu({ takeSnapshot }: PictureMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const run = async (action: PictureAction) => {
    const snapshot = takeSnapshot();
    if (!snapshot) return;
    const { exportPicture } = await import('./picture.ts');
    setMessage(await exportPicture(snapshot, action));
    setOpen(false);
  };
  return (
    <span
      className="relative flex items-center gap-1.5 print:hidden"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
    >
      <output className="text-11.5 text-ink-3 empty:hidden">{message}</output>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="inline-flex min-h-6 items-center gap-1 rounded-[5px] px-1.5 text-11.5 text-ink-3 hover:bg-sunken hover:text-ink aria-expanded:bg-sunken"
        onClick={() => {
          setOpen(!open);
          // Browsers allow copying only shortly after a click.
          void import('./picture.ts');
        }}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      >
        <Image aria-hidden className="size-3.5" />
        Picture
      </button>
      <span
        id={id}
        hidden={!open}
        className="absolute top-full right-0 z-10 mt-1 grid w-32 rounded-[7px] border border-line bg-panel p-1 shadow-popup [&[hidden]]:hidden"
      >
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            className="min-h-7 rounded-[5px] px-2 text-left text-12 hover:bg-sunken"
            onClick={() => void run(action)}
            onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          >
            {action}
          </button>
        ))}
      </span>
    </span>
  );
}
