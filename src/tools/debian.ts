import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shutdown } from '../gateway/shutdown.ts';
import { StartError } from '../service/db/start-error.ts';

/** What tools run, by Debian package. */
export const programs = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgresql: '/usr/lib/postgresql',
  nginx: '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  bubblewrap: '/usr/bin/bwrap',
  mmdebstrap: '/usr/bin/mmdebstrap',
  libfaketime: `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`,
} as const;

type PackageName = keyof typeof programs;

/** Installs missing packages, as root on Debian; elsewhere throws a StartError that names what to install. */
export function installPackages(names: readonly PackageName[]): void {
  const isMissing = (name: PackageName) => !existsSync(programs[name]);
  const missing = names.filter(isMissing);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const run = (...args: string[]) => execFileSync('apt-get', args, { env, stdio: ['ignore', 2, 2] });
    run('update', '-qq');
    run('install', '-y', '-qq', '--no-install-recommends', ...missing);
  }
  if (!missing.some(isMissing)) return;
  throw new StartError(
    `These programs are missing: ${missing.filter(isMissing).join(', ')}.`,
    `Install them: apt-get install ${missing.join(' ')}`,
  );
}

/** A program that runs until it is stopped. */
export interface Daemon {
  start(): void;
  /** Kills it and its descendants with SIGKILL. */
  kill(): Promise<void>;
}

interface DaemonCommand {
  command: string;
  args: readonly string[];
  logFile: string;
  /** Its user if this process is root. */
  user?: { uid: number; gid: number } | undefined;
  env?: NodeJS.ProcessEnv;
}

/** Starts a program in a separate session; `shutdown` stops it. */
export function startDaemon({ command, args, logFile, user, env }: DaemonCommand, shutdown: Shutdown): Daemon {
  let child: ChildProcess | undefined;
  const daemon: Daemon = {
    start() {
      const log = openSync(logFile, 'a', 0o644);
      child = spawn(command, args, {
        cwd: '/',
        env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...env },
        stdio: ['ignore', log, log],
        detached: true,
        ...(process.getuid?.() === 0 ? user : {}),
      });
      closeSync(log);
    },
    async kill() {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      killTree(child.pid);
      await exit;
    },
  };
  daemon.start();
  shutdown.add(() => daemon.kill());
  return daemon;
}

/** Kills a process and its descendants, parents first, so that they start no others. */
export function killTree(pid: number): void {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
  const isBelow = (each: number): boolean => each === pid || (each > 1 && isBelow(parents.get(each) ?? 0));
  for (const each of [pid, ...[...parents.keys()].filter((one) => one !== pid && isBelow(one))]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
}

/** Waits until `check` neither throws nor returns false; throws if that takes longer than `timeoutMs`. */
export async function waitUntil(what: string, timeoutMs: number, check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await check().catch(() => false))) {
    if (Date.now() > end) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await sleep(200);
  }
}
