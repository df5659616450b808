import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readFile, readdir, readlink, realpath, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildProcessOptions, serverMajor } from './binaries.ts';
import { openFile, readRegularFile, removeFolder } from './own-files.ts';
import { StartError, createDiskFullError, createStartError } from '../../service/db/start-error.ts';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);

/** The contents of postmaster.pid, written by the running (or dead) server of a data folder. */
interface PostmasterFile {
  pid: number;
  port: number;
  socketDir: string;
  ready: boolean;
}

/** Throws a StartError if `cluster` is not ours to open; returns whether it already contains a database. */
export async function checkCluster(cluster: string, user: ServerUser | undefined): Promise<'new' | 'existing'> {
  const info = await stat(cluster).catch(() => undefined);
  if (!info) return 'new';
  const owner = user?.uid ?? process.getuid?.();
  if (owner !== undefined && info.uid !== owner) {
    throw new StartError(
      `The data folder ${cluster} belongs to user number ${info.uid}, but PostgreSQL would run as number ${owner}.`,
      'Start Fundscope as its owner (as root: name the owner with FUNDSCOPE_DB_USER), or name another folder with FUNDSCOPE_DATA.',
    );
  }
  const found = await readRegularFile(join(cluster, 'PG_VERSION'));
  if (found === '') {
    if ((await readdir(cluster)).length === 0) return 'new';
    throw createDamagedError(cluster, 'it has no readable PG_VERSION file');
  }
  const major = Number(found);
  if (!Number.isInteger(major) || major <= 0) throw createDamagedError(cluster, 'its PG_VERSION file is not a number');
  if (major !== serverMajor) {
    throw new StartError(
      `The data folder ${cluster} was made by PostgreSQL ${major}; this Fundscope includes PostgreSQL ${serverMajor}.`,
      `Use the Fundscope that made it (it can write a backup), or name another folder with FUNDSCOPE_DATA. Nothing was changed.`,
    );
  }
  return 'existing';
}

/** The message for a data folder that PostgreSQL cannot read; Fundscope never deletes it. */
export function createDamagedError(cluster: string, reason: string): StartError {
  return new StartError(
    `The data folder ${cluster} is damaged: ${reason}.`,
    'Move it away, or name another folder with FUNDSCOPE_DATA, then restore a backup or import again. Nothing in it was changed or deleted.',
  );
}

/** Creates an empty cluster; an interruption leaves no partial cluster at `cluster`. */
export async function createCluster(
  native: string,
  cluster: string,
  user: ServerUser | undefined,
  sync: boolean,
): Promise<void> {
  const draft = `${cluster}-new-${process.pid}-${randomUUID()}`;
  await removeDrafts(cluster, user);
  try {
    await mkdir(draft, { mode: 0o700 });
    if (user) await chown(draft, user.uid, user.gid);
    const options = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    if (!sync) options.push('--no-sync');
    const args = ['-D', draft, '-U', 'fundscope', '--auth=trust', ...options];
    await run(join(native, 'bin', 'initdb'), args, buildProcessOptions(user));
    await rename(draft, cluster).catch(async (error: unknown) => {
      // A concurrent start finished first: its cluster is used, and this one is deleted.
      if ((await checkCluster(cluster, user)) === 'new') throw error;
    });
  } catch (error) {
    throw createInitError(error, cluster);
  } finally {
    await removeFolder(draft, user);
  }
}

function createInitError(error: unknown, cluster: string): unknown {
  const { stderr } = error as { stderr?: string };
  if (stderr === undefined) return createStartError(error, dirname(cluster));
  if (/No space left on device|Disk quota exceeded/.test(stderr)) return createDiskFullError(dirname(cluster), error);
  const id = /could not look up effective user ID (\d+)/.exec(stderr)?.[1];
  if (id !== undefined) {
    return new StartError(
      `PostgreSQL cannot run as user ${id}, because no user of this machine has that number.`,
      'Add one to /etc/passwd, start as another user, or name a PostgreSQL server with DATABASE_URL.',
      { cause: error },
    );
  }
  const line = stderr.split('\n').find((text) => /(error|fatal|panic):/i.test(text)) ?? stderr.trim();
  return new StartError(
    `PostgreSQL could not make its data folder ${cluster}: ${line.trim()}`,
    'Name a folder on an ordinary local disk with FUNDSCOPE_DATA, or a PostgreSQL server with DATABASE_URL.',
    { cause: error },
  );
}

