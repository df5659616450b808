import { access, constants, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createStartError } from '../../service/db/start-error.ts';
import { checkCluster } from '../database/cluster-files.ts';
import { findDataDir, findExisting, findServerUser } from '../database/server-user.ts';
import type { Environment } from '../environment.ts';
import { type CheckFinding, failCheck, passCheck } from './check-finding.ts';

/** Checks the data folder that is actually used: its owner, and who may write and read there. Creates nothing. */
export async function checkFolder(env: Environment): Promise<CheckFinding> {
  const { folder, moved } = await locateFolder(env);
  const existing = await findExisting(folder);
  const info = await stat(existing);
  if (!info.isDirectory()) throw createStartError({ code: 'ENOTDIR' }, existing);
  try {
    await access(existing, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw createStartError(error, folder);
  }
  if (existing !== folder) return passCheck('folder', `${folder} does not exist yet. The first start makes it.`);
  if (!env.databaseUrl) await checkCluster(join(folder, 'postgres'), await findServerUser(env.databaseUser));
  if (info.mode & 0o002) {
    return failCheck('folder', `Every user of this machine can write to ${folder}.`, `Run chmod o-w '${folder}'.`);
  }
  return (await findOpenSecret(env.dataDir)) ?? passCheck('folder', `${folder}${moved}`);
}

/** Checks the free space on the disk of the data folder. */
export async function checkFreeSpace(env: Environment): Promise<CheckFinding> {
  const folder = await findExisting((await locateFolder(env)).folder);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const message = `${formatBytes(free)} are free on the disk of ${folder}.`;
  return free >= minFreeBytes
    ? passCheck('disk', message)
    : failCheck('disk', message, `Free some space: less than ${formatBytes(minFreeBytes)} do not last long.`);
}

/** Enough for an import of some thousand records and the database's log. */
const minFreeBytes = 500_000_000;

/** `1.2 GB` or `340 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;

async function locateFolder({ dataDir, databaseUrl, databaseUser }: Environment) {
  if (databaseUrl) return { folder: dataDir, moved: '' };
  const user = await findServerUser(databaseUser);
  const folder = await findDataDir(dataDir, user);
  return { folder, moved: folder === dataDir ? '' : `, because ${user?.name} cannot enter ${dataDir}` };
}

/** The problem of a file with a secret that other users can read. */
async function findOpenSecret(dataDir: string): Promise<CheckFinding | undefined> {
  for (const name of ['local-key', 'database-password']) {
    const path = join(dataDir, name);
    const info = await stat(path).catch(() => undefined);
    if ((info?.mode ?? 0) & 0o077)
      return failCheck('folder', `Other users can read ${path}.`, `Run chmod 600 '${path}'.`);
  }
  return undefined;
}
