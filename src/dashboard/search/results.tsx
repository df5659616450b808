import { type ComponentProps, Fragment, type ReactNode } from 'react';
import type { SpendAuthorization } from '../purchase/spend-authorization.ts';
import { FailureNotice } from '../purchase/failure-notice.tsx';
import { PricedButton } from '../purchase/priced-button.tsx';
import type { GridRow } from './table/grid-column.ts';
import { useExtrasRun } from './fetch/extras.ts';
import { priceFirstPage, priceRows } from './fetch/fetch-results.ts';
import { hasNoStrongMatch, countRemaining, type SearchResultPages } from './fetch/search-results.ts';
import { StatusFilterField } from './results/status-filter.tsx';
import { chartRoom, findFieldOfError } from './query/search-query.ts';
import type { AnyResource } from './resource/resource.ts';
import { ResultsHead, formatResultsTitle } from './results-head.tsx';
import type { OpenedPanelProps } from './results/opened-panel.tsx';
import type { ResultsProps, ResultsTableProps } from './results/results-table.tsx';
import {
  histogramRoom,
  isHistogramShown,
  showHistogram,
  useHistogramShown,
  useResultsChart,
} from './results-chart/use-results-chart.ts';
import { useSingleKey } from '../platform/ui/single-key.ts';
import type { Search } from './form/use-search.ts';
import { type TableState, useTableState } from './results/use-table-state.tsx';
import { Notice } from '../platform/ui/notice.tsx';
import { lazyPart, Room } from '../platform/ui/lazy-part.tsx';

// The grid is the largest part of a screen and is not needed before results; lazyPart() loses its type parameter.
const ResultsTable = lazyPart(() =>
  import('./results/results-table.tsx').then((module) => ({ default: module.ResultsTable })),
) as unknown as <R extends GridRow>(props: ResultsTableProps<R>) => ReactNode;
// Loaded when a record is opened.
const OpenedPanel = lazyPart(() =>
  import('./results/opened-panel.tsx').then((module) => ({ default: module.OpenedPanel })),
) as unknown as <R extends GridRow>(props: OpenedPanelProps<R>) => ReactNode;
const ResultsChart = lazyPart(() =>
  import('./results-chart/results-chart.tsx').then((module) => ({ default: module.ResultsChart })),
);
const Histogram = lazyPart(() =>
  import('./results-chart/histogram.tsx').then((module) => ({ default: module.Histogram })),
);
const ResultsNotices = lazyPart(() =>
  import('./results/results-notices.tsx').then((module) => ({ default: module.ResultsNotices })),
);
const SharedNotice = lazyPart(() =>
  import('./results/shared-notice.tsx').then((module) => ({ default: module.SharedNotice })),
);
const EmptyMessage = lazyPart(() =>
  import('./results/empty-results.tsx').then((module) => ({ default: module.EmptyMessage })),
);

/** The results: heading, tools, table and load buttons, with a message for every state. */
export function Results<R extends GridRow>(props: ResultsProps<R>) {
  const { resource, search, notice, chart } = props;
  const { results, pending, query } = search;
  const figure = useResultsChart({ resource, query }, results, chart.place);
  const table = useTableState(resource, search, figure?.mask);
  const { ids } = table;
  const withChart = ids.length > 0 && chart.place.chart !== undefined;
  return (
    <section
      id="results"
      tabIndex={-1}
      aria-label="Results"
      aria-busy={pending}
      className="relative flex min-h-0 min-w-0 grow flex-col outline-none"
    >
      <ResultsHead {...props} table={table} />
      <FilterRow {...props} />
      <output className="sr-only">
        {pending ? 'Searching' : results ? `${formatResultsTitle(resource, query, results)}, ${ids.length} loaded` : ''}
      </output>
      <div className="flex min-h-0 grow">
        {/* On a narrow screen chart and rows scroll together. */}
        <div className={`flex min-h-0 min-w-0 grow flex-col ${withChart ? 'max-wide:overflow-y-auto' : ''}`}>
          <div className="grid gap-2 px-4 pb-2 empty:hidden tablet:px-6">
            {notice}
            <ResultsMessages {...props} />
          </div>
          {withChart && (
            <Room value={<div className={chartRoom} />}>
              <ResultsChart
                {...{ resource, query, figure, chart }}
                shown={table.arranged.view.count}
                loaded={ids.length}
              />
            </Room>
          )}
          <HistogramPlace {...{ resource, search, figure, chart }} loaded={ids.length} />
          {pending && !results ? (
            <Skeleton />
          ) : (
            results &&
            ids.length > 0 && (
              <Room value={<Skeleton />}>
                <div
                  className={`flex min-h-0 grow flex-col ${withChart ? 'max-wide:min-h-[70dvh] max-wide:shrink-0' : ''}`}
                >
                  <ResultsTable {...props} results={results} table={table} />
                </div>
              </Room>
            )
          )}
        </div>
        <OpenedRow {...props} table={table} />
      </div>
    </section>
  );
}

