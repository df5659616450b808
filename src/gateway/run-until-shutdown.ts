import { setTimeout as sleep } from 'node:timers/promises';
import type { Closing } from './shutdown.ts';

const STOP_MS = 2_000;

/** Work that ends early when the process is about to. */
export async function untilClosed(closing: Closing, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const working = work(stopping.signal);
  closing.add(async () => {
    stopping.abort();
    // The database is about to close anyway, and takes what is left of the work with it.
    await Promise.race([working, sleep(STOP_MS)]);
  });
  await working;
}
