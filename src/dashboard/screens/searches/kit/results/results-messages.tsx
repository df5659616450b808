import type { ReactNode } from 'react';
import { FailureNotice } from '../../../../spending/failure-notice.tsx';
import { formatCount } from '../../../../platform/format.ts';
import { findAffordableRows } from '../../../../spending/price.ts';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import { useIsOwner } from '../../../../platform/http/membership.ts';
import { Notice } from '../../../../platform/ui/notice.tsx';
import { priceFirstPage, priceRows } from '../fetch/buy-rows.ts';
import { useExtrasRun } from '../fetch/extras.ts';
import { countRemaining, isUncertainMatch, type SearchResults } from '../fetch/stored-results.ts';
import { useMatchCount } from '../fetch/counts.ts';
import { findFieldOfError } from '../query/search-query.ts';
import { useResults, useSearchQuery } from '../search/search-context.tsx';
import { EmptyMessage } from './empty-results.tsx';

/** What installs the model that ranks better than the built-in ranking. */
const installModel = 'fundscope model install';

/** Messages in place of rows, or about them. */
export function ResultsMessages({ empty }: { readonly empty: ReactNode }) {
  const { resource, query, isRun } = useSearchQuery();
  const { isUnread, results, ignored, failure, pending } = useResults();
  const extrasRun = useExtrasRun(resource);
  return (
    <>
      {failure && !pending && <SearchFailure failure={failure} />}
      {extrasRun?.failure && <FailureNotice key={extrasRun.failure.message} failure={extrasRun.failure} />}
      {results && hasNotices(results) && <ResultsNotices results={results} />}
      {!isRun && !pending && empty}
      {isRun && !results && !failure && !pending && <NoResultsMessage isUnread={isUnread} />}
      {results?.ids.length === 0 && <EmptyMessage {...{ query, ignored }} />}
    </>
  );
}

/** Starts the search again, at its price. */
function RestartButton() {
  const search = useSearchQuery();
  const { pending, loadAgain } = useResults();
  return (
    <PricedButton isListed upTo tenths={priceFirstPage(search, true)} pending={pending} onConfirm={loadAgain}>
      Start again
    </PricedButton>
  );
}

function SearchFailure({ failure }: { readonly failure: Error }) {
  const search = useSearchQuery();
  const { resource, query } = search;
  const { results, batch, loadMore, loadAgain } = useResults();
  // A failed batch continues where it stopped.
  const wanted = batch?.end === 'failed' && results ? batch.readRows - results.loaded : query.rows;
  const { total } = useMatchCount(resource, results ? undefined : query);
  const left = results ? countRemaining(results) : (total ?? undefined);
  // What does not exist is not quoted, but a search costs at least a row.
  const more = Math.min(wanted, Math.max(1, left ?? wanted));
  const price = (rows: number) => (results ? priceRows(search, rows) : priceFirstPage(search, false, rows));
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
          onConfirm: (authorization) => (results ? void loadMore(authorization, rows) : loadAgain(authorization, rows)),
        };
      }}
    />
  );
}

const hasNotices = (results: SearchResults): boolean => {
  const { ignored, more_ignored: moreIgnored, moved_from: movedFrom, surprises } = results;
  return ignored.length + moreIgnored + surprises > 0 || movedFrom !== null || isUncertainMatch(results);
};

/** Shown for a link whose results are not stored, or could not be read. */
function NoResultsMessage({ isUnread }: { readonly isUnread: boolean }) {
  return isUnread ? (
    <Notice title="The gateway cannot be reached">The stored results appear when it can be reached again.</Notice>
  ) : (
    <Notice title="These results are not loaded yet">
      The filters of the link are set. Press Search to load the results.
    </Notice>
  );
}

/** Warnings about results: ignored filters, a changed total, unexpected members. */
function ResultsNotices({ results }: { readonly results: SearchResults }) {
  const { many } = useSearchQuery().resource;
  const { ignored, more_ignored: moreIgnored, moved_from: movedFrom, duplicates, surprises, total } = results;
  const canInstallModel = useIsOwner() && results.ranked_by === 'built-in';
  const ignoredCount = ignored.length + moreIgnored;
  return (
    <>
      {isUncertainMatch(results) && (
        <Notice title="Uncertain matches">
          These {many} come closest. Describe what they do in other words
          {canInstallModel && (
            <>
              , or install a sentence model, which understands more of them: <code>{installModel}</code>
            </>
          )}
          .
        </Notice>
      )}
      {ignoredCount > 0 && (
        <Notice
          variant="warn"
          title={`${formatCount(ignoredCount, 'filter value')} unknown to the service and ignored`}
        >
          {ignored.map(({ member, value }) => `${value} (${member.split('.').at(-1) ?? member})`).join(', ')}
          {moreIgnored > 0 && `, and ${moreIgnored} more`}. Remove the marked values, or choose them again from the
          list.
        </Notice>
      )}
      {movedFrom !== null && (
        <Notice
          title={`The number of results changed from ${movedFrom.toLocaleString('en-US')} to ${total?.toLocaleString('en-US') ?? 'an unknown number of'} ${many}`}
          actions={<RestartButton />}
        >
          Loading stopped, because rows may have moved between pages. {formatCount(duplicates, 'duplicate row')}{' '}
          removed; others may be missing. Continue, or start again.
        </Notice>
      )}
      {surprises > 0 && (
        <Notice title={`${formatCount(surprises, 'value')} of the response could not be read`}>
          They are shown as undisclosed. The service may be newer than this dashboard.
        </Notice>
      )}
    </>
  );
}
