import { useElementScrollRestoration } from '@tanstack/react-router';
import { type RefObject, type UIEvent, useLayoutEffect, useState } from 'react';

/** Pixels before the end that count as the end: a few rows. */
const nearPixels = 170;

/**
 * Handlers that report when a scroller reaches its end. They react to scrolling and the wheel only, never to a render:
 * loading more rows can cost credits, so it must follow a user action.
 */
export function watchEnd(onEnd: (() => void) | undefined) {
  const watch = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (scrollHeight - scrollTop - clientHeight < nearPixels) onEnd?.();
  };
  return { onScroll: watch, onWheel: watch };
}

/** The stored scroll position of a list; its scroller has `id` as `data-scroll-restoration-id`. */
export type ScrollPlace = { readonly id: string; readonly top: number };

/** The scroll position that Back and a reload restore, in pixels; 0 on a first visit. */
export function useScrollPlace(name: string): ScrollPlace {
  const id = `rows ${name}`;
  return { id, top: useElementScrollRestoration({ id })?.scrollY ?? 0 };
}

/** The width of an element in pixels, as it changes; 0 before it is laid out. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
