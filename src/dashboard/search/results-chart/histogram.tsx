import { ChevronUp, X } from 'lucide-react';
import { memo, useMemo, useRef, useState } from 'react';
import { formatAll, formatCount, formatGrouped, capitalize } from '../../platform/format.ts';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { textScale, useIsPhone, useWidth } from '../../platform/ui/use-browser.ts';
import { Button } from '../../platform/ui/button.tsx';
import { FigureTable, TableBox } from '../charts/bar-figure.tsx';
import { BucketCursor } from '../charts/bucket-cursor.tsx';
import { findPeriod, listPeriodDays } from '../charts/classes.ts';
import { stageSeries } from '../charts/division.ts';
import { type Bucket, type ChartFrame, sumKnown } from '../charts/figure-data.ts';
import { getStageColor } from '../charts/bar-styles.tsx';
import { setFields } from '../form/filter-chips.ts';
import { useDealCounts } from '../fetch/deal-counts.ts';
import type { Search } from '../form/use-search.ts';
import { type ChartState, toDraft } from '../query/search-query.ts';
import { bucketMonths, countStages, listTicks, maxMonths, monthKey } from './months.ts';
import { histogramHeight, type ResultsFigure, toggleHistogram } from './use-results-chart.ts';

type HistogramProps = {
  readonly search: Search;
  readonly chart: ChartState;
  /** The loaded rows by month, where the service does not count all matches. */
  readonly figure: ResultsFigure | undefined;
  readonly loaded: number;
};

type PlotProps = {
  readonly title: string;
  readonly months: readonly Bucket[];
  readonly range: readonly [from: string, to: string] | undefined;
  readonly onPick: (from?: string, to?: string) => void;
};

const format = { unit: 'count', unknownName: 'not known' } as const;

/**
 * All matches by month and stage, or the loaded rows where a service does not count them for free. Never sends a paid
 * request.
 */
export function Histogram({ search, chart: { place, onChange }, figure, loaded }: HistogramProps) {
  const { resource, query, form } = search;
  const [asTable, setAsTable] = useState(false);
  const facets = useDealCounts('months', resource, query);
  const counted = facets.data;
  const [from, to] = [place.pick_from, place.pick_to ?? place.pick_from];
  const range = from === undefined || to === undefined ? undefined : ([from, to] as const);
  const buckets = figure?.buckets;
  const months = useMemo(() => {
    const all = counted ? bucketMonths(counted.months ?? []) : (buckets ?? []).filter(({ key }) => monthKey.test(key));
    return all.slice(-maxMonths);
  }, [counted, buckets]);
  const legend = useMemo(
    () => (from === undefined || to === undefined ? months : months.filter(({ key }) => isWithin(key, [from, to]))),
    [months, from, to],
  );
  const title = `${capitalize(resource.many)} by month`;
  const filter = resource.filters.find(({ keys }) => keys[0] === resource.chart.activity.keys[0]);
  const pick = (first?: string, last?: string) => onChange({ pick_from: first, pick_to: last }, 'replace');
  const addFilter = () => {
    if (!filter || !range || !form) return;
    const days = { [filter.keys[0]]: firstDay(range[0]), [filter.keys[1] ?? '']: lastDay(range[1]) };
    setFields(form, filter, { ...toDraft(resource.filters, query), ...days });
  };
  const toggle = () => setAsTable((before) => !before);
  useSingleKey('v', toggle);
  return (
    <section
      aria-label={title}
      className={`relative z-11 grid content-start gap-x-8 border-b border-line px-4 tablet:px-6 full:grid-cols-[minmax(0,1fr)_10.75rem] ${asTable ? 'shrink-0 pb-2 short:hidden' : histogramHeight}`}
    >
      <div className="min-w-0">
        <div className="flex h-7.5 items-center gap-x-2.5 overflow-hidden whitespace-nowrap max-tablet:h-13.5 max-tablet:flex-wrap">
          <h2 className={`font-semibold ${range ? 'max-tablet:hidden' : ''}`}>{title}</h2>
          {range ? (
            <RangeChip {...{ months, range }} one={resource.one} many={resource.many} onClear={() => pick()} />
          ) : (
            <Counted {...{ search, facets, loaded }} drawn={countAll(months)} />
          )}
          {range && (
            <Button variant="ghost" onClick={addFilter}>
              Add to filters
            </Button>
          )}
          <span className="ml-auto flex items-center">
            {months.length > 0 && (
              <Button variant="ghost" aria-pressed={asTable} aria-keyshortcuts="V" onClick={toggle}>
                {asTable ? 'Show as chart' : 'Show as table'}
              </Button>
            )}
            <Button variant="ghost" aria-label="Hide the chart" title="Hide the chart (C)" onClick={toggleHistogram}>
              <ChevronUp aria-hidden className="size-3.5" />
            </Button>
          </span>
        </div>
        {asTable ? (
          <TableBox title={title} height={240}>
            <FigureTable
              {...{ title }}
              head="Month"
              buckets={months}
              series={stageSeries}
              unit="count"
              unknownName="Not known"
            />
          </TableBox>
        ) : (
          months.length > 0 && <Plot {...{ title, months, range }} onPick={pick} />
        )}
      </div>
      <StageLegend months={legend} />
    </section>
  );
}

