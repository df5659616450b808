import { useLayoutEffect } from 'react';
import { readPageAddress, useFromAddress, watchPageAddress } from './address.ts';

/** Pixels from the top by list, by entry of the browser's history. */
type ScrollPlaces = Record<string, Record<string, number>>;

const stored = 'fundscope.scroll';
let places: ScrollPlaces = {};

const listLists = () => document.querySelectorAll<HTMLElement>('[data-scroll-restoration-id]');

function storePlaces(entry: string): void {
  for (const { dataset, scrollTop } of listLists())
    (places[entry] ??= {})[dataset['scrollRestorationId'] ?? ''] = scrollTop;
}

/** Stores where lists with a `data-scroll-restoration-id` are when the page leaves them, for the life of the tab. */
export function watchScrolling(): void {
  try {
    places = JSON.parse(sessionStorage.getItem(stored) ?? '{}') as ScrollPlaces;
  } catch {
    // Storage is blocked: nothing is restored after a reload.
  }
  let { entry } = readPageAddress();
  // Before React is notified of the new address, so that the lists of the old one still exist.
  watchPageAddress(() => {
    storePlaces(entry);
    ({ entry } = readPageAddress());
  });
  window.addEventListener('pagehide', () => {
    storePlaces(entry);
    try {
      sessionStorage.setItem(stored, JSON.stringify(places));
    } catch {
      // As above.
    }
  });
}

/** The stored position of a list in this entry of the history, in pixels; 0 on a first visit. */
export const readScrollTop = (id: string): number => places[readPageAddress().entry]?.[id] ?? 0;

/** Scrolls the lists of a screen to their stored positions when Back, Forward or a reload shows it again. */
export function useStoredScroll(isShown: boolean): void {
  const entry = useFromAddress((address) => address.entry);
  useLayoutEffect(() => {
    const known = places[entry];
    if (!isShown || !known) return;
    for (const list of listLists()) {
      const top = known[list.dataset['scrollRestorationId'] ?? ''];
      if (top !== undefined && top !== list.scrollTop) list.scrollTop = top;
    }
  }, [entry, isShown]);
}
