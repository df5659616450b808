import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to what a pressed button gave way to, so that the keyboard goes on from there. */
export function useFocusAfter(done: boolean, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (done) place.current?.focus();
  }, [done, place]);
}

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
