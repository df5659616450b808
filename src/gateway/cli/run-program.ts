import type { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../service/db/unavailable.ts';
import { type Shutdown, stopOnSignals } from '../shutdown.ts';

// How long a command may clean up after a signal.
const cleanupMs = 5_000;

/**
 * Runs the command in the process's arguments. On failure it prints the error and exits with 1; on a signal the command
 * cleans up first. With `isServer`, being stopped is a success.
 */
export async function runProgram(program: Command, shutdown: Shutdown, isServer = false): Promise<void> {
  let stopping = false;
  const running = program.parseAsync().then(() => undefined, fail);

  stopOnSignals(async (code, signal) => {
    stopping = true;
    // A server stopped by a signal must not look as if it had ended by itself.
    if (isServer) console.error(`Received ${signal}. Stopping.`);
    if (!isServer) await Promise.race([running, sleep(cleanupMs)]);
    await shutdown.run();
    return isServer ? 0 : code;
  });

  async function fail(error: unknown): Promise<void> {
    // An error during the stop is a consequence of it.
    if (stopping) return;
    process.exitCode = 1;
    const { remedy } = error as { remedy?: unknown };
    if (error instanceof Error && typeof remedy === 'string') console.error(`${error.message}\n${remedy}`);
    else if (error instanceof Error && isDatabaseUnavailable(error)) {
      console.error(`The database ended the connection: ${error.message}.\nRun the command again once it answers.`);
    } else console.error(error);
    await shutdown.run();
  }
  await running;
}
