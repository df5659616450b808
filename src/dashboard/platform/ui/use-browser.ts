import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** Moves the focus to what replaced a pressed button, so that keyboard users continue from there. */
export function useFocusAfter(done: boolean, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (done) place.current?.focus();
  }, [done, place]);
}

/** Moves the focus to `place` when the focused element was replaced, so that keyboard users continue there. */
export function useKeepFocus(place: RefObject<HTMLElement | null>, shown: unknown): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const focused = document.activeElement;
    if (focused === null || focused === document.body) place.current?.focus({ preventScroll: true });
  }, [place, shown]);
}

/** The browser's font size relative to the default. Lengths in code that contain text are multiplied by it. */
export const textScale: number =
  Number.parseFloat(globalThis.getComputedStyle?.(document.documentElement).fontSize ?? '') / 16 || 1;

/** The width of an element in pixels including its padding, kept up to date; 0 before layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    const read = () => setWidth(box.clientWidth);
    // The observer reports only after the first paint, which would then have another width.
    read();
    const observer = new ResizeObserver(read);
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Whether a media query matches; updates when that changes. */
function useMedia(query: string): boolean {
  const read = () => window.matchMedia(query).matches;
  const watch = (listener: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return useSyncExternalStore(watch, read, read);
}

/** Whether a panel fits next to a list; below 900 px it is a sheet (tailwind.config.ts: `wide`). */
export const useIsWide = (): boolean => useMedia('(min-width: 56.25rem)');

/** Whether rows are cards and the screens are tabs at the bottom (tailwind.config.ts: `tablet`). */
export const useIsPhone = (): boolean => useMedia('(max-width: 40rem)');

/** Whether the navigation has names; below it is a rail of icons (tailwind.config.ts: `full`). */
export const useIsFull = (): boolean => useMedia('(min-width: 68.8125rem)');

/** Whether a list fits beside a table without taking its columns. */
export const useIsRoomy = (): boolean => useMedia('(min-width: 90rem)');

/** Whether rows need the height of everything around them (styles.css: `short`). */
export const useIsShort = (): boolean => useMedia('(max-height: 37.5rem)');

/** Whole seconds until a time (`performance.now`), counting down on screen; 0 when it has passed. */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [left]);
  return left;
}

/** The current time in milliseconds, updated every 30 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
