import { useEffect, type RefObject } from 'react';

/** Moves the focus to what a pressed button gave way to, so that the keyboard goes on from there. */
export function useFocusAfter(done: boolean, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (done) place.current?.focus();
  }, [done, place]);
}