const firstDay = (month: string): string => listPeriodDays(findPeriod(`${month}-01`, 'month'), 'month')[0];
const lastDay = (month: string): string => listPeriodDays(findPeriod(`${month}-01`, 'month'), 'month')[1];
const isWithin = (key: string, [from, to]: readonly [string, string]): boolean => key >= from && key <= to;
const countAll = (months: readonly Bucket[]): number =>
  months.reduce((sum, month) => sum + (sumKnown(month) ?? 0) + (month.unknown ?? 0), 0);

type CountedProps = Pick<HistogramProps, 'search' | 'loaded'> & {
  readonly facets: ReturnType<typeof useDealCounts<'months'>>;
  readonly drawn: number;
};

/** Which rows are counted, and how many of them have no bar. */
function Counted({ search: { resource, results }, facets, loaded, drawn }: CountedProps) {
  const { data, isLoading, isError, refetch } = facets;
  const place = useRef<HTMLOutputElement>(null);
  const all = data?.total ?? null;
  const missing = (all ?? loaded) - drawn;
  const total = results?.total ?? null;
  const counted =
    all === null
      ? `${formatGrouped(loaded)}${total === null ? '' : ` of ${formatGrouped(total)}`} loaded`
      : formatAll(all, resource.one, resource.many);
  return (
    <>
      <output
        ref={place}
        tabIndex={-1}
        className="truncate text-12 text-ink-3 tabular-nums max-tablet:order-last max-tablet:-mt-1 max-tablet:basis-full"
      >
        {isLoading
          ? 'Counting'
          : isError
            ? 'Did not load'
            : missing > 0
              ? `${counted}, ${formatGrouped(missing)} older or without a date`
              : counted}
      </output>
      {isError && (
        <Button
          variant="ghost"
          onClick={() => void refetch().then(({ isSuccess }) => isSuccess && place.current?.focus())}
        >
          Try again
        </Button>
      )}
    </>
  );
}

type RangeChipProps = Pick<PlotProps, 'months'> & {
  readonly range: readonly [string, string];
  readonly one: string;
  readonly many: string;
  readonly onClear: () => void;
};

function RangeChip({ months, range, one, many, onClear }: RangeChipProps) {
  const picked = months.filter(({ key }) => isWithin(key, range));
  const [first, last] = [picked[0]?.label, picked.at(-1)?.label];
  return (
    <output className="inline-flex h-5.5 min-w-0 items-center rounded-[5px] bg-accent-soft pl-2 text-12 font-medium text-accent-ink tabular-nums">
      <span className="truncate">
        {first === last ? first : `${first} to ${last}`}, {formatCount(countAll(picked), one, many)}
      </span>
      <button
        type="button"
        aria-label="Show all months"
        className="grid size-6 shrink-0 place-items-center"
        onClick={onClear}
      >
        <X aria-hidden className="size-3" />
      </button>
    </output>
  );
}

