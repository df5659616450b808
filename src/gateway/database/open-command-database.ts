import type { Pool } from '../../service/db/pool.ts';
import type { Environment } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';
import { openGatewayDatabase } from './open-gateway-database.ts';
import { openDatabaseServer } from './open-server.ts';

// Apart from open-server.ts, because vite.config.ts loads that one without the migrations.

/** Opens server and database for a command. A running gateway's server is shared and left running. */
export async function openCommandDatabase(
  env: Environment,
  shutdown: Shutdown,
): Promise<{ sql: Pool; close(): Promise<void> }> {
  const server = await openDatabaseServer(env, shutdown);
  const sql = await openGatewayDatabase(env.databaseDirectUrl ?? server.address(), env, console.error, 4);
  shutdown.add(() => sql.end({ timeout: 0 }));
  return { sql, close: () => shutdown.run() };
}
