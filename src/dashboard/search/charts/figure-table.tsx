import {
  formatFigure,
  sumKnown,
  toSentenceCase,
  findScaleMax,
  type Bucket,
  type ChartSeries,
  type ChartUnit,
  type FigureFormat,
} from './figure-data.ts';
import { getColour } from './looks.tsx';

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
  const hasUnknown = buckets.some(({ unknown = 0 }) => unknown > 0);
  const layers = series.length > 1 ? series : [];
  return (
    <table aria-label={title} className="w-full tabular-nums">
      <thead>
        <tr className="border-b border-line text-[11.5px] text-ink-3">
          <th className="py-1 pr-3 text-left font-medium">{head}</th>
          {layers.length === 0 && <td aria-hidden className="w-2/5" />}
          {layers.map(({ key, label }) => (
            <th key={key} className={`${end} font-medium`}>
              {label}
            </th>
          ))}
          <th className={`${end} font-medium`}>{layers.length > 0 ? 'All known' : (series[0]?.label ?? 'All')}</th>
          {hasUnknown && <th className={`${end} font-medium`}>{toSentenceCase(unknownName)}</th>}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket) => (
          <tr key={bucket.key} className="border-b border-line">
            <th className="py-1 pr-3 text-left font-normal">{bucket.label}</th>
            {layers.length === 0 && (
              <td aria-hidden>
                <div
                  className="h-2 rounded-r-[3px] [print-color-adjust:exact]"
                  style={{
                    width: `${(100 * (sumKnown(bucket) ?? 0)) / top}%`,
                    background: getColour(bucket.look ?? series[0]?.look ?? 0),
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
            {hasUnknown && <td className={end}>{(bucket.unknown ?? 0).toLocaleString('en-US')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An absent layer is 0 as a count, and "none" as an amount. */
const formatTableCell = (value: number | null | undefined, format: FigureFormat): string =>
  value === undefined ? (format.unit === 'count' ? '0' : 'none') : formatFigure(value, format);
