import { type Environment, readEnvironment } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';
import { checkDatabase } from './check-database.ts';
import { checkFreeSpace, checkFolder } from './check-folder.ts';
import { checkPort } from './check-port.ts';
import { checkProgram } from './check-program.ts';
import { checkSettings } from './check-settings.ts';
import { checkUpstream } from './check-upstream.ts';
import { type CheckFinding, runCheck } from './check-finding.ts';

/**
 * Checks everything that a gateway with these variables needs. It changes nothing and spends nothing, and no finding
 * contains a secret.
 */
export async function* examineInstallation(given: NodeJS.ProcessEnv, shutdown: Shutdown): AsyncGenerator<CheckFinding> {
  yield checkProgram();
  let env: Environment | undefined;
  const settings = await runCheck('settings', () => {
    env = readEnvironment(given);
    return checkSettings(given, env);
  });
  yield* [settings].flat();
  if (!env) return;
  yield* checkStorage(env, shutdown);
  const { upstream } = env;
  if (upstream) yield* [await runCheck('upstream', () => checkUpstream(upstream))].flat();
  yield runCheck('port', checkPort.bind(undefined, env));
}

async function* checkStorage(env: Environment, shutdown: Shutdown): AsyncGenerator<CheckFinding> {
  const folder = await runCheck('folder', () => checkFolder(env));
  yield folder;
  yield runCheck('disk', () => checkFreeSpace(env));
  // The embedded database would fail for the same reason.
  if (!folder.ok && !env.databaseUrl) return;
  yield* [await runCheck('database', () => checkDatabase(env, shutdown))].flat();
}
