import { Command } from 'commander';
import { openCommandDatabase } from '../database/open-gateway-database.ts';
import { readEnvironment } from '../environment.ts';
import { version } from '../project.ts';
import { createShutdown } from '../shutdown.ts';
import { runProgram } from './run-program.ts';

const shutdown = createShutdown();
/** The environment; `hosted` replaces its hosted service. */
const readEnv = (hosted?: string) =>
  readEnvironment({ ...process.env, ...(hosted === undefined ? {} : { FUNDSCOPE_UPSTREAM: hosted }) });
const openDatabase = () => openCommandDatabase(readEnv(), shutdown);

/** The service that the environment names: a hosted one, or the local one on the database of this machine. */
async function openAskService(hosted?: string) {
  const { openHostedService, openOwnService } = await import('../server/ask-service.ts');
  const { openLocalAccount } = await import('../server/local-account.ts');
  const env = readEnv(hosted);
  if (env.upstream) return openHostedService(env.upstream);
  const { sql, close } = await openDatabase();
  return openOwnService(sql, async () => (await openLocalAccount(sql, env.dataDir)).key, close);
}

async function openAssistantService(hosted?: string) {
  const { openHostedAssistant, openOwnAssistant } = await import('../server/assistant-service.ts');
  const env = readEnv(hosted);
  if (env.upstream) return openHostedAssistant(env.upstream, env);
  const { sql, close } = await openDatabase();
  return openOwnAssistant(sql, env, close);
}

type AddCommand = (program: Command, dashboard: Promise<void> | undefined) => Promise<void>;

const addBackup: AddCommand = async (program) => (await import('./backup.ts')).registerBackup(program, openDatabase);

/** The function that adds each command, in the order of the help. Only the code of the command that runs is loaded. */
const commands: Readonly<Record<string, AddCommand>> = {
  start: async (program, dashboard) => (await import('./start.ts')).registerStart(program, shutdown, dashboard),
  demo: async (program) => (await import('./demo.ts')).registerDemo(program, openDatabase),
  import: async (program) => (await import('./import.ts')).registerImport(program, openDatabase),
  export: async (program) => (await import('./export.ts')).registerExport(program, openDatabase),
  accounts: async (program) => (await import('./accounts.ts')).registerAccounts(program, openDatabase),
  keys: async (program) => (await import('./keys.ts')).registerKeys(program, openDatabase),
  credits: async (program) => (await import('./credits.ts')).registerCredits(program, openDatabase),
  ledger: async (program) => (await import('./ledger.ts')).registerLedger(program, openDatabase),
  alerts: async (program) => (await import('./alerts.ts')).registerAlertCommands(program, openDatabase),
  deliveries: async (program) => (await import('./deliveries.ts')).registerDeliveryCommands(program, openDatabase),
  ask: async (program) => (await import('./ask.ts')).registerAsk(program, openAskService),
  mcp: async (program) => (await import('./assistant.ts')).registerAssistant(program, openAssistantService),
  backup: addBackup,
  restore: addBackup,
  workspace: async (program) => (await import('./workspace.ts')).registerWorkspaceCommands(program, openDatabase),
  members: async (program) => (await import('./members.ts')).registerMemberCommands(program, openDatabase),
  sources: async (program) => (await import('./sources.ts')).registerSources(program, openDatabase),
  model: async (program) => (await import('./model.ts')).registerModel(program, { readEnv, openDatabase, shutdown }),
  openapi: async (program) => (await import('./openapi.ts')).registerOpenapi(program),
  client: async (program) => (await import('./client.ts')).registerClient(program),
  skills: async (program) => (await import('./skills.ts')).registerSkills(program),
  doctor: async (program) => (await import('./doctor.ts')).registerDoctor(program, shutdown),
  health: async (program) => (await import('./health.ts')).registerHealthCommand(program),
  install: async (program) => (await import('./install.ts')).registerInstall(program),
};

/** Builds the command line with one command, or with all of them if there is none of that name. */
export async function buildCommandLine(name: string, dashboard?: Promise<void>): Promise<Command> {
  const program = new Command('fundscope')
    .description('A research workspace for venture funding data: a metered JSON API and a dashboard.')
    .version(version)
    .showHelpAfterError('Add --help to see the options of this command.');
  const named = Object.hasOwn(commands, name) ? commands[name] : undefined;
  // The help, and the suggestion after a misspelt command, need all of them.
  for (const add of named ? [named] : new Set(Object.values(commands))) await add(program, dashboard);
  return program;
}

/**
 * Runs the command in the process's arguments. If a build is still running, `dashboard` resolves when the dashboard is
 * built; a gateway waits for that before it listens.
 */
export async function runCommandLine(dashboard?: Promise<void>): Promise<void> {
  const name = process.argv[2] ?? 'start';
  await runProgram(await buildCommandLine(name, dashboard), shutdown, name === 'start' || name === 'mcp');
}
