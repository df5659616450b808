import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
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
export const SYSTEM_DIR = '/var/lib/fundscope';

/** Returns the user for the server's processes, or undefined when they can run as the caller. */
export async function readServerUser(name = 'nobody'): Promise<ServerUser | undefined> {
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
    // macOS keeps its users in a directory service, so /etc/passwd would not do; nobody is -2 there.
    return Number((await run('id', [flag, '--', name])).stdout) >>> 0;
  } catch {
    return undefined;
  }
}

/**
 * Creates the data folder and returns its path: `dataDir`, or, when the server's user cannot enter it and nobody
 * asked for that very folder (`mayMove`), a folder of its own below `systemDir`, where the next start looks again.
 */
export async function makeDataDir(
  dataDir: string,
  mayMove: boolean,
  user: ServerUser | undefined,
  systemDir = SYSTEM_DIR,
): Promise<string> {
  const moved = join(systemDir, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  if (user && mayMove && (await exists(join(moved, 'postgres'))) && !(await exists(join(dataDir, 'postgres')))) {
    return moved;
  }
  await makeFolder(dataDir, user);
  if (user) await ownFolder(dataDir, user);
  const closed = user && (await findClosedFolder(dataDir, user));
  if (!closed) return dataDir;
  if (!mayMove) {
    throw new StartError(
      `The user ${user.name}, who runs PostgreSQL here, cannot enter ${closed}.`,
      `Open that folder (chmod o+x ${closed}), or name a data folder outside it with FUNDSCOPE_DATA.`,
    );
  }
  await makeFolder(moved, user);
  await ownFolder(moved, user);
  return moved;
}

/** Makes a folder, and every one above it that is missing, passable for the server's user with any umask. */
async function makeFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  try {
    const first = await mkdir(folder, { recursive: true });
    if (!first || !user) return;
    for (let path = folder; path.length >= first.length; path = dirname(path)) await chmod(path, 0o755);
  } catch (error) {
    throw createStartError(error, folder);
  }
}

/** Gives root's data folder to the server's user, unless it holds anything that is not Fundscope's. */
async function ownFolder(folder: string, user: ServerUser): Promise<void> {
  const ours = ['postgres', 'postgres.log', 'local-key'];
  const { uid } = await stat(folder);
  if (uid !== 0 || (await readdir(folder)).some((name) => !ours.includes(name))) return;
  await chown(folder, user.uid, user.gid);
}

/** Returns the topmost folder on the way to `folder` that `user` cannot enter, or undefined when the way is open. */
export async function findClosedFolder(folder: string, user: ServerUser): Promise<string | undefined> {
  const way: string[] = [];
  for (let path = folder; path !== dirname(path); path = dirname(path)) way.unshift(path);
  const script = 'for folder do cd "$folder" 2>/dev/null || { printf %s "$folder"; exit; } done';
  const ids = { uid: user.uid, gid: user.gid };
  const { stdout } = await run('/bin/sh', ['-c', script, 'sh', ...way], { cwd: '/', env: {}, ...ids });
  return stdout === '' ? undefined : stdout;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
