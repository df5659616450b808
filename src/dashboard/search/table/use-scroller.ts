import { useElementScrollRestoration } from '@tanstack/react-router';
import type { UIEvent } from 'react';

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
