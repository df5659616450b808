import { useEffect, useRef, type RefObject } from 'react';

/** Takes the focus to a place when what had it there gave way to something else, so that the keyboard goes on. */
export function useKeepFocus(place: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const focused = document.activeElement;
    if (focused === null || focused === document.body) place.current?.focus({ preventScroll: true });
  }, [place, shown]);
}
