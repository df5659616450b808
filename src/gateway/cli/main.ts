import { Command } from 'commander';
import { registerDemo } from './demo.ts';
import { registerImport } from './import.ts';
import { registerAccounts } from './accounts.ts';
import { registerAlertCommands } from './alerts.ts';
import { registerBackup } from './backup.ts';
import { createClosing } from '../shutdown.ts';
import { runProgram } from './run-program.ts';
import { registerCredits } from './credits.ts';
import { readEnvironment } from '../environment.ts';
import { registerKeys } from './keys.ts';
import { registerLedger } from './ledger.ts';
import { registerOpenapi } from './openapi.ts';
import { version } from '../project.ts';
import { registerSources } from './sources.ts';
import { registerStart } from './start.ts';
import { openStorage } from '../database/open-storage.ts';

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

await runProgram(program, closing, process.argv[2] === 'start');
