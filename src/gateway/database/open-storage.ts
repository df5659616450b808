import { type Sql, openDatabase } from '../../service/db/open.ts';
import type { Closing } from '../shutdown.ts';
import type { Environment } from '../environment.ts';
import { openServer } from './open-server.ts';

/** Opens server and database for a command, beside a running gateway or without one. */
export async function openStorage(env: Environment, closing: Closing): Promise<{ sql: Sql; close(): Promise<void> }> {
  const server = await openServer(env, closing);
  const sql = await openDatabase(server.address(), { max: 4 });
  closing.add(() => sql.end({ timeout: 0 }));
  return { sql, close: () => closing.run() };
}
