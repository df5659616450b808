import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProcessOptions } from './binaries.ts';
import { createDamagedError, isPostgres, readPostmaster, removeGarbledPostmasterFile } from './cluster-files.ts';
import { openFile } from './own-files.ts';
import { type StoppedCluster, secureCluster } from './secure-cluster.ts';
import { StartError, createStartError, createDiskFullError } from '../../service/db/start-error.ts';

/** The options of one server process. */
export interface ServerCommand extends StoppedCluster {
  socketDir: string;
  logFile: string;
}

const maxLogBytes = 4 * 1024 * 1024;

/**
 * Runs PostgreSQL as a separate process and waits until it is ready. Resolves to `taken` if another server was first
 * (or an old one is still exiting); throws a StartError when PostgreSQL cannot run on this folder.
 */
export async function spawnServer(command: ServerCommand): Promise<'ready' | 'taken'> {
  await removeGarbledPostmasterFile(command.cluster, command.user);
  const failure = await secureCluster(command);
  if (failure !== undefined) return explainExit(failure, command.cluster);
  const log = await openFile(command.logFile, 'append').catch((error: unknown) => {
    throw createStartError(error, command.logFile);
  });
  try {
    // Nobody reads the log of a healthy server; it only must not fill the disk.
    if ((await log.stat()).size > maxLogBytes) await log.truncate(0);
    const logStart = (await log.stat()).size;
    // Detached: a separate session, so that Ctrl-C and a closing terminal reach Fundscope first and it can drain.
    const child = spawn(join(command.native, 'bin', 'postgres'), serverArguments(command), {
      ...buildProcessOptions(command.user),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    const spawned = once(child, 'spawn');
    child.unref();
    await spawned;
    while (child.exitCode === null && child.signalCode === null) {
      const file = await readPostmaster(command.cluster);
      if (file?.pid === child.pid && file?.ready) return 'ready';
      await sleep(10);
    }
    return explainExit((await readFile(command.logFile)).subarray(logStart).toString(), command.cluster);
  } finally {
    await log.close();
  }
}

function serverArguments({ cluster, socketDir, fsync }: ServerCommand): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // One machine, no replica: without replication, COPY into a new table need not be logged twice.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '2GB',
    shared_buffers: '256MB',
    work_mem: '32MB',
    maintenance_work_mem: '256MB',
    random_page_cost: '1.1',
    log_checkpoints: 'off',
    // Statements may contain what a user typed; the log needs the error, not the statement.
    log_min_error_statement: 'panic',
    fsync: fsync ? 'on' : 'off',
    synchronous_commit: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
  };
  return [
    '-D',
    cluster,
    '-p',
    '5432',
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}

/** Returns `taken` if the log says that another server was first; throws a StartError for any other reason. */
function explainExit(log: string, cluster: string): 'taken' {
  if (/lock file ".*" already exists|pre-existing shared memory block/.test(log)) return 'taken';
  if (/No space left on device|Disk quota exceeded/.test(log)) throw createDiskFullError(cluster);
  const line = /(?:FATAL|PANIC): +(.*)/.exec(log)?.[1] ?? log.trim().split('\n').at(-1) ?? 'no reason given';
  if (/could not create|could not map|could not resize|semaphore|shared memory/i.test(line)) {
    throw new StartError(
      `PostgreSQL cannot run here: ${line}.`,
      'The system gives it too little memory or too few semaphores; raise those limits, or use another server with DATABASE_URL.',
    );
  }
  throw createDamagedError(cluster, `PostgreSQL says "${line}"`);
}

/** Stops the server of a data folder and cancels running statements; resolves when its process has exited. */
export async function stopServerProcess(cluster: string): Promise<void> {
  const file = await readPostmaster(cluster);
  if (!file || !(await isPostgres(file.pid, cluster))) return;
  process.kill(file.pid, 'SIGINT');
  // The last checkpoint can take a while after a large import, but less than the recovery that it avoids.
  const deadline = Date.now() + 60_000;
  while (await isPostgres(file.pid)) {
    if (Date.now() > deadline) return void process.kill(file.pid, 'SIGQUIT');
    await sleep(10);
  }
}
