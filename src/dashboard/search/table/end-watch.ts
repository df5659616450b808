import type { UIEvent } from 'react';

/** How near to the end counts as there, in pixels: a few rows. */
const nearPixels = 170;

/**
 * Handlers for a scroller that tell when its end is in sight. They answer to scrolling and the wheel alone, never to a
 * render: what is loaded by them must go back to a movement of the person.
 */
export function toEndWatch(onEnd: (() => void) | undefined) {
  const watch = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (scrollHeight - scrollTop - clientHeight < nearPixels) onEnd?.();
  };
  return { onScroll: watch, onWheel: watch };
}
