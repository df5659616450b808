import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { ChevronUp } from 'lucide-react';
import { useSingleKey } from '../../../../platform/ui/single-key.ts';
import { formatAll, formatCount, formatGrouped, formatUtcDay, capitalize } from '../../../../platform/format.ts';
import { textScale, useIsPhone, useNow } from '../../../../platform/ui/use-browser.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { useDealCounts } from '../fetch/counts.ts';
import { useSearchQuery, useResults } from '../search/search-context.tsx';
import { BarFigure } from '../charts/bar-figure.tsx';
import { findPeriod, listPeriodDays } from '../charts/periods.ts';
import { listStageSeries } from '../charts/division.ts';
import { type BarRange, type Bucket, sumKnown } from '../charts/figure-data.ts';
import { setFields } from '../filters/filter-chips.ts';
import { buildBody, type ChartPlace, type SearchQuery, toDraft } from '../query/search-query.ts';
import { toggleHistogram, useHistogramShown, type ResultsFigure } from './use-results-chart.ts';
import { marketQuery } from '../record/market-figures.ts';
import type { Resource } from '../resource/resource.ts';
import { addLateReports, bucketMonths, maxMonths, monthKey, nameYears } from './months.ts';

/** The histogram over the table, unless C hides it, another chart is there, or the search would find nothing. */
export function HistogramPlace(props: HistogramProps) {
  const isShown = useHistogramShown();
  useSingleKey('c', toggleHistogram);
  const { query, loaded } = props;
  const { resource, place } = useSearchQuery();
  const { data } = useDealCounts('months', resource, query);
  if (loaded === 0 && data?.total === 0) return null;
  if (!isShown || resource.chart.histogram !== true || place.chart !== undefined) return null;
  return <Histogram {...props} />;
}

type HistogramProps = {
  /** The query whose matches are counted. */
  readonly query: SearchQuery;
  /** The loaded rows by month, where the service does not count all matches. */
  readonly figure: ResultsFigure | undefined;
  readonly loaded: number;
};

/**
 * All matches by month and stage, or the loaded rows where a service does not count them for free. Never sends a paid
 * request.
 */
function Histogram({ query, figure, loaded }: HistogramProps) {
  const { resource, place, changePlace } = useSearchQuery();
  const { results } = useResults();
  const box = useRef<HTMLElement>(null);
  const height = (useIsPhone() ? 90 : 118) * textScale;
  const { data: counted, isLoading, isError, refetch } = useDealCounts('months', resource, query);
  const { data: market } = useQuery(lateReportsQuery(resource, query, counted !== undefined));
  const buckets = figure?.buckets;
  const thisMonth = formatUtcDay(useNow()).slice(0, 7);
  const until = query[resource.chart.activity.keys[1]] === undefined ? thisMonth : undefined;
  const months = useMemo(() => {
    if (!counted) return nameYears((buckets ?? []).filter(({ key }) => monthKey.test(key)).slice(-maxMonths));
    return nameYears(addLateReports(bucketMonths(counted.months ?? [], until), market?.clock));
  }, [counted, buckets, until, market]);
  const loadedSeries = counted ? undefined : figure?.series;
  const series = useMemo(() => loadedSeries ?? listStageSeries(months), [loadedSeries, months]);
  const title = `${capitalize(resource.many)} by month`;
  const range = findMonths(months, place);
  const pick = (next?: BarRange) => changePlace({ pick_from: next?.from, pick_to: next?.to }, 'replace');
  const describe = () => {
    if (range) return `${formatRange(range)}, ${formatCount(countAll(range), resource.one, resource.many)}`;
    if (isLoading) return 'Counting';
    if (isError) return 'Did not load';
    const total = results?.total ?? null;
    const all = counted
      ? formatAll(counted.total ?? 0, resource.one, resource.many)
      : `${formatGrouped(loaded)}${total === null ? '' : ` of ${formatGrouped(total)}`} loaded`;
    const missing = (counted?.total ?? loaded) - countAll(months);
    return missing > 0 ? `${all}, ${formatGrouped(missing)} older or without a date` : all;
  };
  const retry = () => void refetch().then(({ isSuccess }) => isSuccess && box.current?.focus());
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={title}
      className={
        'relative z-11 min-h-39 shrink-0 border-b border-line px-4 outline-none tablet:px-6 short:hidden print:hidden'
      }
    >
      <BarFigure
        {...{ title, height }}
        basis={describe()}
        head="Month"
        unit="count"
        buckets={months}
        series={series}
        pick={{ span: range && toSpan(range), onPick: pick }}
        hasHeadLegend
        unknownName="expected late"
        tools={
          <>
            {range && <RangeActions query={query} range={range} onClear={() => pick()} />}
            {isError && (
              <Button variant="ghost" onClick={retry}>
                Try again
              </Button>
            )}
            <Button
              variant="ghost"
              className="order-last"
              aria-label="Hide the chart"
              title="Hide the chart (C)"
              onClick={toggleHistogram}
            >
              <ChevronUp aria-hidden className="size-3.5" />
            </Button>
          </>
        }
      />
    </section>
  );
}

/** The market clock by month, whose late reports the newest months show; free, and on our own service alone. */
const lateReportsQuery = ({ filters }: Resource, query: SearchQuery, isEnabled: boolean) => ({
  ...marketQuery({ deals: buildBody(filters, query, 0, 1), blocks: ['clock'], period: 'month' }),
  enabled: isEnabled,
});

const countAll = (months: readonly Bucket[]): number =>
  months.reduce((sum, month) => sum + (sumKnown(month) ?? 0) + (month.unknown ?? 0), 0);

/** The selected months that have a bar; undefined if there are none. */
function findMonths(months: readonly Bucket[], { pick_from: from, pick_to: to = from }: ChartPlace) {
  if (from === undefined || to === undefined) return undefined;
  const picked = months.filter(({ key }) => key >= from && key <= to);
  return picked.length === 0 ? undefined : picked;
}

const toSpan = (range: readonly Bucket[]): BarRange => ({ from: range[0]?.key ?? '', to: range.at(-1)?.key ?? '' });

function formatRange(range: readonly Bucket[]): string {
  const [first, last] = [range[0]?.label ?? '', range.at(-1)?.label ?? ''];
  return first === last ? first : `${first} to ${last}`;
}

type RangeActionsProps = {
  readonly query: SearchQuery;
  readonly range: readonly Bucket[];
  readonly onClear: () => void;
};

/** What to do with the selected months. */
function RangeActions({ query, range, onClear }: RangeActionsProps) {
  const { resource, form } = useSearchQuery();
  const filter = resource.filters.find(({ keys }) => keys[0] === resource.chart.activity.keys[0]);
  const { from, to } = toSpan(range);
  const addFilter = () => {
    if (!filter) return;
    const days = { [filter.keys[0]]: listMonthDays(from)[0], [filter.keys[1] ?? '']: listMonthDays(to)[1] };
    setFields(form, filter, { ...toDraft(resource.filters, query), ...days });
  };
  return (
    <>
      <Button variant="ghost" onClick={addFilter}>
        Add to filters
      </Button>
      <Button variant="ghost" onClick={onClear}>
        Show all months
      </Button>
    </>
  );
}

const listMonthDays = (month: string) => listPeriodDays(findPeriod(`${month}-01`, 'month'), 'month');
