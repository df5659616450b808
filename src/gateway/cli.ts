import { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerDemo } from '../service/import/demo/demo-command.ts';
import { registerImport } from '../service/import/import-command.ts';
import { registerAccounts } from './accounts-command.ts';
import { registerAlertCommands } from './alerts-command.ts';
import { registerBackup } from './backup-command.ts';
import { registerBench } from './bench-command.ts';
import { createClosing, endOnSignals } from './closing.ts';
import { registerCredits } from './credits-command.ts';
import { readEnvironment } from './env.ts';
import { registerKeys } from './keys-command.ts';
import { registerLedger } from './ledger-command.ts';
import { registerOpenapi } from './openapi-command.ts';
import { version } from './project.ts';
import { registerScreenshots } from './screenshots-command.ts';
import { registerSources } from './sources-command.ts';
import { registerStart } from './start-command.ts';
import { openStorage } from './storage.ts';

const closing = createClosing();
const openDb = () => openStorage(readEnvironment(process.env), closing);

const program = new Command('fundscope')
  .description('A research desk for venture funding data: a metered JSON API and the dashboard on it.')
  .version(version)
  .showHelpAfterError('Add --help to see what this command takes.');
registerStart(program, closing);
registerDemo(program, openDb);
registerImport(program, openDb);
registerAccounts(program, openDb);
registerKeys(program, openDb);
registerCredits(program, openDb);
registerLedger(program, openDb);
registerAlertCommands(program, openDb);
registerBackup(program, openDb);
registerSources(program, openDb);
registerOpenapi(program);
registerBench(program, closing);
registerScreenshots(program, closing);

// A command that is stopped tidies up by itself; for this long it may.
const TIDY_MS = 5_000;
const serves = process.argv[2] === 'start';
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
