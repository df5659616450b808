import { type DatabaseServer, startServer } from './server.ts';
import type { Environment } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';

/** Starts or joins the embedded PostgreSQL; with DATABASE_URL there is nothing to start. `shutdown` stops it. */
export async function openDatabaseServer(
  env: Environment,
  shutdown: Shutdown,
  onEvent?: (text: string) => void,
): Promise<DatabaseServer> {
  const { databaseUrl } = env;
  if (databaseUrl) return { address: () => databaseUrl, isDiskFull: async () => false, stop: async () => undefined };
  const starting = startServer({
    dataDir: env.dataDir,
    user: env.databaseUser,
    ...(onEvent ? { onEvent } : {}),
  });
  // Registered before the server is up, so that Ctrl-C during the start stops it too.
  shutdown.add(async () => (await starting).stop());
  return starting;
}
