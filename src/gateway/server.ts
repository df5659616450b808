import { isDatabaseAway } from '../service/db/away.ts';
import { type DatabaseServer, startServer } from '../service/db/server.ts';
import type { Closing } from './closing.ts';
import type { Environment } from './env.ts';

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

/**
 * Keeps the process alive when the database goes while the driver connects: the driver asks for the types by itself
 * then and drops that question, which Node takes for a crash. Whoever wanted the connection gets the same error.
 */
export function outliveDatabase(): void {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseAway(error)) throw error;
  });
}
