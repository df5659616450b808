import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react';
import {
  type Bucket,
  buildFrame,
  getHeight,
  hasUnknown,
  type Layout,
  type Series,
  toSentenceCase,
  type Unit,
  type Words,
} from './figure-data.ts';
import { FigureTable } from './figure-table.tsx';
import { Legend, Textures, buildLegend } from './looks.tsx';
import { PictureMenu } from './picture-menu.tsx';
import { useWidth } from '../../platform/ui/use-width.ts';
import { BucketCursor, type Picking } from './bucket-cursor.tsx';
import type { Shot } from './picture.ts';

const StackedBars = lazy(() => import('./stacked-bars.tsx').then((module) => ({ default: module.StackedBars })));

type BarFigureProps = {
  readonly title: string;
  /** One sentence: what is counted, and what is not. */
  readonly basis: string;
  /** The head of the table twin over the names of the bars, such as "Quarter". */
  readonly head: string;
  readonly buckets: readonly Bucket[];
  readonly series: readonly Series[];
  readonly unit: Unit;
  readonly layout?: Layout;
  /** What the unknown part of a bar is, such as "not loaded". */
  readonly unknownName?: string;
  /** Bars can be picked, by drag and keyboard. */
  readonly pick?: Picking;
  /** Further switches, such as one between count and amount. */
  readonly tools?: ReactNode;
};

/**
 * Bars from zero with their table twin, which is one press away and on paper in their place. Its height is known before
 * anything is drawn, so nothing shifts; the drawing library comes in a chunk of its own.
 */
export function BarFigure(props: BarFigureProps) {
  const { title, basis, head, buckets, series, unit, layout = 'columns', unknownName = 'not known', tools } = props;
  const id = useId();
  const figure = useRef<HTMLElement>(null);
  const [asTable, setAsTable] = useState(false);
  const height = getHeight(layout, buckets.length);
  // Where bars lie, what is not known stands in words at their ends.
  const named = layout === 'columns' && buckets.some(hasUnknown);
  const legend = buildLegend(id, series, named ? toSentenceCase(unknownName) : undefined);
  const table = <FigureTable {...{ title, head, buckets, series, unit, unknownName }} />;
  const takeShot = (): Shot | undefined => {
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
          {!asTable && <PictureMenu takeShot={takeShot} />}
        </span>
      </figcaption>
      <svg aria-hidden data-textures width={0} height={0} className="absolute">
        <Textures id={id} />
      </svg>
      {asTable ? (
        <section
          // What scrolls has to be reached by keyboard.
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
            <Plot {...props} id={id} layout={layout} words={{ unit, unknownName }} />
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
  readonly layout: Layout;
  readonly words: Words;
};

/** The drawing at the width that there is, and the cursor over it. */
function Plot({ id, title, buckets, series, layout, words, pick }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const frame = buildFrame(layout, width, buckets, words);
  const { height } = frame;
  return (
    <div ref={box} style={{ height }}>
      {width > 0 && (
        <BucketCursor label={title} {...{ buckets, series, words, frame, pick }}>
          <Suspense fallback={<div style={{ height }} />}>
            <StackedBars {...{ id, buckets, series, words, frame }} />
          </Suspense>
        </BucketCursor>
      )}
    </div>
  );
}
