import { readSingleKeys } from '../../platform/storage/storage.ts';
import { useWindowKeys } from '../../platform/ui/single-key.ts';
import type { UrlState } from '../../platform/url/url.ts';
import type { AlertItem } from '../../records/alerts/items.ts';
import type { ReviewProgress } from '../../records/alerts/review-state.ts';
import type { alertsUrl } from '../../records/alerts/use-alerts.ts';

/** The keys of the review and what they do. */
export const reviewKeys = [
  { key: 'J', what: 'Next' },
  { key: 'K', what: 'Back' },
  { key: 'S', what: 'Shortlist' },
  { key: 'X', what: 'Pass' },
  { key: 'U', what: 'Undo' },
  { key: 'O', what: 'Open' },
  { key: 'D', what: 'Day done' },
] as const;
type ReviewShortcut = (typeof reviewKeys)[number]['key'];

/** Keys that repeat while held; a status needs a new press. */
const repeating: readonly ReviewShortcut[] = ['J', 'K'];

/**
 * Listens to the review keys on the whole page, except in text fields and dialogs. With single-key shortcuts off
 * (WCAG 2.1.4) they work only in the feed.
 */
function useReviewKeys(press: (key: ReviewShortcut) => void): void {
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = reviewKeys.find((known) => known.key === event.key.toUpperCase())?.key;
    if (key === undefined || !acceptsKey(event.target) || (event.repeat && !repeating.includes(key))) return;
    event.preventDefault();
    press(key);
  });
}

const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"]';

function acceptsKey(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest(typing) !== null) return false;
  return readSingleKeys() || target.closest('[role="feed"]') !== null;
}

/** The actions of a review, by key or click. Open details follow the active deal. */
export function useReviewActions(url: UrlState<typeof alertsUrl>, items: readonly AlertItem[], review: ReviewProgress) {
  const openItem = items.find(({ id }) => id === url.value.open);
  const open = (id: string | undefined) => {
    if (id === url.value.open) return;
    url.write({ ...url.value, open: id }, url.value.open === undefined ? 'step' : 'replace');
  };
  const go = (item: AlertItem | undefined) => {
    if (openItem && item) open(item.id);
  };
  const actions = {
    move: (by: number) => go(review.move(by)),
    decide: (status: 'shortlist' | 'pass') => go(review.decide(status)),
    undo: () => go(review.undo()),
    finishDay: (day: string | null) => go(review.finishDay(day)),
    open,
  };
  const { active } = review;
  const keys: Record<ReviewShortcut, () => void> = {
    J: () => actions.move(1),
    K: () => actions.move(-1),
    S: () => actions.decide('shortlist'),
    X: () => actions.decide('pass'),
    U: actions.undo,
    O: () => open(active?.id),
    D: () => active && actions.finishDay(active.day),
  };
  useReviewKeys((key) => keys[key]());
  return { ...actions, openItem };
}
