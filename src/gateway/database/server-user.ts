import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartError, createStartError } from '../../service/db/start-error.ts';

const run = promisify(execFile);

/** The user that PostgreSQL runs as when Fundscope itself is root, which PostgreSQL refuses to be. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
}

/** Where root keeps what another user must be able to reach when the checkout is closed to that user. */
export const defaultSystemDir = '/var/lib/fundscope';

/** Returns the user for the server's processes, or undefined when they can run as the caller. */
export async function findServerUser(name = 'nobody'): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all([readId('-u', name), readId('-g', name)]);
  if (uid === undefined || gid === undefined || uid === 0) {
    throw new StartError(
      uid === 0
        ? 'PostgreSQL refuses to run as root, and FUNDSCOPE_DB_USER names root.'
        : `PostgreSQL cannot run as root, and there is no user ${name} to run it as.`,
      'Name an existing user other than root with FUNDSCOPE_DB_USER.',
    );
  }
  return { name, uid, gid };
}

async function readId(flag: '-u' | '-g', name: string): Promise<number | undefined> {
  try {
    // macOS keeps its users in a directory service, so /etc/passwd would not be enough; nobody is -2 there.
    return Number((await run('id', [flag, '--', name])).stdout) >>> 0;
  } catch {
    return undefined;
  }
}

/**
 * Creates the data folder and returns its path: `dataDir`, or, if the server's user cannot enter it, a folder below
 * `systemDir`, where the next start looks again. Throws a StartError if a folder with data has been closed since.
 */
export async function createDataDir(
  dataDir: string,
  user: ServerUser | undefined,
  systemDir = defaultSystemDir,
): Promise<string> {
  const moved = nameMovedFolder(dataDir, systemDir);
  const hasData = await exists(join(dataDir, 'postgres'));
  if (user && !hasData && (await exists(join(moved, 'postgres')))) return moved;
  // Looked for first, so that nothing is left behind if the folder cannot be created.
  let closed = user && !(await exists(dataDir)) && (await findClosedFolder(await findExisting(dataDir), user));
  if (!closed) {
    await createFolder(dataDir, user);
    if (user) await closeFolder(dataDir);
    closed = user && (await findClosedFolder(dataDir, user));
  }
  if (!user || !closed) return dataDir;
  if (hasData) throw createClosedError(dataDir, user, closed);
  await createFolder(moved, user);
  await closeFolder(moved);
  return moved;
}

/** The folder that `createDataDir` returns; nothing is created or changed. Throws the same StartErrors. */
export async function findDataDir(
  dataDir: string,
  user: ServerUser | undefined,
  systemDir = defaultSystemDir,
): Promise<string> {
  if (!user) return dataDir;
  const moved = nameMovedFolder(dataDir, systemDir);
  const hasData = await exists(join(dataDir, 'postgres'));
  if (!hasData && (await exists(join(moved, 'postgres')))) return moved;
  const names = await readdir(dataDir).catch(() => []);
  // A start opens its own folders to the user, but not those above them.
  const isOurs = names.every((name) => ownNames.test(name));
  if (!isOurs) await rejectWritable(dataDir);
  const closed = await findClosedFolder(await findExisting(isOurs ? dirname(dataDir) : dataDir), user);
  if (closed && hasData) throw createClosedError(dataDir, user, closed);
  return closed ? moved : dataDir;
}

const nameMovedFolder = (dataDir: string, systemDir: string): string =>
  join(systemDir, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);

const createClosedError = (dataDir: string, user: ServerUser, closed: string): StartError =>
  new StartError(
    `The database is in ${dataDir}, but the user ${user.name}, who runs PostgreSQL here, can no longer enter ${closed}.`,
    `Let that user enter it again (chmod o+x ${closed}), or move the data folder out of it and name it with FUNDSCOPE_DATA.`,
  );

/** Creates a folder, and all missing ones above it, passable for the server's user with any umask. */
async function createFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  try {
    const first = await mkdir(folder, { recursive: true });
    if (!first || !user) return;
    for (let path = folder; path.length >= first.length; path = dirname(path)) await chmod(path, 0o755);
  } catch (error) {
    throw createStartError(error, folder);
  }
}

/**
 * Makes root's data folder writable only for root, because root opens files in it. A folder that an earlier version
 * gave to the server's user is taken back, without files that the user may have planted.
 */
async function closeFolder(folder: string): Promise<void> {
  const { mode } = await stat(folder);
  const names = await readdir(folder);
  const isOurs = names.every((name) => ownNames.test(name));
  if (!isOurs) await rejectWritable(folder);
  await chown(folder, 0, 0);
  // Passable, so that the server reaches its own folder inside.
  await chmod(folder, isOurs ? 0o755 : mode & 0o777);
  for (const name of names.filter((file) => ownNames.test(file) && !ownFolders.has(file))) {
    const path = join(folder, name);
    const info = await lstat(path);
    if (info.uid !== 0 || !info.isFile() || info.nlink > 1) await unlink(path).catch(() => undefined);
  }
}

async function rejectWritable(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid === 0 && (mode & 0o022) === 0) return;
  throw new StartError(
    `Other users can write to ${folder}, so Fundscope must not keep its data there as root.`,
    `Give it to root alone (chown root ${folder}; chmod go-w ${folder}), or name an empty folder with FUNDSCOPE_DATA.`,
  );
}

const ownFolders = new Set(['postgres', 'backups']);
const ownNames = /^(postgres|backups|postgres\.log|postgres-new-.*|local-key(\.\d+)?|database-password(\.\d+)?)$/;

/** The topmost folder on the path to `folder` that `user` cannot enter; undefined if there is none. */
export async function findClosedFolder(folder: string, user: ServerUser): Promise<string | undefined> {
  const way: string[] = [];
  for (let path = folder; path !== dirname(path); path = dirname(path)) way.unshift(path);
  const script = 'for folder do cd "$folder" 2>/dev/null || { printf %s "$folder"; exit; } done';
  const ids = { uid: user.uid, gid: user.gid };
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...way], { cwd: '/', env: {}, ...ids });
  return stdout === '' ? undefined : stdout;
}

/** The folder itself, or the closest one above it that exists. */
export async function findExisting(folder: string): Promise<string> {
  return folder === dirname(folder) || (await exists(folder)) ? folder : findExisting(dirname(folder));
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
