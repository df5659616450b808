import { useState, useSyncExternalStore } from 'react';
import { reviewStore } from '../../library/own-work/work-store.ts';
import {
  readStatusOf,
  setStatus,
  setStatuses,
  statusNames,
  undoStatuses,
  useStatuses,
} from '../../library/status/statuses.ts';
import {
  type AlertItem,
  type ReviewCount,
  findNext,
  findStart,
  formatDayName,
  formatProgress,
  isReviewed,
} from './items.ts';
import { formatUtcDay } from '../../platform/format.ts';
import type { RecordStatus, StatusValue } from '../../library/status/record-status.ts';

/** What this device stores about reviews. */
type ReviewMemory = {
  /** When the last review ended, in milliseconds; 0 before the first. */
  readonly finishedAt: number;
  /** Whether a finished review included a deal. */
  readonly wasShown: (dealId: string) => boolean;
  /** Whether an alert existed when a review ended: then every deal that is not `wasShown` was added since. */
  readonly hasBaseline: (alertId: string) => boolean;
};

/** The stored reviews as React state. */
export const useReviewMemory = (): ReviewMemory =>
  buildMemory(useSyncExternalStore(reviewStore.watch, readFinishedAt, readFinishedAt));

export const readReviewMemory = (): ReviewMemory => buildMemory(readFinishedAt());

function readFinishedAt(): number {
  const stored = reviewStore.read(['finished']);
  return typeof stored === 'number' ? stored : 0;
}

function buildMemory(finishedAt: number): ReviewMemory {
  // Entries after `finishedAt` are of a review whose end was undone.
  const isStored = (part: 'shown' | 'alert', id: string) =>
    (reviewStore.readTime([part, id]) ?? Infinity) <= finishedAt;
  return { finishedAt, wasShown: (id) => isStored('shown', id), hasBaseline: (id) => isStored('alert', id) };
}

/**
 * Ends the review: the next one leaves out these deals. `alertIds` are alerts whose deals until now are all among them,
 * so that whatever else they match later was added later.
 */
export function finishReview(dealIds: Iterable<string>, alertIds: readonly string[], now: number = Date.now()): void {
  const memory = readReviewMemory();
  const entries = [
    ...Array.from(new Set(dealIds), (id) => ['shown', id] as const).filter(([, id]) => !memory.wasShown(id)),
    ...alertIds.map((id) => ['alert', id] as const).filter(([, id]) => !memory.hasBaseline(id)),
  ];
  reviewStore.merge([
    ...entries.map((key) => ({ key, at: now, value: null })),
    { key: ['finished'], at: Math.max(now, reviewStore.readTime(['finished']) ?? 0), value: now },
  ]);
}

/**
 * The deals since the last review: those that it did not include. Of an alert that is newer than it, only deals from
 * its day on, because older ones were there already.
 */
export const selectNew = (items: readonly AlertItem[], memory: ReviewMemory): readonly AlertItem[] =>
  items.filter(
    ({ id, day, reasons }) =>
      !memory.wasShown(id) &&
      (memory.finishedAt === 0 ||
        (day !== null && day >= formatUtcDay(memory.finishedAt)) ||
        reasons.some(({ alertId }) => memory.hasBaseline(alertId))),
  );

/** Whether a new deal is dated before the last review, so it was added late. */
export const isLate = ({ day }: AlertItem, { finishedAt }: ReviewMemory): boolean =>
  day !== null && finishedAt > 0 && day < formatUtcDay(finishedAt);

/** Undoes the end of a review. */
export function reopenReview(finishedAt: number): void {
  reviewStore.set(['finished'], finishedAt);
}

/** The deal at which the review was left; undefined when none is stored. */
export function readReviewPlace(): string | undefined {
  const stored = reviewStore.read(['place']);
  return typeof stored === 'string' ? stored : undefined;
}

/** Stores the position, so that a reload or another tab continues there. */
export function storeReviewPlace(dealId: string): void {
  if (readReviewPlace() !== dealId) reviewStore.set(['place'], dealId);
}

/** The active deal of the feed and the actions on it. `followed` counts the moves that take the focus along. */
export function useReviewProgress(items: readonly AlertItem[]) {
  const statuses = useStatuses('deal');
  const [place, setPlace] = useState(readReviewPlace);
  const [followed, setFollowed] = useState(0);
  const [message, setMessage] = useState('');
  const active = findStart(items, place, statuses);
  const at = active === undefined ? -1 : items.indexOf(active);

  const activate = (item: AlertItem | undefined) => {
    if (!item) return;
    setPlace(item.id);
    storeReviewPlace(item.id);
  };
  const follow = (item: AlertItem | undefined) => {
    activate(item);
    setFollowed((count) => count + 1);
    return item;
  };
  const announce = (what: string) => setMessage(`${what} ${formatProgress(countNow(items))}.`);

  /** Sets the status of the active deal and moves to the next one. */
  const decide = (status: StatusValue) => {
    if (!active) return undefined;
    setStatus('deal', active.id, { status });
    announce(`${statusNames[status]}: ${active.deal.company_name ?? 'unnamed company'}.`);
    return follow(findNext(items, at, readNow) ?? active);
  };
  /** Sets the status of any item, or removes it where it is set already. */
  const toggle = (item: AlertItem, status: StatusValue) => {
    const next = readStatusOf('deal', item.id).status === status ? null : status;
    setStatus('deal', item.id, { status: next });
    announce(`${next ? statusNames[next] : 'Status removed'}: ${item.deal.company_name ?? 'unnamed company'}.`);
    activate(item);
  };
  const undo = () => {
    const undone = undoStatuses();
    announce(undone ? 'Undone.' : 'Nothing to undo.');
    return undone ? follow(items.find(({ id }) => id === undone.ids[0]) ?? active) : undefined;
  };
  /** Marks every deal of a day as reviewed and moves to the next day. */
  const finishDay = (day: string | null) => {
    const open = items.filter((item) => item.day === day && !isReviewed(readStatusOf('deal', item.id)));
    if (open.length > 0)
      setStatuses(
        'deal',
        open.map(({ id }) => id),
        { seen: true },
      );
    announce(`${day === null ? 'Deals without a date' : formatDayName(day)}: done.`);
    const last = items.findLastIndex((item) => item.day === day);
    return follow(findNext(items, last, readNow) ?? items[last]);
  };
  return {
    statuses,
    active,
    followed,
    message,
    activate,
    decide,
    toggle,
    undo,
    finishDay,
    move: (by: number) => follow(items[Math.min(Math.max(at + by, 0), items.length - 1)]),
    moveTo: (item: AlertItem | undefined) => follow(item),
  };
}
export type ReviewProgress = ReturnType<typeof useReviewProgress>;

/** The status as it is now: keys can come faster than renders. */
const readNow = ({ id }: AlertItem): RecordStatus => readStatusOf('deal', id);

const countNow = (items: readonly AlertItem[]): ReviewCount => ({
  reviewed: items.filter((item) => isReviewed(readNow(item))).length,
  total: items.length,
});
