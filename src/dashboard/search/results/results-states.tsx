import type { ReactNode } from 'react';
import { formatCount } from '../../platform/format.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import type { SearchResultPages } from '../fetch/search-results.ts';

type AnswerNoticesProps = {
  readonly many: string;
  readonly answer: SearchResultPages;
  /** Starts the search again, at its price. */
  readonly restart: ReactNode;
};

/** Warnings about results: ignored filters, a changed total, unexpected members. */
export function ResultsNotices({ many, answer, restart }: AnswerNoticesProps) {
  const { ignored, moreIgnored, movedFrom, duplicates, surprises, total } = answer;
  const ignoredCount = ignored.length + moreIgnored;
  return (
    <>
      {ignoredCount > 0 && (
        <Notice look="warn" title={`${formatCount(ignoredCount, 'filter value')} unknown to the service and ignored`}>
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
