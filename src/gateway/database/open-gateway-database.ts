import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackup } from '../../service/db/backup.ts';
import { type OpenOptions, openDatabase } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { createSlowLog } from '../../service/db/slow-statements.ts';
import { StartError } from '../../service/db/start-error.ts';
import type { Environment } from '../environment.ts';
import { version } from '../project.ts';
import type { Shutdown } from '../shutdown.ts';
import { openDatabaseServer } from './open-server.ts';

/**
 * Opens the database that the environment names. Before the schema of a data folder is upgraded, a backup goes to its
 * `backups`; with DATABASE_URL backups are the administrator's. Throws a StartError when the database cannot be used.
 */
export const openGatewayDatabase = (
  address: string,
  env: Environment,
  onProgress: (text: string) => void,
  options: Pick<OpenOptions, 'max' | 'steps'> = {},
): Promise<Pool> =>
  openDatabase(address, {
    ...options,
    slowLog: env.slowQueryMs === undefined ? undefined : createSlowLog(env.slowQueryMs, process.stderr),
    beforeUpgrade: env.databaseUrl ? undefined : (sql, from) => backUp(sql, env.dataDir, from, onProgress),
  });

/** Opens server and database for a command. A running gateway's server is shared and left running. */
export async function openCommandDatabase(
  env: Environment,
  shutdown: Shutdown,
): Promise<{ sql: Pool; close(): Promise<void> }> {
  const server = await openDatabaseServer(env, shutdown);
  const sql = await openGatewayDatabase(env.databaseDirectUrl ?? server.address(), env, console.error, { max: 4 });
  shutdown.add(() => sql.end({ timeout: 0 }));
  return { sql, close: () => shutdown.run() };
}

async function backUp(sql: Pool, dataDir: string, from: number, onProgress: (text: string) => void): Promise<void> {
  const folder = join(dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(
      `The backup before the upgrade cannot be made: ${folder} is no folder that this user may write to (${cause.code}).`,
      'Make that folder, or correct its owner. Nothing was changed.',
      { cause },
    );
  });
  const path = join(folder, `before-${version}-schema-${from}-${Date.now()}.backup`);
  onProgress('Backing up the database before its upgrade …');
  const { bytes } = await createBackup(sql, path, { program: version });
  onProgress(`Backed up ${(bytes / 1_000_000).toFixed(1)} MB to ${path}`);
}
