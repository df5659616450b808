/** Work that several callers wait for. */
type Running<T> = { waiting: number; readonly ending: AbortController; readonly result: Promise<T> };

/** Runs work for a key, or waits for the one that runs; `closed` ends the wait of this caller. */
type ShareWork<T> = (key: string, closed: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Creates a function that runs one work per key at a time: callers with the same key get the same result or error. The
 * signal of the work aborts when the last of them has left, and the next caller starts it anew.
 */
export function createSharedWork<T>(): ShareWork<T> {
  const running = new Map<string, Running<T>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const ending = new AbortController();
    const started = { waiting: 0, ending, result: work(ending.signal) };
    running.set(key, started);
    const end = () => remove(key, started);
    void started.result.then(end, end);
    return started;
  }

  function remove(key: string, started: Running<T>): void {
    if (running.get(key) === started) running.delete(key);
  }

  return async (key, closed, work) => {
    closed.throwIfAborted();
    const joined = running.get(key) ?? start(key, work);
    joined.waiting += 1;
    const left = new Promise<never>((_, reject) => {
      closed.addEventListener('abort', () => reject(closed.reason as Error), { once: true });
    });
    try {
      return await Promise.race([joined.result, left]);
    } finally {
      joined.waiting -= 1;
      if (joined.waiting === 0) {
        remove(key, joined);
        joined.ending.abort();
      }
    }
  };
}