const axisHeight = 22 * textScale;
const widestBar = 48;

function Plot({ title, months, range, onPick }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = (useIsPhone() ? 56 : 84) * textScale;
  const top = Math.max(1, ...months.map((month) => (sumKnown(month) ?? 0) + (month.unknown ?? 0)));
  const scale = (height - 14 * textScale) / top;
  const frame: ChartFrame = {
    layout: 'columns',
    width,
    height: height + axisHeight,
    margin: { top: 0, right: 0, bottom: 0, left: 0 },
    names: axisHeight,
    axis: 0,
    labelled: false,
    shorten: (name) => name,
  };
  const within = range && months.filter(({ key }) => isWithin(key, range));
  const span = within?.[0] && { from: within[0].key, to: within.at(-1)?.key ?? within[0].key };
  return (
    // A few months stay narrow bars.
    <div ref={box} style={{ maxWidth: months.length * widestBar }}>
      <BucketCursor
        label={title}
        {...{ buckets: months, series: stageSeries, format, frame }}
        pick={{ span, onPick: (next) => onPick(next?.from, next?.to) }}
      >
        <div className="relative flex items-end border-b border-edge forced-color-adjust-none" style={{ height }}>
          <i className="absolute inset-x-0 top-3.5 h-px bg-line" />
          <span className="absolute top-0 left-0 text-11 leading-3 text-ink-3 tabular-nums forced-color-adjust-auto">
            {formatGrouped(top)}
          </span>
          <Bars
            months={months}
            from={range?.[0]}
            to={range?.[1]}
            scale={scale}
            isTight={months.length > 40 && width < 500}
          />
        </div>
        <div className="relative text-11 leading-5 text-ink-3 tabular-nums" style={{ height: axisHeight }}>
          {listTicks(months, width / textScale).map(({ at, label }) => (
            <span key={at} className="absolute whitespace-nowrap" style={{ left: (at * width) / months.length }}>
              {label}
            </span>
          ))}
        </div>
      </BucketCursor>
    </div>
  );
}

type BarsProps = {
  readonly months: readonly Bucket[];
  /** The selected months; undefined for all. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Pixels for each row. */
  readonly scale: number;
  readonly isTight: boolean;
};

/** The bars; hundreds of elements, so they render only when they change. */
const Bars = memo(function Bars({ months, from, to, scale, isTight }: BarsProps) {
  const isOut = (key: string) => from !== undefined && to !== undefined && !isWithin(key, [from, to]);
  return months.map((month) => (
    <span
      key={month.key}
      className={`flex min-w-0 flex-1 flex-col-reverse gap-px ${isTight ? 'px-px' : 'px-[1.5px]'} ${isOut(month.key) ? 'opacity-40' : ''}`}
    >
      {stageSeries.map(({ key, stage }) => {
        const count = month.values[key] ?? 0;
        return (
          count > 0 && (
            <i
              key={key}
              data-stage={key}
              style={{ height: Math.max(1, count * scale - 1), background: getStageColor(stage) }}
            />
          )
        );
      })}
      {(month.unknown ?? 0) > 0 && (
        <i className="hatched" style={{ height: Math.max(2, (month.unknown ?? 0) * scale - 1) }} />
      )}
    </span>
  ));
});

/** The stages with their counts; where there is no room, the cursor says them. */
const StageLegend = memo(function StageLegend({ months }: Pick<PlotProps, 'months'>) {
  return (
    <ul
      aria-label="Legend"
      className="hidden content-start pt-1.5 text-12 leading-4.25 text-ink-2 tabular-nums full:grid"
    >
      {countStages(months).map(({ key, label, stage, count }) => (
        <li key={key} className="flex items-center gap-2">
          <i
            aria-hidden
            className={`size-2 forced-color-adjust-none ${stage === 'unknown' ? 'hatched' : ''}`}
            style={stage === 'unknown' ? {} : { background: getStageColor(stage) }}
          />
          <span className="grow truncate">{label}</span>
          {formatGrouped(count)}
        </li>
      ))}
    </ul>
  );
});
