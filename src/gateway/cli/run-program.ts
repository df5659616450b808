import type { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Closing, endOnSignals } from '../shutdown.ts';

// A command that is stopped tidies up by itself; for this long it may.
const TIDY_MS = 5_000;

/** Runs the command that the arguments name, and closes what it opened when it fails or a signal stops it. */
export async function runProgram(program: Command, closing: Closing, serves = false): Promise<void> {
  let stopping = false;
  const work = program.parseAsync().then(() => undefined, fail);

  endOnSignals(async (code) => {
    stopping = true;
    if (!serves) await Promise.race([work, sleep(TIDY_MS)]);
    await closing.run();
    // To be stopped is how a gateway ends; any other command has not done its work.
    return serves ? 0 : code;
  });

  async function fail(error: unknown): Promise<void> {
    // Work that fails because it was stopped is no news.
    if (stopping) return;
    process.exitCode = 1;
    const { remedy } = error as { remedy?: unknown };
    if (error instanceof Error && typeof remedy === 'string') console.error(`${error.message}\n${remedy}`);
    else console.error(error);
    await closing.run();
  }
  await work;
}
