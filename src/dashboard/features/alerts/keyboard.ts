import { useEffect, useEffectEvent } from 'react';
import { readSingleKeys } from '../../platform/storage/preferences.ts';
import type { UrlState } from '../../platform/url/use-url.ts';
import type { Item } from './items.ts';
import type { alertsUrl } from './use-alerts.ts';
import type { ReviewProgress } from './review-state.ts';

/** The keys of the review and what they do, as the panel shows them. */
export const reviewKeys = [
  { key: 'J', what: 'next' },
  { key: 'K', what: 'back' },
  { key: 'S', what: 'shortlist' },
  { key: 'X', what: 'pass' },
  { key: 'U', what: 'undo' },
  { key: 'O', what: 'open' },
  { key: 'D', what: 'day done' },
] as const;
export type ReviewKey = (typeof reviewKeys)[number]['key'];

/** Decisions are made one press at a time; moving may repeat while a key is held. */
const repeating: readonly ReviewKey[] = ['J', 'K'];

/**
 * Hears the keys of the review anywhere on the page, but not while typing or in a dialog; where single keys are
 * switched off (WCAG 2.1.4) only while the focus is in the feed.
 */
export function useReviewKeys(press: (key: ReviewKey) => void): void {
  const onPress = useEffectEvent(press);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const key = reviewKeys.find((known) => known.key === event.key.toUpperCase())?.key;
      if (key === undefined || !isMeant(event.target) || (event.repeat && !repeating.includes(key))) return;
      event.preventDefault();
      onPress(key);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"]';

function isMeant(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest(typing) !== null) return false;
  return readSingleKeys() || target.closest('[role="feed"]') !== null;
}

/** What can be done in a review, by key or by press; what is open follows the person. */
export function useReviewActs(url: UrlState<typeof alertsUrl>, items: readonly Item[], triage: ReviewProgress) {
  const openItem = items.find(({ id }) => id === url.value.open);
  const open = (id: string | undefined) => {
    if (id === url.value.open) return;
    url.write({ ...url.value, open: id }, url.value.open === undefined ? 'step' : 'replace');
  };
  const go = (item: Item | undefined) => {
    if (openItem && item) open(item.id);
  };
  const acts = {
    move: (by: number) => go(triage.move(by)),
    decide: (status: 'shortlist' | 'pass') => go(triage.decide(status)),
    undo: () => go(triage.undo()),
    finishDay: (day: string | null) => go(triage.finishDay(day)),
    open,
  };
  const { active } = triage;
  const keys: Record<ReviewKey, () => void> = {
    J: () => acts.move(1),
    K: () => acts.move(-1),
    S: () => acts.decide('shortlist'),
    X: () => acts.decide('pass'),
    U: acts.undo,
    O: () => open(active?.id),
    D: () => active && acts.finishDay(active.day),
  };
  useReviewKeys((key) => keys[key]());
  return { ...acts, openItem };
}
