import type { Command } from 'commander';
import { printResult } from '../gateway/cli/command.ts';
import type { Shutdown } from '../gateway/shutdown.ts';
import { StartError } from '../service/db/start-error.ts';

/** What a tool does, and its result as text. */
interface ToolAction<O extends object, R extends object> {
  run(options: O): Promise<R>;
  format(result: R): string[];
  /** How much of the result is wrong; anything fails the command. */
  countWrong?(result: R): number;
}

/** Adds `--json` and the action of a tool, after which `shutdown` ends what it started. */
export function addToolAction<O extends object, R extends object>(
  command: Command,
  shutdown: Shutdown,
  { run, format, countWrong = () => 0 }: ToolAction<O, R>,
): void {
  command.option('--json', 'print JSON').action(async (options: O & { json?: true }) => {
    const result = await run(options);
    printResult(result, format(result), options);
    await shutdown.run();
    const wrong = countWrong(result);
    if (wrong > 0) throw new StartError(`${wrong} of these are wrong.`, 'See above.');
  });
}
