import { lazy, Suspense, type ReactNode } from 'react';
import type { SpendAuthorization } from '../purchase/spend-authorization.ts';
import { FailureNotice } from '../purchase/failure-notice.tsx';
import { PricedButton } from '../purchase/priced-button.tsx';
import type { GridRow } from './table/grid-column.ts';
import { priceFirstPage, pricePage } from './fetch/fetch-results.ts';
import { countRemaining } from './fetch/search-results.ts';
import { ResultsNotices, NoResultsMessage, Skeleton } from './results/results-states.tsx';
import { chartRoom, findFieldOfError } from './query/search-query.ts';
import type { AnyResource } from './resource/resource.ts';
import { ResultsHead, formatResultsTitle } from './results-head.tsx';
import type { ResultsProps, ResultsTableProps } from './results/results-table.tsx';
import { useResultsChart } from './results-chart/use-results-chart.ts';
import type { Search } from './form/use-search.ts';
import { useTableState } from './results/use-table-state.tsx';

// The grid is the largest part of a screen and is not needed before results; lazy() loses its type parameter.
const ResultsTable = lazy(() =>
  import('./results/results-table.tsx').then((module) => ({ default: module.ResultsTable })),
) as unknown as <R extends GridRow>(props: ResultsTableProps<R>) => ReactNode;
const ResultsChart = lazy(() =>
  import('./results-chart/results-chart.tsx').then((module) => ({ default: module.ResultsChart })),
);
const EmptyMessage = lazy(() =>
  import('./results/empty-results.tsx').then((module) => ({ default: module.EmptyMessage })),
);

/** The results: heading, tools, table and load buttons, with a message for every state. */
export function Results<R extends GridRow>(props: ResultsProps<R>) {
  const { resource, search, parts, notice, empty, chart } = props;
  const { asked, answer, failure, pending, query } = search;
  const figure = useResultsChart({ resource, query }, answer, chart.place);
  const table = useTableState(resource, search, figure?.mask);
  const { ids } = table;
  const withChart = ids.length > 0 && chart.place.chart !== undefined;
  return (
    <section
      aria-label="Results"
      aria-busy={pending}
      // On a narrow screen chart and rows scroll together.
      className={`flex min-h-0 min-w-0 grow flex-col ${withChart ? 'max-wide:overflow-y-auto' : ''}`}
    >
      <ResultsHead {...props} table={table} />
      <output className="sr-only">
        {pending ? 'Searching' : answer ? `${formatResultsTitle(resource, answer)}, ${ids.length} loaded` : ''}
      </output>
      <div className="grid gap-2 px-4.5 pb-2 empty:hidden">
        {notice}
        {failure && !pending && <SearchFailure resource={resource} search={search} failure={failure} />}
        {parts.toolFailure && <FailureNotice key={parts.toolFailure.message} failure={parts.toolFailure} />}
        {answer && (
          <ResultsNotices
            many={resource.many}
            answer={answer}
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
        {!asked && !pending && empty}
        {asked && !answer && !failure && !pending && <NoResultsMessage />}
        {answer && ids.length === 0 && (
          <Suspense>
            <EmptyMessage
              resource={resource}
              query={query}
              ignored={new Set(answer.ignored.map(({ value }) => value))}
            />
          </Suspense>
        )}
      </div>
      {withChart && (
        <Suspense fallback={<div className={chartRoom} />}>
          <ResultsChart {...{ resource, query, figure, chart }} shown={table.arranged.view.count} loaded={ids.length} />
        </Suspense>
      )}
      {pending && !answer ? (
        <Skeleton />
      ) : (
        answer &&
        ids.length > 0 && (
          <Suspense fallback={<Skeleton />}>
            <div
              className={`flex min-h-0 grow flex-col ${withChart ? 'max-wide:min-h-[70dvh] max-wide:shrink-0' : ''}`}
            >
              <ResultsTable {...props} answer={answer} table={table} />
            </div>
          </Suspense>
        )
      )}
    </section>
  );
}

type SearchFailureProps = { readonly resource: AnyResource; readonly search: Search; readonly failure: Error };

function SearchFailure({ resource, search, failure }: SearchFailureProps) {
  const { query, answer, batch } = search;
  // A failed batch continues where it stopped.
  const wanted = batch?.end === 'failed' && answer ? batch.readRows - answer.bought : query.rows;
  const more = Math.min(wanted, (answer && countRemaining(answer)) ?? wanted);
  return (
    <FailureNotice
      key={failure.message}
      failure={failure}
      isPlaced={(field) => findFieldOfError(resource.filters, field) !== undefined}
      retry={
        answer
          ? {
              tenths: pricePage(resource, more),
              onConfirm: (authorization: SpendAuthorization) => void search.onMore(authorization, more),
            }
          : { tenths: priceFirstPage({ resource, query }, false), onConfirm: search.onAgain }
      }
    />
  );
}
