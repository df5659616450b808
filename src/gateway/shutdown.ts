import { setTimeout as sleep } from 'node:timers/promises';

/** What has to be closed before the process ends. */
export interface Shutdown {
  /** Registers a step. The last one registered runs first. */
  add(close: () => Promise<void>): void;
  /** Runs all steps once; later calls wait for that. */
  run(): Promise<void>;
  /** Whether `run` was called. */
  hasBegun(): boolean;
}

/** Creates an empty list of shutdown steps. */
export function createShutdown(): Shutdown {
  const steps: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    for (let close = steps.pop(); close; close = steps.pop()) {
      // One failing step must not prevent the others.
      await close().catch(() => undefined);
    }
  }
  return {
    add: (close) => void steps.push(close),
    run: () => (running ??= runAll()),
    hasBegun: () => running !== undefined,
  };
}

const abortMs = 2_000;

/** Runs background work whose signal aborts on shutdown. Shutdown waits up to 2 s for the work. */
export async function runUntilShutdown(
  shutdown: Shutdown,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const working = work(stopping.signal);
  shutdown.add(async () => {
    stopping.abort();
    // Closing the database ends what is still running after that.
    await Promise.race([working, sleep(abortMs)]);
  });
  await working;
}

/**
 * Makes every unexpected end of the process a failure with a message, unless `shutdown` has begun: neither a library
 * that exits nor a program with nothing left to wait for may look like success.
 */
export function failOnUnexpectedExit(shutdown: Shutdown): void {
  process.once('exit', (code) => {
    if (shutdown.hasBegun()) return;
    console.error(`The gateway ended by itself with code ${code}. Nobody stopped it.`);
    if (code === 0) process.exitCode = 1;
  });
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Calls `stop` on the first SIGHUP, SIGINT or SIGTERM with the signal's usual exit code and its name, then exits with
 * the code that `stop` returns. Returns a function that removes the signal handlers.
 */
export function stopOnSignals(stop: (code: number, signal: string) => Promise<number>): () => void {
  let stopping = false;
  const listeners = Object.entries(exitCodes).map(([signal, code]) => {
    const listener = () => {
      if (stopping) return;
      stopping = true;
      void stop(code, signal).then((exitCode) => process.exit(exitCode));
    };
    // `on`, not `once`: npm forwards the Ctrl-C that the terminal has already sent; a second signal must not kill.
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  // Writing to a closed terminal fails; this must not end the process before the database has stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return () => listeners.forEach((remove) => remove());
}
