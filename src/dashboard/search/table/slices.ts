import { useEffect, useMemo, useState } from 'react';

/** Work that can be put down and taken up again: it yields wherever a frame may pass. */
export type Work<T> = Generator<void, T>;

/** Work on no more rows than this is done at once: it takes less than a frame or two. */
export const mostAtOnce = 3000;

const sliceMs = 8;

/** Does work to its end. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Work that goes on beside everything else. */
export type Running = {
  /** From now on it goes on in every frame, because somebody waits for it. */
  readonly hurry: () => void;
  readonly stop: () => void;
};

/** Does work in slices of a few milliseconds while the browser is idle, so that no frame and no key waits for it. */
export function runInSlices<T>(work: Work<T>, onDone: (result: T) => void): Running {
  let stopped = false;
  let hurried = false;
  const step = () => {
    const until = performance.now() + sliceMs;
    while (!stopped && performance.now() < until) {
      const { done, value } = work.next();
      if (!done) continue;
      stopped = true;
      onDone(value);
    }
    if (!stopped) goOn();
  };
  const goOn = () => {
    // Safari knows no priorities; idle callbacks would leave most of an idle processor unused.
    if (typeof scheduler === 'undefined') setTimeout(step, hurried ? 0 : 8);
    else void scheduler.postTask(step, { priority: hurried ? 'user-visible' : 'background' });
  };
  goOn();
  return {
    hurry: () => void (hurried = true),
    stop: () => void (stopped = true),
  };
}

/**
 * The outcome of work as React state: at once where there are few rows, else undefined until it is done. `make` stays
 * the same function while the outcome stands: what was counted before a purchase is no price after it.
 */
export function useSliced<T>(count: number, make: () => Work<T>): T | undefined {
  const atOnce = useMemo(() => (count <= mostAtOnce ? finish(make()) : undefined), [count, make]);
  const [later, setLater] = useState<{ readonly make: () => Work<T>; readonly value: T }>();
  useEffect(() => {
    if (count <= mostAtOnce) return undefined;
    return runInSlices(make(), (value) => setLater({ make, value })).stop;
  }, [count, make]);
  return atOnce ?? (later?.make === make ? later.value : undefined);
}
