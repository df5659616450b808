import { Command } from 'commander';
import { openCommandDatabase } from '../database/open-command-database.ts';
import { readEnvironment } from '../environment.ts';
import { version } from '../project.ts';
import { openHostedService, openOwnService } from '../server/ask-service.ts';
import { openLocalAccount } from '../server/local-account.ts';
import { createShutdown } from '../shutdown.ts';
import { registerAccounts } from './accounts.ts';
import { registerAlertCommands } from './alerts.ts';
import { registerAssistant } from './assistant.ts';
import { registerAsk } from './ask.ts';
import { registerBackup } from './backup.ts';
import { registerCredits } from './credits.ts';
import { registerDeliveryCommands } from './deliveries.ts';
import { registerDemo } from './demo.ts';
import { registerDoctor } from './doctor.ts';
import { registerHealthCommand } from './health.ts';
import { registerImport } from './import.ts';
import { registerInstall } from './install.ts';
import { registerKeys } from './keys.ts';
import { registerLedger } from './ledger.ts';
import { registerMemberCommands } from './members.ts';
import { registerModel } from './model.ts';
import { registerOpenapi } from './openapi.ts';
import { runProgram } from './run-program.ts';
import { registerSources } from './sources.ts';
import { registerStart } from './start.ts';
import { registerWorkspaceCommands } from './workspace.ts';

const shutdown = createShutdown();
const openDatabase = () => openCommandDatabase(readEnvironment(process.env), shutdown);

/** The service that the environment names: a hosted one, or the local one on the database of this machine. */
async function openAskService(hosted?: string) {
  const env = readEnvironment({ ...process.env, ...(hosted === undefined ? {} : { FUNDSCOPE_UPSTREAM: hosted }) });
  if (env.upstream) return openHostedService(env.upstream);
  const { sql, close } = await openDatabase();
  return openOwnService(sql, async () => (await openLocalAccount(sql, env.dataDir)).key, close);
}

async function openAssistantService(hosted?: string) {
  const { openHostedAssistant, openOwnAssistant } = await import('../server/assistant-service.ts');
  const env = readEnvironment({ ...process.env, ...(hosted === undefined ? {} : { FUNDSCOPE_UPSTREAM: hosted }) });
  if (env.upstream) return openHostedAssistant(env.upstream, env);
  const { sql, close } = await openDatabase();
  return openOwnAssistant(sql, env, close);
}

/**
 * Runs the command in the arguments of the process. Where a build still runs, `dashboard` resolves when the dashboard is
 * there, for which a gateway waits before it listens.
 */
export async function runCommandLine(dashboard?: Promise<void>): Promise<void> {
  const program = new Command('fundscope')
    .description('A research workspace for venture funding data: a metered JSON API and a dashboard.')
    .version(version)
    .showHelpAfterError('Add --help to see the options of this command.');
  registerStart(program, shutdown, dashboard);
  registerDemo(program, openDatabase);
  registerImport(program, openDatabase);
  registerAccounts(program, openDatabase);
  registerKeys(program, openDatabase);
  registerCredits(program, openDatabase);
  registerLedger(program, openDatabase);
  registerAlertCommands(program, openDatabase);
  registerDeliveryCommands(program, openDatabase);
  registerAsk(program, openAskService);
  registerAssistant(program, openAssistantService);
  registerBackup(program, openDatabase);
  registerWorkspaceCommands(program, openDatabase);
  registerMemberCommands(program, openDatabase);
  registerSources(program, openDatabase);
  registerModel(program, { readEnv: () => readEnvironment(process.env), openDatabase, shutdown });
  registerOpenapi(program);
  registerDoctor(program, shutdown);
  registerHealthCommand(program);
  registerInstall(program);

  await runProgram(program, shutdown, /^(start|mcp)$/.test(process.argv[2] ?? 'start'));
}