/** What there is to say instead of rows, or about them. */
function ResultsMessages<R extends GridRow>({ resource, search, parts, empty }: ResultsProps<R>) {
  const { isRun, isShared, results, failure, pending, query } = search;
  const extrasRun = useExtrasRun(resource);
  return (
    <>
      {failure && !pending && <SearchFailure resource={resource} search={search} failure={failure} />}
      {extrasRun?.failure && <FailureNotice key={extrasRun.failure.message} failure={extrasRun.failure} />}
      {parts.toolFailure && <FailureNotice key={parts.toolFailure.message} failure={parts.toolFailure} />}
      {results && hasNotices(results) && (
        <ResultsNotices
          many={resource.many}
          results={results}
          restart={
            <PricedButton
              upTo
              tenths={priceFirstPage({ resource, query }, true)}
              pending={pending}
              onConfirm={search.onAgain}
            >
              Start again
            </PricedButton>
          }
        />
      )}
      {!isRun && !pending && empty}
      {isShared && !pending && <SharedNotice search={search} />}
      {isRun && !isShared && !results && !failure && !pending && <NoResultsMessage />}
      {results?.ids.length === 0 && (
        <EmptyMessage resource={resource} query={query} ignored={new Set(results.ignored.map(({ value }) => value))} />
      )}
    </>
  );
}

type OpenedRowProps<R extends GridRow> = ResultsProps<R> & { readonly table: TableState<R> };

/** The details of the open record, next to its table. */
function OpenedRow<R extends GridRow>(props: OpenedRowProps<R>) {
  const { resource, search, parts, table, hasRoom, openId, onOpen, onClose } = props;
  if (openId === undefined) return null;
  const { results } = search;
  const row = resource.toRow(openId, results?.figures?.[openId]);
  const { view } = table.arranged;
  const isWhole = view.count === table.ids.length;
  return (
    <OpenedPanel
      {...{ resource, row, view, onOpen, onClose }}
      id={openId}
      total={isWhole ? (results?.total ?? view.count) : view.count}
      wide={hasRoom}
    >
      <Fragment key={openId}>{parts.detail(openId, row)}</Fragment>
    </OpenedPanel>
  );
}

type HistogramPlaceProps = ComponentProps<typeof Histogram> & { readonly resource: AnyResource };

/** The histogram over the table, unless C hides it or another chart stands there. */
function HistogramPlace({ resource, ...props }: HistogramPlaceProps) {
  const isShown = useHistogramShown();
  useSingleKey('c', toggleHistogram);
  if (!isShown || resource.chart.histogram !== true || props.chart.place.chart !== undefined || props.loaded === 0)
    return null;
  return (
    <Room value={<div className={histogramRoom} />}>
      <Histogram {...props} />
    </Room>
  );
}
const toggleHistogram = () => showHistogram(!isHistogramShown());

/** The filters of the search, and of its loaded rows. */
function FilterRow<R extends GridRow>({ resource, search, filters }: ResultsProps<R>) {
  const { results, narrowing, onNarrow } = search;
  return (
    <div className="@container shrink-0 px-4 pb-2 tablet:px-6 short:pb-1">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 empty:hidden">
        {filters}
        {results && results.ids.length > 0 && (
          <span className="@max-[1100px]:hidden">
            <StatusFilterField {...{ resource, narrowing, onNarrow }} />
          </span>
        )}
      </div>
    </div>
  );
}

type SearchFailureProps = { readonly resource: AnyResource; readonly search: Search; readonly failure: Error };

function SearchFailure({ resource, search, failure }: SearchFailureProps) {
  const { query, results, batch } = search;
  // A failed batch continues where it stopped.
  const wanted = batch?.end === 'failed' && results ? batch.readRows - results.bought : query.rows;
  const more = Math.min(wanted, (results && countRemaining(results)) ?? wanted);
  return (
    <FailureNotice
      key={failure.message}
      failure={failure}
      isPlaced={(field) => findFieldOfError(resource.filters, field) !== undefined}
      retry={
        results
          ? {
              tenths: priceRows(search, more),
              onConfirm: (authorization: SpendAuthorization) => void search.onMore(authorization, more),
            }
          : { tenths: priceFirstPage({ resource, query }, false), onConfirm: search.onAgain }
      }
    />
  );
}

const hasNotices = (results: SearchResultPages): boolean => {
  const { ignored, moreIgnored, movedFrom, surprises } = results;
  return ignored.length + moreIgnored + surprises > 0 || movedFrom !== null || hasNoStrongMatch(results);
};

/** Shown for a link whose results are not stored on this device. */
export function NoResultsMessage() {
  return (
    <Notice title="These results are not on this device">
      The filters of the link are set. Press Search to load the results; the button shows the maximum price.
    </Notice>
  );
}

const rows = Array.from({ length: 14 }, (_, row) => row);

/** The shape of the table while rows load. */
export function Skeleton() {
  return (
    <div aria-hidden className="overflow-hidden">
      {rows.map((row) => (
        <div key={row} className="flex h-row items-center gap-8 border-b border-line px-4.5 motion-safe:animate-pulse">
          <i className="h-2.5 w-20 rounded bg-line" />
          <i className="h-2.5 rounded bg-line" style={{ width: `${110 + ((row * 37) % 60)}px` }} />
          <i className="h-2.5 w-24 rounded bg-line" />
          <i className="h-2.5 w-14 rounded bg-line" />
        </div>
      ))}
    </div>
  );
}