/** Removes the drafts of a start that was killed. */
async function removeDrafts(cluster: string, user: ServerUser | undefined): Promise<void> {
  const folder = dirname(cluster);
  for (const name of await readdir(folder)) {
    const pid = /^postgres-new-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await removeFolder(join(folder, name), user);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads postmaster.pid; undefined if there is none, so no server is running. */
export async function readPostmaster(cluster: string): Promise<PostmasterFile | undefined> {
  const text = await readRegularFile(join(cluster, 'postmaster.pid'));
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * Whether that pid is a running PostgreSQL, and not a zombie or another program that has the pid now. On Linux it must
 * also be the server of `cluster`, if given: PostgreSQL runs in its data folder.
 */
export async function isPostgres(pid: number, cluster?: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (!/^\d+ \(postgres\) [^ZX]/.test(state)) return false;
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    return cluster === undefined || folder === undefined || folder === (await realpath(cluster));
  }
  const { stdout } = await run('ps', ['-o', 'stat=,comm=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && !stdout.trimStart().startsWith('Z');
}

/**
 * Makes PostgreSQL see that the server in postmaster.pid has exited although its pid is in use by a zombie or another
 * program. The file stays, because PostgreSQL also uses it to check that no old child still uses the shared memory.
 */
export async function removePostmasterFile(cluster: string, pid: number): Promise<void> {
  const file = await openFile(join(cluster, 'postmaster.pid'), 'change').catch(() => undefined);
  if (!file) return;
  try {
    // Another server may take over the folder in the meantime and create its own file, which must not be changed: a
    // server that finds another pid in its file stops within a minute.
    const text = await file.readFile('utf8');
    const noProcess = 2 ** 31 - 1;
    if (text.startsWith(`${pid}\n`)) await file.write(text.replace(/^\d+/, String(noProcess)), 0);
  } finally {
    await file.close();
  }
}

/** Removes a postmaster.pid without a pid in it, as a power cut may leave it; PostgreSQL would refuse to start. */
export async function removeGarbledPostmasterFile(cluster: string, user: ServerUser | undefined): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const isGarbled = async () => {
    const info = await lstat(path).catch(() => undefined);
    return info?.isFile() === true && (await readPostmaster(cluster)) === undefined;
  };
  if (!(await isGarbled())) return;
  // A starting server writes its pid a moment after it creates the file.
  await sleep(500);
  if (await isGarbled()) await removeFolder(path, user);
}

/** The folder of the server's socket: the cluster itself, or a private one if that path is too long for a socket. */
export async function createSocketDir(cluster: string, user: ServerUser | undefined): Promise<string> {
  if (Buffer.byteLength(cluster) <= 85) return cluster;
  const owner = user?.uid ?? process.getuid?.() ?? 0;
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `fundscope-${owner}-${name}`);
  await mkdir(folder, { mode: 0o700 }).then(
    () => user && chown(folder, user.uid, user.gid),
    () => undefined,
  );
  const info = await lstat(folder);
  // Anyone may write to the temporary directory, so another user could have created a folder with that name.
  if (!info.isDirectory() || info.uid !== owner) {
    throw new StartError(
      `The folder ${folder}, which PostgreSQL needs for its socket, belongs to somebody else.`,
      'Remove it, or name a data folder with a shorter path with FUNDSCOPE_DATA.',
    );
  }
  await chmod(folder, 0o700);
  return folder;
}
