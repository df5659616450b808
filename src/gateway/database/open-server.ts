import { type DatabaseServer, startServer } from '../../service/db/server.ts';
import type { Closing } from '../shutdown.ts';
import type { Environment } from '../environment.ts';

/** Starts or joins the database server that the environment names; with DATABASE_URL somebody else runs it. */
export async function openServer(
  env: Environment,
  closing: Closing,
  onEvent?: (text: string) => void,
): Promise<DatabaseServer> {
  const { databaseUrl } = env;
  if (databaseUrl) return { address: () => databaseUrl, stop: async () => undefined };
  const starting = startServer({
    dataDir: env.dataDir,
    mayMove: !env.dataDirNamed,
    user: env.databaseUser,
    ...(onEvent ? { onEvent } : {}),
  });
  // Registered before it is open: a Ctrl-C during the start must stop the server that is just starting.
  closing.add(async () => (await starting).stop());
  return starting;
}
