import type { ReactNode } from 'react';
import { toCount } from '../../platform/format.ts';
import { Notice } from '../../platform/ui/notice.tsx';
import type { SearchAnswer } from '../fetch/search-results.ts';

type AnswerNoticesProps = {
  readonly many: string;
  readonly answer: SearchAnswer;
  /** Starts the search again, at its price. */
  readonly restart: ReactNode;
};

/** What a person should know about an answer before trusting it: ignored filters, a moved result, odd members. */
export function AnswerNotices({ many, answer, restart }: AnswerNoticesProps) {
  const { ignored, moreIgnored, movedFrom, duplicates, surprises, total } = answer;
  const ignoredCount = ignored.length + moreIgnored;
  return (
    <>
      {ignoredCount > 0 && (
        <Notice look="warn" title={`${toCount(ignoredCount, 'filter value')} not known to the service, and ignored`}>
          {ignored.map(({ member, value }) => `${value} (${member.split('.').at(-1) ?? member})`).join(', ')}
          {moreIgnored > 0 && `, and ${moreIgnored} more`}. Take the amber chips away, or choose them again from the
          look-up.
        </Notice>
      )}
      {movedFrom !== null && (
        <Notice
          title={`The result moved from ${movedFrom.toLocaleString('en-US')} to ${total?.toLocaleString('en-US') ?? 'an unknown number of'} ${many}`}
          actions={restart}
        >
          Loading stopped there, because rows may have shifted between the pages. {toCount(duplicates, 'row')} that came
          twice {duplicates === 1 ? 'stands' : 'stand'} here once; others may be missing. Go on, or start again.
        </Notice>
      )}
      {surprises > 0 && (
        <Notice title={`${toCount(surprises, 'value')} of the answer could not be understood`}>
          They are shown as not disclosed. The service may be newer than this dashboard.
        </Notice>
      )}
    </>
  );
}
