import { ImportError } from './import-error.ts';

/** Stops work on Ctrl-C, SIGTERM and SIGHUP. */
export type Stopping = {
  signal: AbortSignal;
  /** Stops listening: from then on a signal does what it did before. */
  end: () => void;
};

/** Aborts on the first signal and prints `describe()`, which says what it means; the caller ends the process. */
export function listenForStop(describe: () => string): Stopping {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  function stop(): void {
    const meaning = describe();
    process.stderr.write(`\nImport stopped. ${meaning}\n`);
    controller.abort(new ImportError('Import stopped.', meaning));
    end();
  }
  function end(): void {
    for (const signal of signals) process.off(signal, stop);
  }
  for (const signal of signals) process.on(signal, stop);
  return { signal: controller.signal, end };
}

/** The result of `work`, or a rejection as soon as the signal aborts, even if the work never ends. */
export async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  let stop = () => undefined as void;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
