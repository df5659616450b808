import { useEffect, useEffectEvent } from 'react';
import { readSingleKeys } from '../../platform/storage/preferences.ts';

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
