import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { type Daemon, startDaemon } from './daemon.ts';

/** A temporary folder with the files and the programs of a cluster. */
export interface ClusterFolder {
  readonly path: string;
  /** Creates a file with this text, or a folder if there is none, owned by the user `postgres`; returns its path. */
  write(name: string, text?: string): Promise<string>;
  /** Starts a program as `postgres`, or as this user, with a log of its name. */
  start(name: string, command: string, args: readonly string[], as?: 'postgres' | 'self'): Daemon;
}

/** Creates the folder, which `shutdown` deletes; the logs remain if `logs` names a folder for them. */
export async function createClusterFolder(shutdown: Shutdown, logs?: string): Promise<ClusterFolder> {
  const user = readPostgresUser();
  const path = await mkdtemp(join(tmpdir(), 'fundscope-cluster-'));
  shutdown.add(() => rm(path, { recursive: true, force: true }));
  await chmod(path, 0o755);
  return {
    path,
    async write(name, text) {
      const file = join(path, name);
      if (text === undefined) await mkdir(file, { recursive: true, mode: 0o700 });
      else await writeFile(file, text);
      if (user) chownSync(file, user.uid, user.gid);
      return file;
    },
    start(name, command, args, as = 'postgres') {
      const logFile = join(logs ?? path, `${name}.log`);
      const isUrgent = name === 'etcd';
      return startDaemon({ name, command, args, logFile, isUrgent, ...(as === 'self' ? {} : { user }) }, shutdown);
    },
  };
}

/** The ids of `postgres`; undefined if this process is not root and therefore runs everything as itself. */
function readPostgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const read = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: read('-u'), gid: read('-g') };
}
