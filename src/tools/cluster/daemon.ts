import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Shutdown } from '../../gateway/shutdown.ts';

/** A program that runs until it is stopped. */
export interface Daemon {
  readonly name: string;
  start(): void;
  /** Its process; 0 before the first start. */
  pid(): number;
  /** Kills it and its descendants with SIGKILL. */
  kill(): Promise<void>;
}

/** The command of a daemon, and its user if this process is root. */
interface DaemonCommand {
  name: string;
  command: string;
  args: readonly string[];
  logFile: string;
  user?: { uid: number; gid: number } | undefined;
  /** Whether it must respond in time although everything runs on one machine. */
  isUrgent?: boolean;
  env?: NodeJS.ProcessEnv;
}

/** Starts a program in a separate session; `shutdown` stops it. */
export function startDaemon(
  { name, command, args, logFile, user, isUrgent, env }: DaemonCommand,
  shutdown: Shutdown,
): Daemon {
  let child: ChildProcess | undefined;
  const daemon: Daemon = {
    name,
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
      if (isUrgent && child.pid !== undefined && process.getuid?.() === 0) setPriority(child.pid, -10);
    },
    pid: () => child?.pid ?? 0,
    async kill() {
      const { pid } = child ?? {};
      if (child === undefined || pid === undefined) return;
      const isRunning = child.exitCode === null && child.signalCode === null;
      const exit = isRunning ? once(child, 'exit') : undefined;
      if (isRunning) killTree(pid);
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
  for (const each of [pid, ...[...parents.keys()].filter((one) => one !== pid && isBelow(one))]) killProcess(each);
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
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
