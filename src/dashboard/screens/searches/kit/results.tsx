import { type ReactNode, type RefObject, use, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { ResultsRegion } from '../../../platform/ui/main-region.ts';
import { UnreadNotice } from '../../../platform/ui/notice.tsx';
import { useKeepFocus } from '../../../platform/ui/use-browser.ts';
import { useIsCounted } from '../../../platform/http/connection.ts';
import { useSingleKey } from '../../../platform/ui/single-key.ts';
import type { RowDisplay } from './resource/resource.ts';
import { ResultsHead, formatResultsTitle } from './results-head.tsx';
import type { RowFinder } from './table/data-grid.tsx';
import type { GridRow } from './table/grid-column.ts';
import { useResults, useSearchQuery } from './search/search-context.tsx';
import { ResultsMessages } from './results/results-messages.tsx';
import { FacetSide } from './results-chart/facet-list.tsx';
import { CountedMatches } from './results-chart/frequent-values.tsx';
import { HistogramPlace } from './results-chart/histogram.tsx';
import { ResultsChart } from './results-chart/results-chart.tsx';
import { useResultsChart } from './results-chart/use-results-chart.ts';
import { ExportButton, ResultsTools } from './results-tools.tsx';
import { useFocusRows } from './results/focus-rows.ts';
import { OpenedPanel } from './results/opened-panel.tsx';
import { ResultsTable, useTableState } from './results/results-table.tsx';
import { describeQuery } from './query/sentence.ts';
import { Skeleton } from './results/skeleton.tsx';
import { countShown } from './table/use-data-table.tsx';

type ResultsProps<R extends GridRow> = {
  readonly display: RowDisplay<R>;
  /** Shown before the first search. */
  readonly empty: ReactNode;
  /** The filter bar, under the heading. */
  readonly filters: ReactNode;
};

/** The results: heading, filters, and a message for every state; table, charts and tools once there are rows. */
export function Results<R extends GridRow>({ display, empty, filters }: ResultsProps<R>) {
  const { resource, query, isRun, place, unread } = useSearchQuery();
  const { results, pending } = useResults();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const count = results?.ids.length ?? 0;
  const isStart = !isRun && place.open === undefined;
  // The pressed button is removed with the open form, or once there are rows.
  const section = useRef<HTMLElement>(null);
  useKeepFocus(section, results ? 'rows' : pending);
  const rows = useRef<RowFinder>(null);
  const region = use(ResultsRegion);
  useImperativeHandle(
    region,
    () => ({ focus: (options) => (rows.current?.() ?? section.current)?.focus(options) }),
    [],
  );
  const counted = (resource.chart.histogram ?? resource.facets) && <CountedMatches />;
  const messages = (
    <div
      className={`grid grid-cols-1 gap-2 px-4 pb-2 empty:hidden tablet:px-6 ${
        count || isStart ? '' : 'min-h-0 scroll-y'
      }`}
    >
      <UnreadNotice unread={unread} />
      <ResultsMessages empty={empty} />
    </div>
  );
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Results"
      aria-busy={pending}
      className="relative flex min-h-0 min-w-0 grow flex-col outline-none"
    >
      <ResultsHead tools={setTools} />
      {filters && <div className="shrink-0 px-4 pb-2 tablet:px-6 short:pb-1 print:hidden">{filters}</div>}
      <p className="hidden px-4 pb-2 text-ink-2 print:block tablet:px-6">{describeQuery(resource, query)}.</p>
      <output className="sr-only">
        {pending ? 'Searching' : results ? `${formatResultsTitle(resource, query, results)}, ${count} loaded` : ''}
      </output>
      {isStart ? (
        <div className="min-h-0 grow scroll-y has-[[data-asking]]:overflow-visible">
          {messages}
          {counted}
        </div>
      ) : (
        <LoadedResults {...{ display, messages, tools, rows }} />
      )}
    </section>
  );
}

type LoadedResultsProps<R extends GridRow> = {
  readonly display: RowDisplay<R>;
  /** Messages above the rows. */
  readonly messages: ReactNode;
  /** The place of the tools in the heading. */
  readonly tools: HTMLElement | null;
  /** Receives what finds a row on the screen. */
  readonly rows: RefObject<RowFinder | null>;
};

/** The loaded rows with their charts, the open one, and the tools in the head. */
function LoadedResults<R extends GridRow>(props: LoadedResultsProps<R>) {
  const { display, messages, tools, rows } = props;
  const search = useSearchQuery();
  const { results, pending } = useResults();
  const { query, place } = search;
  const figure = useResultsChart(search, results, place);
  const state = useTableState(display, figure?.mask);
  const loaded = state.ids.length;
  const withChart = loaded > 0 && place.chart !== undefined;
  const isFirstPending = pending && !results;
  const isCounted = useIsCounted();
  /** What stands around the rows keeps its place while they load. */
  const isShaped = loaded > 0 || (isFirstPending && isCounted);
  const focusRows = useFocusRows();
  // Inside the table, and with an open record, J and K move from there.
  useSingleKey('j', focusRows, place.open === undefined);
  useSingleKey('k', focusRows, place.open === undefined);
  return (
    <div className="flex min-h-0 grow">
      {results && loaded > 0 && tools && createPortal(<ResultsTools {...{ display, state, results }} />, tools)}
      {/* On a narrow screen chart and rows scroll together. */}
      <div className={`flex min-h-0 min-w-0 grow flex-col ${withChart ? 'max-wide:scroll-y' : ''}`}>
        {messages}
        {withChart && <ResultsChart figure={figure} shown={countShown(state.table)} loaded={loaded} />}
        {isShaped && <HistogramPlace {...{ query, figure, loaded }} />}
        {isFirstPending ? (
          <Skeleton />
        ) : (
          results &&
          loaded > 0 && (
            <div
              className={`flex min-h-0 grow flex-col ${withChart ? 'max-wide:min-h-[70dvh] max-wide:shrink-0' : ''}`}
            >
              <ResultsTable {...{ display, state, results, rows }}>
                <ExportButton label="Export selected" {...{ display, state, results }} />
              </ResultsTable>
            </div>
          )
        )}
      </div>
      {/* After the rows, so that the keyboard reaches these first. */}
      {isShaped && <FacetSide />}
      <OpenedPanel {...{ display, state, rows }} />
    </div>
  );
}
