import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react';
import {
  type Bucket,
  buildFrame,
  getChartHeight,
  hasUnknown,
  type BarLayout,
  type ChartSeries,
  toSentenceCase,
  type ChartUnit,
  type FigureFormat,
} from './figure-data.ts';
import { FigureTable } from './figure-table.tsx';
import { Legend, Textures, buildLegend } from './looks.tsx';
import { PictureMenu } from './picture-menu.tsx';
import { useWidth } from '../../platform/ui/use-width.ts';
import { BucketCursor, type BarSelection } from './bucket-cursor.tsx';
import type { ChartSnapshot } from './picture.ts';

const StackedBars = lazy(() => import('./stacked-bars.tsx').then((module) => ({ default: module.StackedBars })));

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
  const height = getChartHeight(layout, buckets.length);
  // Horizontal bars name the unknown part at their ends instead.
  const showsUnknown = layout === 'columns' && buckets.some(hasUnknown);
  const legend = buildLegend(id, series, showsUnknown ? toSentenceCase(unknownName) : undefined);
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
          <span id={`${id}-title`} className="text-[13px] font-semibold">
            {title}
          </span>
          <span className="text-[11.5px] text-ink-3">{basis}</span>
        </span>
        <span className="ml-auto flex flex-wrap items-center justify-end gap-1 print:hidden">
          {tools}
          <button
            type="button"
            aria-pressed={asTable}
            className="min-h-6 shrink-0 rounded-[5px] px-1.5 text-[11.5px] text-ink-3 hover:bg-sunken hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
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
        <section
          // A scrollable element must be reachable by keyboard.
          tabIndex={0}
          aria-label={`${title}, as a table`}
          className="overflow-auto print:h-auto! print:overflow-visible"
          style={{ height }}
        >
          {table}
        </section>
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
          <Suspense fallback={<div style={{ height }} />}>
            <StackedBars {...{ id, buckets, series, format, frame }} />
          </Suspense>
        </BucketCursor>
      )}
    </div>
  );
}
