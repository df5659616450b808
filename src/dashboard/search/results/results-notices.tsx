import type { ReactNode } from 'react';
import { formatCount } from '../../platform/format.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import { hasNoStrongMatch, type SearchResultPages } from '../fetch/search-results.ts';

type ResultsNoticesProps = {
  readonly many: string;
  readonly results: SearchResultPages;
  /** Starts the search again, at its price. */
  readonly restart: ReactNode;
};

/** Warnings about results: ignored filters, a changed total, unexpected members. */
export function ResultsNotices({ many, results, restart }: ResultsNoticesProps) {
  const { ignored, moreIgnored, movedFrom, duplicates, surprises, total } = results;
  const ignoredCount = ignored.length + moreIgnored;
  return (
    <>
      {hasNoStrongMatch(results) && (
        <Notice title="No strong match">These {many} are the closest. Describe what they do in other words.</Notice>
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
          actions={restart}
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
