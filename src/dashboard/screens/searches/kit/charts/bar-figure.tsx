import { lazy, memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { capitalize } from '../../../../platform/format.ts';
import { LazyPart } from '../../../../platform/ui/missing-part.tsx';
import { Chart } from './chart.tsx';
import type { LegendEntry } from './picture.ts';
import {
  type BarLayout,
  type BarSelection,
  type Bucket,
  type ChartSeries,
  type ChartUnit,
  type FigureFormat,
  findBarRange,
  findScaleMax,
  formatFigure,
  getStageColor,
  countUnknown,
  hasUnknown,
  sumKnown,
} from './figure-data.ts';

// The chart library is large.
const BarDrawing = lazy(() => import('./bar-drawing.tsx').then((module) => ({ default: module.BarDrawing })));

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
  /** A table that says more than the figures of the bars. */
  readonly table?: ReactNode;
  /** The height of columns in pixels; that of rows follows from their number. */
  readonly height?: number;
  /** Shows the legend next to the title, with the sums of the selected bars. */
  readonly hasHeadLegend?: boolean;
};

const rowHeight = 24;

/** A bar chart with the same figures as a table. */
export function BarFigure(props: BarFigureProps) {
  const { title, basis, head, buckets, series, layout = 'columns', tools, hasHeadLegend } = props;
  const { unit, unknownName = 'not known' } = props;
  // The drawing lays out its bars again for any other series, buckets or format.
  const format = useMemo(() => ({ unit, unknownName }), [unit, unknownName]);
  // What surrounds the bars is painted first: laying them out takes longest.
  const isDrawn = useDeferredValue(true, false);
  const height = layout === 'rows' ? Math.max(1, buckets.length) * rowHeight + 4 : (props.height ?? 208);
  return (
    <Chart
      {...{ title, basis, height, tools, hasHeadLegend }}
      legend={buildLegend(props, format)}
      table={props.table ?? <FigureTable {...{ title, head, buckets, series, format }} />}
    >
      {(drawing) =>
        isDrawn && (
          <LazyPart>
            <BarDrawing {...props} {...{ layout, format, drawing }} />
          </LazyPart>
        )
      }
    </Chart>
  );
}

/** The layers and the hatching; without a single layer, because the title names it. */
function buildLegend({ series, buckets, pick, hasHeadLegend }: BarFigureProps, format: FigureFormat): LegendEntry[] {
  const [from, to] = findBarRange(buckets, pick?.span) ?? [0, buckets.length - 1];
  const shown = buckets.slice(from, to + 1);
  const sum = (read: (bucket: Bucket) => number | null | undefined) =>
    hasHeadLegend
      ? formatFigure(
          shown.reduce((all, bucket) => all + (read(bucket) ?? 0), 0),
          format,
        )
      : undefined;
  const layers = series.map(({ key, label, stage }) => ({
    label,
    color: getStageColor(stage),
    figure: sum(({ values }) => values[key]),
  }));
  const unknown = { label: capitalize(format.unknownName), color: undefined, figure: sum(countUnknown) };
  return [...(layers.length > 1 ? layers : []), ...(buckets.some(hasUnknown) ? [unknown] : [])];
}

type FigureTableProps = Pick<BarFigureProps, 'title' | 'head' | 'buckets' | 'series'> & {
  readonly format: FigureFormat;
};

const end = 'py-1 pl-3 text-right whitespace-nowrap';

/** The figures of a chart as a table; a single layer has a bar in each line, for print. */
const FigureTable = memo(function FigureTable({ title, head, buckets, series, format }: FigureTableProps) {
  const max = findScaleMax(buckets);
  const showsUnknown = buckets.some((bucket) => countUnknown(bucket) > 0);
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
          {showsUnknown && <th className={`${end} font-medium`}>{capitalize(format.unknownName)}</th>}
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
                    width: `${(100 * (sumKnown(bucket) ?? 0)) / max}%`,
                    background: getStageColor(bucket.stage ?? series[0]?.stage ?? 0),
                  }}
                />
              </td>
            )}
            {layers.map(({ key }) => (
              <td key={key} className={end}>
                {formatTableCell(bucket.values[key], format)}
              </td>
            ))}
            <td className={end}>{formatFigure(sumKnown(bucket), format)}</td>
            {showsUnknown && <td className={end}>{countUnknown(bucket).toLocaleString('en-US')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

/** An absent layer is 0 as a count, and "none" as an amount. */
const formatTableCell = (value: number | null | undefined, format: FigureFormat): string =>
  value === undefined ? (format.unit === 'usd' ? 'none' : '0') : formatFigure(value, format);
