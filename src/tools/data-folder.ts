import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCommandDatabase } from '../gateway/database/open-gateway-database.ts';
import { readEnvironment } from '../gateway/environment.ts';
import type { Shutdown } from '../gateway/shutdown.ts';

/** Environment of a gateway with a fixed data folder and a free port, independent of the caller's settings. */
export function buildEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, FUNDSCOPE_DB_USER } = process.env;
  return { PATH, TMPDIR, FUNDSCOPE_DB_USER, PORT: '0', FUNDSCOPE_DATA: dataDir };
}

/** Creates a temporary data folder; `shutdown` deletes it. */
export async function createDataFolder(shutdown: Shutdown): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fundscope-tools-'));
  shutdown.add(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** Opens the database of a data folder, of a temporary one by default, for a gateway with `env`; `shutdown` ends both. */
export async function openTemporaryDatabase(shutdown: Shutdown, folder?: string) {
  const dataDir = folder ?? (await createDataFolder(shutdown));
  const env = buildEnvironment(dataDir);
  const { sql } = await openCommandDatabase(readEnvironment(env), shutdown);
  return { dataDir, env, sql };
}
