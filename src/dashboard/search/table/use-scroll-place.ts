import { useElementScrollRestoration } from '@tanstack/react-router';

/** Where a list was scrolled to when its screen was left; `id` marks its scroller as `data-scroll-restoration-id`. */
export type ScrollPlace = { readonly id: string; readonly top: number };

/** The place to which Back and a reload bring a list again, in pixels; 0 on a first visit. */
export function useScrollPlace(name: string): ScrollPlace {
  const id = `rows ${name}`;
  return { id, top: useElementScrollRestoration({ id })?.scrollY ?? 0 };
}
