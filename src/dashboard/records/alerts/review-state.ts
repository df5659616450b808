import { queryOptions } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  changeReview,
  finishReview as finishEndpoint,
  readReviews,
  reopenReview as reopenEndpoint,
  type ReviewState,
} from '#contract/workspace/reviews.ts';
import { createUnsaved } from '../saving/unsaved.ts';
import { queryClient } from '../../platform/http/query-client.ts';
import { callWorkspace, cacheResponse, useWorkspaceQuery, workspaceKey } from '../../platform/http/workspace.ts';
import { readStatusOf, setStatus, setStatuses, statusNames, undoStatuses, useStatuses } from '../status/statuses.ts';
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
import type { RecordStatus, StatusValue } from '#contract/workspace/statuses.ts';

/** What the reviews of the account have shown. Free. */
export const storedReviews = queryOptions({
  queryKey: workspaceKey('reviews'),
  queryFn: async ({ signal }): Promise<ReviewState> =>
    (await callWorkspace(readReviews, { query: undefined, signal })).reviews,
});

const noReviews: ReviewState = { finished_at: null, place: null, shown_ids: [], alert_ids: [] };
const readStored = () => queryClient.getQueryData(storedReviews.queryKey) ?? noReviews;

/** A change of the reviews; `before` is the state to which the end of a review is undone. */
type ReviewChange =
  | {
      readonly finish: { readonly dealIds: readonly string[]; readonly alertIds: readonly string[] };
      readonly at: string;
    }
  | { readonly reopen: true; readonly before: ReviewState }
  | { readonly place: string };

const unsavedReviews = createUnsaved<ReviewChange>({
  async send(changes, options) {
    const { reviews } = await sendChange(changes.at(-1), options);
    return () => cacheResponse('reviews', () => queryClient.setQueryData(storedReviews.queryKey, reviews));
  },
  // Of several places, only the last one matters.
  countNext: (changes) => {
    const first = changes.findIndex((change) => !('place' in change));
    return first < 0 ? changes.length : first;
  },
});

async function sendChange(change: ReviewChange | undefined, options: { readonly keepalive: boolean }) {
  if (change && 'finish' in change) {
    const { dealIds, alertIds } = change.finish;
    return callWorkspace(finishEndpoint, { body: { deal_ids: [...dealIds], alert_ids: [...alertIds] } }, options);
  }
  if (change && 'place' in change) return callWorkspace(changeReview, { body: { place: change.place } }, options);
  return callWorkspace(reopenEndpoint, { body: {} }, options);
}

function applyChange(state: ReviewState, change: ReviewChange): ReviewState {
  if ('place' in change) return { ...state, place: change.place };
  if ('reopen' in change) return change.before;
  return {
    finished_at: change.at,
    place: null,
    shown_ids: [...new Set([...state.shown_ids, ...change.finish.dealIds])],
    alert_ids: [...new Set([...state.alert_ids, ...change.finish.alertIds])],
  };
}

/** What the reviews have shown. */
export const readReviewed = (stored = readStored(), unsaved = unsavedReviews.read()): ReviewState =>
  unsaved.reduce(applyChange, stored);

/** What the reviews have shown, in the form in which screens ask. */
type ReviewMemory = {
  /** When the last review ended, in milliseconds; 0 before the first. */
  readonly finishedAt: number;
  /** Whether a finished review included a deal. */
  readonly wasShown: (dealId: string) => boolean;
  /** Whether an alert existed when a review ended: then every deal that is not `wasShown` was added since. */
  readonly hasBaseline: (alertId: string) => boolean;
};

export function buildMemory({
  finished_at: finishedAt,
  shown_ids: shownIds,
  alert_ids: alertIds,
}: ReviewState): ReviewMemory {
  const [shown, alerts] = [new Set(shownIds), new Set(alertIds)];
  return {
    finishedAt: finishedAt === null ? 0 : Date.parse(finishedAt),
    wasShown: (id) => shown.has(id),
    hasBaseline: (id) => alerts.has(id),
  };
}

/** The reviews of the account as React state. */
export function useReviews() {
  const { data, isLoading } = useWorkspaceQuery(storedReviews);
  const state = readReviewed(data, unsavedReviews.use());
  const { finished_at: finishedAt, shown_ids: shownIds, alert_ids: alertIds, place } = state;
  // Not by the place, which changes with every move.
  const memory = useMemo(
    () => buildMemory({ ...noReviews, finished_at: finishedAt, shown_ids: shownIds, alert_ids: alertIds }),
    [finishedAt, shownIds, alertIds],
  );
  return { memory, leftAt: place ?? undefined, isLoading };
}

/**
 * Ends the review: the next one leaves out these deals. `alertIds` are alerts whose deals until now are all among them,
 * so that whatever else they match later was added later. Returns what undoes this.
 */
export function storeReviewEnd(dealIds: Iterable<string>, alertIds: readonly string[]): () => void {
  const before = readReviewed();
  unsavedReviews.add({ finish: { dealIds: [...new Set(dealIds)], alertIds }, at: new Date().toISOString() });
  return () => unsavedReviews.add({ reopen: true, before });
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

/** The deal at which the review was left; undefined when none is stored. */
export const readReviewPlace = (): string | undefined => readReviewed().place ?? undefined;

/** Stores the position, so that a reload or another browser continues there. */
export function storeReviewPlace(dealId: string): void {
  if (readReviewPlace() !== dealId) unsavedReviews.add({ place: dealId });
}

/** The active deal of the feed and the actions on it; it begins at `leftAt`. `followed` counts the moves that take the focus along. */
export function useReviewProgress(items: readonly AlertItem[], leftAt: string | undefined) {
  const statuses = useStatuses('deal');
  const [place, setPlace] = useState(leftAt);
  // Known only once the reviews are read; later changes of another browser move nobody.
  if (place === undefined && leftAt !== undefined) setPlace(leftAt);
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
