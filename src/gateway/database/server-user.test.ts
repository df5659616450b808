import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findBinaries, findRunnableBinaries } from './binaries.ts';
import { type ServerUser, findClosedFolder, findDataDir, createDataDir, findServerUser } from './server-user.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

let folder: string;
let user: ServerUser;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundscope-user-'));
  await chmod(folder, 0o755);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test('PostgreSQL runs as the caller unless that is root', async () => {
  // The tests may run as root.
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1000);
  try {
    expect(await findServerUser()).toBeUndefined();
  } finally {
    getuid.mockRestore();
  }
});

test('binaries work even if their package was installed without its script', async () => {
  const { native, version } = await findBinaries();
  const unlinked = join(folder, 'package', 'native');
  const isNeeded = async (path: string) => !path.includes('/share') && !(await lstat(path)).isSymbolicLink();
  await cp(native, unlinked, { recursive: true, filter: isNeeded });
  const postgres = join(unlinked, 'bin', 'postgres');
  await expect(run(postgres, ['--version'])).rejects.toThrow(/shared libraries|Library not loaded/);
  await findRunnableBinaries(join(folder, 'system'), undefined, Promise.resolve({ native: unlinked, version }));
  expect((await run(postgres, ['--version'])).stdout).toContain('(PostgreSQL) 18');
});

describe.runIf(isRoot)('as root', () => {
  beforeEach(async () => {
    user = (await findServerUser())!;
    await mkdir(join(folder, 'closed', 'inside'), { recursive: true });
    await chmod(join(folder, 'closed'), 0o700);
  });

  test('PostgreSQL runs as nobody, or as the user that is named by name or number, never as root', async () => {
    expect(user).toMatchObject({ name: 'nobody' });
    expect(user.uid).toBeGreaterThan(0);
    expect(await findServerUser(String(user.uid))).toMatchObject({ uid: user.uid, gid: user.gid });
    await expect(findServerUser('root')).rejects.toThrow(/refuses to run as root/);
    await expect(findServerUser('nobody-of-that-name')).rejects.toThrow(/there is no user nobody-of-that-name/);
  });

  test('the topmost closed folder on a path is found, and an open path has none', async () => {
    expect(await findClosedFolder(join(folder, 'closed', 'inside'), user)).toBe(join(folder, 'closed'));
    expect(await findClosedFolder(folder, user)).toBeUndefined();
  });

  test('a data folder below a closed one moves out of it, and is found there again once that is open', async () => {
    const dataDir = join(folder, 'closed', 'data');
    const systemDir = join(folder, 'system');
    const named = await findDataDir(dataDir, user, systemDir);
    expect(await readdir(folder)).toEqual(['closed']);
    const moved = await createDataDir(dataDir, user, systemDir);
    expect(named).toBe(moved);
    expect(await readdir(join(folder, 'closed'))).toEqual(['inside']);
    expect(moved.startsWith(systemDir)).toBe(true);
    expect(await findClosedFolder(moved, user)).toBeUndefined();
    await mkdir(join(moved, 'postgres'));
    await chmod(join(folder, 'closed'), 0o755);
    expect(await createDataDir(dataDir, user, systemDir)).toBe(moved);
    expect(await findDataDir(dataDir, user, systemDir)).toBe(moved);
  });

  test('a folder with data that was closed later is never replaced by an empty one', async () => {
    const dataDir = join(folder, 'closed', 'inside');
    await mkdir(join(dataDir, 'postgres'));
    await expect(createDataDir(dataDir, user, join(folder, 'system'))).rejects.toMatchObject({
      message: expect.stringContaining(`can no longer enter ${join(folder, 'closed')}`),
      remedy: expect.stringMatching(/chmod o\+x .*closed\).*FUNDSCOPE_DATA/),
    });
    expect(await readdir(folder)).toEqual(['closed']);
  });

  test('a new data folder is open to the user whatever the umask says, and a private empty one is opened to pass through', async () => {
    const before = process.umask(0o077);
    try {
      const fresh = join(folder, 'a', 'b');
      await createDataDir(fresh, user);
      expect(await findClosedFolder(fresh, user)).toBeUndefined();
    } finally {
      process.umask(before);
    }
    const own = await mkdtemp(join(folder, 'private-'));
    await createDataDir(own, user);
    expect(await findClosedFolder(own, user)).toBeUndefined();
    expect((await stat(own)).uid).toBe(0);
  });

  test('a folder that an earlier version gave to the user is taken back, and no link in it is followed', async () => {
    const dataDir = join(folder, 'data');
    const victim = join(folder, 'victim');
    await writeFile(victim, 'root only');
    await mkdir(dataDir);
    await symlink(victim, join(dataDir, 'postgres.log'));
    await link(victim, join(dataDir, 'local-key'));
    await writeFile(join(dataDir, 'database-password'), 'planted');
    await Promise.all(['', 'database-password'].map((name) => chown(join(dataDir, name), user.uid, user.gid)));
    await createDataDir(dataDir, user);
    expect(await readdir(dataDir)).toEqual([]);
    expect(await readFile(victim, 'utf8')).toBe('root only');
    const ids = { uid: user.uid, gid: user.gid };
    await expect(run('ln', ['-s', victim, join(dataDir, 'postgres.log')], { cwd: '/', ...ids })).rejects.toThrow(
      /Permission denied/,
    );
  });

  test('a folder with other files that somebody else can write to is rejected', async () => {
    const open = join(folder, 'open');
    await mkdir(join(open, 'letters'), { recursive: true });
    await chmod(open, 0o1777);
    await expect(createDataDir(open, user)).rejects.toThrow(/Other users can write to/);
  });

  test('a folder with files of another user stays as it is', async () => {
    const home = join(folder, 'home');
    await mkdir(join(home, 'letters'), { recursive: true });
    expect(await createDataDir(home, user)).toBe(home);
    expect((await stat(home)).uid).toBe(0);
  });

  test('binaries in a closed checkout are copied to where the user can run them, once', async () => {
    const { native, version } = await findBinaries();
    const closed = join(folder, 'closed', 'native');
    await cp(native, closed, { recursive: true, verbatimSymlinks: true });
    const systemDir = join(folder, 'system');
    const find = () => findRunnableBinaries(systemDir, user, Promise.resolve({ native: closed, version }));
    const [first, second] = await Promise.all([find(), find()]);
    expect(first).toEqual({ native: join(systemDir, version), version });
    expect(second).toEqual(first);
    expect(await readdir(systemDir)).toEqual([version]);
    const ids = { uid: user.uid, gid: user.gid };
    const { stdout } = await run(join(first.native, 'bin', 'postgres'), ['--version'], { cwd: '/', ...ids });
    expect(stdout).toContain('(PostgreSQL) 18');
  });
});
