import { useState, useSyncExternalStore } from 'react';
import { keptShown } from '../../library/records/records.ts';
import {
  type RecordStatus,
  readStatusOf,
  setStatus,
  setStatuses,
  statusNames,
  type StatusValue,
  undoStatuses,
  useStatuses,
} from '../../library/status/statuses.ts';
import { formatDayName } from './days.ts';
import { findNext, findStart, isReviewed, type Item, type Progress, formatProgress } from './items.ts';

/** Rows beside those of deals: when the last review was finished, and the deal where this one stands. */
const finishedId = 'finished';
const placeId = 'place';

/** What this device remembers of reviews. */
export type Memory = {
  /** When the last review was finished, in milliseconds; 0 before the first. */
  readonly finishedAt: number;
  /** Whether a deal was shown before the last review was finished. */
  readonly wasShown: (dealId: string) => boolean;
};

/** What this device remembers, as React state; only the end of a review changes it, and not each deal that is shown. */
export const useMemory = (): Memory => buildMemory(useSyncExternalStore(keptShown.watch, readFinishedAt));

export const readMemory = (): Memory => buildMemory(readFinishedAt());

function readFinishedAt(): number {
  const kept = keptShown.read(finishedId)?.value;
  return typeof kept === 'number' ? kept : 0;
}

const buildMemory = (finishedAt: number): Memory => ({
  finishedAt,
  wasShown: (id) => (keptShown.readTime(id) ?? Infinity) <= finishedAt,
});

/** Notes deals that came into sight; the first time stands. */
export function keepShown(ids: readonly string[]): void {
  const rows = ids.filter((id) => keptShown.read(id) === undefined).map((id) => ({ id, value: null }));
  if (rows.length > 0) keptShown.keep(rows);
}

/** Ends the review: what was shown until now is not shown again by the next one. */
export function finishReview(now: number = Date.now()): void {
  keptShown.keep([{ id: finishedId, value: now }]);
}

/** Takes the end of a review back to what it was before. */
export function reopenReview(finishedAt: number): void {
  keptShown.keep([{ id: finishedId, value: finishedAt }]);
}

/** The deal at which the person stood last; undefined when none is kept. */
export function readReviewPlace(): string | undefined {
  const kept = keptShown.read(placeId)?.value;
  return typeof kept === 'string' ? kept : undefined;
}

/** Keeps where the person stands, so that a reload or another tab goes on from there. */
export function keepReviewPlace(dealId: string): void {
  if (readReviewPlace() !== dealId) keptShown.keep([{ id: placeId, value: dealId }]);
}

/** Where the person stands in the feed, and what can be done there; `followed` counts the steps that the focus follows. */
export function useReviewProgress(items: readonly Item[]) {
  const marks = useStatuses('deal');
  const [place, setPlace] = useState(readReviewPlace);
  const [followed, setFollowed] = useState(0);
  const [said, setSaid] = useState('');
  const active = findStart(items, place, marks);
  const at = active === undefined ? -1 : items.indexOf(active);

  const stand = (item: Item | undefined) => {
    if (!item) return;
    setPlace(item.id);
    keepReviewPlace(item.id);
  };
  const follow = (item: Item | undefined) => {
    stand(item);
    setFollowed((count) => count + 1);
    return item;
  };
  const say = (what: string) => setSaid(`${what} ${formatProgress(countNow(items))}.`);

  /** Decides about the item at which the person stands, and goes on to the next. */
  const decide = (status: StatusValue) => {
    if (!active) return undefined;
    setStatus('deal', active.id, { status });
    say(`${statusNames[status]}: ${active.deal.company_name ?? 'unnamed company'}.`);
    return follow(findNext(items, at, readNow) ?? active);
  };
  /** Sets the status of any item, or takes it away where it is that already. */
  const toggle = (item: Item, status: StatusValue) => {
    const next = readStatusOf('deal', item.id).status === status ? null : status;
    setStatus('deal', item.id, { status: next });
    say(`${next ? statusNames[next] : 'Open again'}: ${item.deal.company_name ?? 'unnamed company'}.`);
    stand(item);
  };
  const undo = () => {
    const undone = undoStatuses();
    say(undone ? 'Taken back.' : 'Nothing to take back.');
    return undone ? follow(items.find(({ id }) => id === undone.ids[0]) ?? active) : undefined;
  };
  /** Says of every open item of a day that it was looked at, and goes on to the next day. */
  const finishDay = (day: string | null) => {
    const open = items.filter((item) => item.day === day && !isReviewed(readStatusOf('deal', item.id)));
    if (open.length > 0)
      setStatuses(
        'deal',
        open.map(({ id }) => id),
        { seen: true },
      );
    say(`${day === null ? 'Deals without a date' : formatDayName(day)}: done.`);
    const last = items.findLastIndex((item) => item.day === day);
    return follow(findNext(items, last, readNow) ?? items[last]);
  };
  return {
    marks,
    active,
    followed,
    said,
    stand,
    decide,
    toggle,
    undo,
    finishDay,
    move: (by: number) => follow(items[Math.min(Math.max(at + by, 0), items.length - 1)]),
    moveTo: (item: Item | undefined) => follow(item),
  };
}
export type ReviewProgress = ReturnType<typeof useReviewProgress>;

/** The mark as it is now, not as it was at the last render: keys may come faster. */
const readNow = ({ id }: Item): RecordStatus => readStatusOf('deal', id);

const countNow = (items: readonly Item[]): Progress => ({
  reviewed: items.filter((item) => isReviewed(readNow(item))).length,
  total: items.length,
});
