import { useEffect, useMemo, useState } from 'react';

/** Work that can pause: it yields wherever the browser may draw a frame. */
export type SlicedWork<T> = Generator<void, T>;

/** Up to this many rows the work is done at once; it takes one or two frames. */
export const maxRowsAtOnce = 3000;

const sliceMs = 8;

/** Runs work to its end without a pause. */
export function finishWork<T>(work: SlicedWork<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** How long after scrolling the browser counts as idle again. */
export const scrollPauseMs = 100;
let scrolledAt = -scrollPauseMs;

/** Rows are scrolling, which work in slices must not slow down. */
export const markScrolling = (): void => void (scrolledAt = performance.now());

/** Whether rows have scrolled just now. */
export const isScrolling = (): boolean => performance.now() - scrolledAt < scrollPauseMs;

/**
 * Runs work in slices of 8 ms while the browser is idle and nobody scrolls, so that input and frames are never blocked;
 * `hurried` in every frame, because someone is waiting. Returns a function that stops it.
 */
export function runInSlices<T>(work: SlicedWork<T>, onDone: (result: T) => void, hurried = false): () => void {
  let stopped = false;
  const step = () => {
    const until = performance.now() + sliceMs;
    while (!stopped && performance.now() < until) {
      const { done, value } = work.next();
      if (!done) continue;
      stopped = true;
      onDone(value);
    }
    if (!stopped) schedule();
  };
  const schedule = () => {
    if (!hurried && isScrolling()) {
      setTimeout(schedule, scrollPauseMs);
      return;
    }
    // Safari has no scheduler, and idle callbacks leave most of an idle processor unused.
    if (typeof scheduler === 'undefined') setTimeout(step, hurried ? 0 : 8);
    else void scheduler.postTask(step, { priority: hurried ? 'user-visible' : 'background' });
  };
  schedule();
  return () => void (stopped = true);
}

/**
 * The result of work as React state: at once for few rows, else undefined until it is done. `make` must stay the same
 * function as long as the result is valid; a new one starts the work again.
 */
export function useSlicedWork<T>(count: number, make: () => SlicedWork<T>): T | undefined {
  const atOnce = useMemo(() => (count <= maxRowsAtOnce ? finishWork(make()) : undefined), [count, make]);
  const [later, setLater] = useState<{ readonly make: () => SlicedWork<T>; readonly value: T }>();
  useEffect(() => {
    if (count <= maxRowsAtOnce) return undefined;
    return runInSlices(make(), (value) => setLater({ make, value }));
  }, [count, make]);
  return atOnce ?? (later?.make === make ? later.value : undefined);
}
