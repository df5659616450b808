/** What must be closed before the process may end. */
export interface Closing {
  /** Registers what to close; what was registered last is closed first. */
  add(close: () => Promise<void>): void;
  /** Closes everything once; later calls wait for the first. */
  run(): Promise<void>;
}

/** Makes an empty list of things to close. */
export function createClosing(): Closing {
  const closers: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    for (let close = closers.pop(); close; close = closers.pop()) {
      // One that fails must not keep the others open; what it was for is over anyway.
      await close().catch(() => undefined);
    }
  }
  return {
    add: (close) => void closers.push(close),
    run: () => (running ??= closeAll()),
  };
}

const exitCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Runs `stop` on the first signal to stop, then ends the process with what it answers; it is given the usual code.
 * What comes back takes the listeners away again.
 */
export function endOnSignals(stop: (code: number) => Promise<number>): () => void {
  let stopping = false;
  const listeners = Object.entries(exitCodes).map(([signal, code]) => {
    const listener = () => {
      if (stopping) return;
      stopping = true;
      void stop(code).then((exitCode) => process.exit(exitCode));
    };
    // `on`, not `once`: npm passes on the Ctrl-C that the terminal has sent already, and a second one must not kill.
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  // When the terminal closes, writing to it fails; that must not end the process before the database has stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  return () => listeners.forEach((remove) => remove());
}
