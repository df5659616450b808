import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type StatusState, useStatuses } from '../../records/status/statuses.ts';
import { useUs } from '../../records/us.ts';
import { formatGrouped } from '../../platform/format.ts';
import { readNewRows, SavedLink, useAreSearchesLoading, useSearches } from '../searches/kit/saved/searches.tsx';
import { TitledCard, cardRow } from '../../platform/ui/titled-card.tsx';

const maxShown = 3;

type TodayProps = {
  /** The UTC day. */
  readonly today: string;
  /** How many matches of the week nobody reviewed. */
  readonly left: number;
  /** Whether no alert was saved yet. */
  readonly isFirstUse: boolean;
};

/** At most three things to do: what is due, what is new, then what makes the product more useful. */
export function Today({ today, left, isFirstUse }: TodayProps) {
  const due = useDue(today);
  const searches = useSearches();
  const { us, isLoading } = useUs();
  const areSearchesLoading = useAreSearchesLoading();
  const isFirstSearch = searches.length === 0 && !areSearchesLoading;
  const withNew = searches.flatMap((saved) => {
    const count = readNewRows(saved)?.total ?? 0;
    return count > 0 ? [{ saved, count }] : [];
  });
  const things: readonly ReactNode[] = [
    due > 0 && (
      <Link key="due" to="/shortlist" search={{ view: 'table' }} className={cardRow}>
        <Thing text={due === 1 ? 'Take the next step that is due' : 'Take the next steps that are due'} count={due} />
      </Link>
    ),
    left > 0 && (
      <Link key="review" to="/alerts" className={cardRow}>
        <Thing text="Review the matches of the week" count={left} />
      </Link>
    ),
    ...withNew.map(({ saved, count }) => (
      <SavedLink key={saved.id} saved={saved} className={cardRow}>
        <Thing text={`See what is new in ${saved.name}`} count={count} />
      </SavedLink>
    )),
    isFirstUse && (
      <Link key="alert" to="/alerts" className={cardRow}>
        <Thing text="Set up an alert, and its matches arrive here" />
      </Link>
    ),
    isFirstSearch && (
      <Link key="search" to="/deals" className={cardRow}>
        <Thing text="Search deals and save the search" />
      </Link>
    ),
    !isLoading && us.length === 0 && (
      <Link key="us" to="/routes" className={cardRow}>
        <Thing text="Say who you are, to see your routes to people" />
      </Link>
    ),
    <Link key="market" to="/market" className={cardRow}>
      <Thing text="See how the market is doing" />
    </Link>,
  ];
  return <TitledCard title="Today">{things.filter(Boolean).slice(0, maxShown)}</TitledCard>;
}

type ThingProps = { readonly text: string; readonly count?: number };

const Thing = ({ text, count }: ThingProps) => (
  <>
    <span className="min-w-0 grow truncate font-medium">{text}</span>
    {count !== undefined && <span className="shrink-0 count-badge">{formatGrouped(count)}</span>}
  </>
);

const countDue = (statuses: StatusState, today: string): number =>
  [...statuses.values()].filter(({ status, due }) => status === 'shortlist' && due !== null && due <= today).length;

/** How many records of the shortlist have a next step that is due. */
function useDue(today: string): number {
  const [deals, companies, investors, people] = [
    useStatuses('deal'),
    useStatuses('company'),
    useStatuses('investor'),
    useStatuses('person'),
  ];
  return [deals, companies, investors, people].reduce((sum, statuses) => sum + countDue(statuses, today), 0);
}
