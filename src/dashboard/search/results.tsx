import { type FunctionComponent, useRef, useState } from 'react';
import { FailureNotice } from '../purchase/failure-notice.tsx';
import { formatCount } from '../platform/format.ts';
import { findAffordableRows } from '../purchase/price.ts';
import { PricedButton } from '../purchase/priced-button.tsx';
import { useExtrasRun } from './fetch/extras.ts';
import { priceFirstPage, priceRows } from './fetch/fetch-results.ts';
import { hasNoStrongMatch, countRemaining, type SearchResultPages } from './fetch/search-results.ts';
import { useMatchCount } from './fetch/match-counts.ts';
import { findFieldOfError } from './query/search-query.ts';
import type { AnyResource } from './resource/resource.ts';
import { ResultsHead, formatResultsTitle } from './results-head.tsx';
import type { LoadedProps } from './loaded-results.tsx';
import type { ResultsProps } from './results/results-table.tsx';
import { Skeleton } from './results/skeleton.tsx';
import type { Search } from './form/use-search.ts';
import { Notice } from '../platform/ui/notice.tsx';
import { useKeepFocus } from '../platform/ui/use-browser.ts';
import { lazyPart, Fallback } from '../platform/ui/lazy-part.tsx';

const ResultsNotices = lazyPart(() => import('./results/results-notices.tsx').then((module) => module.ResultsNotices));
const SharedNotice = lazyPart(() => import('./results/shared-notice.tsx').then((module) => module.SharedNotice));
const StatusFilterField = lazyPart(() =>
  import('./results/status-filter-field.tsx').then((module) => module.StatusFilterField),
);
const CountedMatches = lazyPart(() =>
  import('./results-chart/counted-matches.tsx').then((module) => module.CountedMatches),
);
export const LazyEmpty = lazyPart(() => import('./results/empty-results.tsx').then((module) => module.EmptyMessage));

/** The rows of a screen, with what shows them; loaded with the first ones, or where a link opens one. */
export type LoadedRows = FunctionComponent<LoadedProps>;

/** The results: heading, filters, and a message for every state. Table, charts and tools load with the first rows. */
export function Results({ Rows, ...props }: ResultsProps & { readonly Rows: LoadedRows }) {
  const { resource, search, notice, openId } = props;
  const { results, pending, query, isRun } = search;
  const head = useRef<HTMLDivElement>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const count = results?.ids.length ?? 0;
  const isStart = !isRun && openId === undefined;
  // The pressed button is removed with the open form, or once there are rows.
  const place = useRef<HTMLElement>(null);
  useKeepFocus(place, results ? 'rows' : pending);
  const counted = resource.chart.histogram && <CountedMatches {...props} />;
  const messages = (
    <div
      className={`grid grid-cols-1 gap-2 px-4 pb-2 empty:hidden tablet:px-6 ${
        count || isStart ? '' : 'min-h-0 scroll-y'
      }`}
    >
      {notice}
      <ResultsMessages {...props} />
    </div>
  );
  return (
    <section
      ref={place}
      id="results"
      tabIndex={-1}
      aria-label="Results"
      aria-busy={pending}
      className="relative flex min-h-0 min-w-0 grow flex-col outline-none"
    >
      <ResultsHead {...props} head={head} tools={setTools} hasRows={count > 0} />
      <FilterRow {...props} />
      <output className="sr-only">
        {pending ? 'Searching' : results ? `${formatResultsTitle(resource, query, results)}, ${count} loaded` : ''}
      </output>
      {isStart ? (
        <div className="min-h-0 grow scroll-y has-[[data-asking]]:overflow-visible">
          {messages}
          {counted}
        </div>
      ) : (
        <Fallback
          value={
            <>
              {messages}
              {pending && counted}
              {(pending || count > 0) && <Skeleton />}
            </>
          }
        >
          <Rows {...props} {...{ messages, head, tools }} />
        </Fallback>
      )}
    </section>
  );
}

/** Messages in place of rows, or about them. */
function ResultsMessages({ resource, search, empty }: ResultsProps) {
  const { isRun, isShared, results, ignored, failure, pending, query } = search;
  const extrasRun = useExtrasRun(resource);
  return (
    <>
      {failure && !pending && <SearchFailure resource={resource} search={search} failure={failure} />}
      {extrasRun?.failure && <FailureNotice key={extrasRun.failure.message} failure={extrasRun.failure} />}
      {results && hasNotices(results) && (
        <ResultsNotices
          many={resource.many}
          results={results}
          restart={
            <PricedButton
              upTo
              tenths={priceFirstPage({ resource, query }, true)}
              pending={pending}
              onConfirm={search.onSearchAgain}
            >
              Start again
            </PricedButton>
          }
        />
      )}
      {!isRun && !pending && empty}
      {isShared && !pending && <SharedNotice search={search} />}
      {isRun && !isShared && !results && !failure && !pending && <NoResultsMessage />}
      {results?.ids.length === 0 && <LazyEmpty {...{ resource, query, ignored }} />}
    </>
  );
}

/** The filters of the search, and of its loaded rows. */
function FilterRow({ resource, search, wide, filters }: ResultsProps) {
  const { results, narrowing, onNarrow } = search;
  // Without room it is in a menu, which must not hide that it is set.
  const isSet = wide && [narrowing.status, narrowing.who].some(Boolean);
  return (
    <div className="@container shrink-0 px-4 pb-2 tablet:px-6 short:pb-1">
      <div className="flex min-h-8 flex-wrap items-start gap-x-3 gap-y-1.5 empty:hidden">
        {filters}
        {results && results.ids.length > 0 && (
          <span className={isSet ? '' : '@max-[68.75rem]:hidden'}>
            <Fallback value={<span className="block h-8 w-42.5" />}>
              <StatusFilterField {...{ resource, narrowing, onNarrow }} />
            </Fallback>
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
  const { total } = useMatchCount(resource, results ? undefined : query);
  const left = results ? countRemaining(results) : (total ?? undefined);
  // What does not exist is not quoted, but a search costs at least a row.
  const more = Math.min(wanted, Math.max(1, left ?? wanted));
  const price = (rows: number) =>
    results ? priceRows(search, rows) : priceFirstPage({ resource, query }, false, rows);
  return (
    <FailureNotice
      key={failure.message}
      failure={failure}
      isPlaced={(field) => findFieldOfError(resource.filters, field) !== undefined}
      retry={(leftTenths) => {
        const rows = findAffordableRows(more, leftTenths, price) || more;
        return {
          name: rows < more ? `Load ${formatCount(rows, 'row')}` : 'Try again',
          tenths: price(rows),
          onConfirm: (authorization) =>
            results ? void search.onMore(authorization, rows) : search.onSearchAgain(authorization, rows),
        };
      }}
    />
  );
}

const hasNotices = (results: SearchResultPages): boolean => {
  const { ignored, moreIgnored, movedFrom, surprises } = results;
  return ignored.length + moreIgnored + surprises > 0 || movedFrom !== null || hasNoStrongMatch(results);
};

/** Shown for a link whose results are not stored on this device. */
function NoResultsMessage() {
  return (
    <Notice title="These results are not on this device">
      The filters of the link are set. Press Search to load the results.
    </Notice>
  );
}
