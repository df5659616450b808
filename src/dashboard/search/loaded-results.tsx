import { Fragment, type ReactNode, type RefObject, useDeferredValue } from 'react';
import { createPortal } from 'react-dom';
import { useIsCounted } from '../platform/http/connection.ts';
import { lazyPart, Fallback } from '../platform/ui/lazy-part.tsx';
import { useSingleKey } from '../platform/ui/single-key.ts';
import { textScale, useWidth } from '../platform/ui/use-browser.ts';
import { chartHeight } from './query/search-query.ts';
import { HistogramPlace } from './results-chart/histogram-place.tsx';
import { useResultsChart } from './results-chart/use-results-chart.ts';
import { SearchActions } from './results-head.tsx';
import { ResultsTools } from './results-tools.tsx';
import type { GridRow } from './table/grid-column.ts';
import { focusRows } from './results/focus-rows.ts';
import { type ResultsProps, ResultsTable, type RowsProps } from './results/results-table.tsx';
import { Skeleton } from './results/skeleton.tsx';
import { type TableState, useTableState } from './results/use-table-state.tsx';

// Loaded when a record is opened.
const OpenedPanel = lazyPart(() => import('./results/opened-panel.tsx').then((module) => module.OpenedPanel));
const ResultsChart = lazyPart(() => import('./results-chart/results-chart.tsx').then((module) => module.ResultsChart));

export type LoadedProps = ResultsProps & {
  /** Messages above the rows. */
  readonly messages: ReactNode;
  /** The heading, and the place of the tools in it. */
  readonly head: RefObject<HTMLElement | null>;
  readonly tools: HTMLElement | null;
};

/** From this width on the head shows its rarer actions too. */
const inlineWidth = 1368 * textScale;
/** Above this width of the head the status filter is next to the other filters, as results.tsx says in CSS. */
const statusWidth = 1148 * textScale;

/** The loaded rows with their charts, the open one, and the tools in the head. */
export function LoadedResults<R extends GridRow>({ messages, head, tools, ...props }: LoadedProps & RowsProps<R>) {
  const { resource, search, chart, wide } = props;
  const { results, pending, query } = search;
  const figure = useResultsChart({ resource, query }, results, chart.place);
  const table = useTableState(resource, search, figure?.mask);
  const width = useWidth(head);
  const loaded = table.ids.length;
  const withChart = loaded > 0 && chart.place.chart !== undefined;
  const isFirstPending = pending && !results;
  const isCounted = useIsCounted();
  // Inside the table, and with an open record, J and K move from there.
  useSingleKey('j', focusRows, props.openId === undefined);
  useSingleKey('k', focusRows, props.openId === undefined);
  return (
    <div className="flex min-h-0 grow">
      {results &&
        loaded > 0 &&
        tools &&
        createPortal(
          <ResultsTools
            {...{ resource, search, results, table, wide, chart }}
            isInline={width >= inlineWidth}
            hasStatusFilter={width <= statusWidth}
          >
            {wide ? null : <SearchActions search={search} />}
            {props.parts.related?.(query)}
          </ResultsTools>,
          tools,
        )}
      {/* On a narrow screen chart and rows scroll together. */}
      <div className={`flex min-h-0 min-w-0 grow flex-col ${withChart ? 'max-wide:scroll-y' : ''}`}>
        {messages}
        {withChart && (
          <Fallback value={<div className={chartHeight} />}>
            <ResultsChart {...{ resource, query, figure, chart }} shown={table.arranged.view.count} loaded={loaded} />
          </Fallback>
        )}
        {(loaded > 0 || (isFirstPending && isCounted)) && <HistogramPlace {...{ search, figure, chart, loaded }} />}
        {isFirstPending ? (
          <Skeleton />
        ) : (
          results &&
          loaded > 0 && (
            <div
              className={`flex min-h-0 grow flex-col ${withChart ? 'max-wide:min-h-[70dvh] max-wide:shrink-0' : ''}`}
            >
              <ResultsTable {...props} results={results} table={table} />
            </div>
          )
        )}
      </div>
      <OpenedRow {...props} table={table} />
    </div>
  );
}

type OpenedRowProps<R extends GridRow> = RowsProps<R> & { readonly table: TableState<R> };

/** The details of the open record, next to its table. */
function OpenedRow<R extends GridRow>(props: OpenedRowProps<R>) {
  const { resource, search, parts, table, hasRoom, onOpen, onClose } = props;
  // The row shows the press before its details render.
  const openId = useDeferredValue(props.openId);
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
