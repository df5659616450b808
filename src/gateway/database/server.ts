import { rmdir, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import { findRunnableBinaries } from './binaries.ts';
import { checkCluster, createCluster, createSocketDir } from './cluster-files.ts';
import { type ServerCommand, spawnServer, stopServerProcess } from './server-process.ts';
import { runWithStartLock } from './start-lock.ts';
import { defaultSystemDir, createDataDir, findServerUser } from './server-user.ts';
import { type Presence, workName, buildAddress, buildConfig, joinServer } from './presence.ts';
import { StartError, createStartError, createDiskFullError, toErrorMessage } from '../../service/db/start-error.ts';

/** The options of the embedded server. */
interface ServerOptions {
  /** The folder that contains the cluster (`postgres`) and its log. */
  dataDir: string;
  /** The user that PostgreSQL runs as when the caller is root; `nobody` by default. */
  user?: string | undefined;
  /** False only in tests: no write is forced to the disk. */
  fsync?: boolean;
  /** Called with a message when the server has died and when it is back. */
  onEvent?: (text: string) => void;
}

/** A running PostgreSQL, shared with every other process that started it for the same folder. */
export interface DatabaseServer {
  /** The connection string of its database; stays valid when the server dies and is restarted. */
  address(): string;
  /** Whether its disk is too full for the server to continue. */
  isDiskFull(): Promise<boolean>;
  /** Leaves the server; the last one to leave stops it. Resolves when its process has exited. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the running one, and keeps it running until stop(): a
 * server that dies is restarted. Throws a StartError if that is impossible.
 */
export async function startServer(options: ServerOptions): Promise<DatabaseServer> {
  const fail = (error: unknown): never => {
    throw createStartError(error, options.dataDir);
  };
  const command = await prepareServer(options).catch(fail);
  let stopping = false;
  let lost = false;
  let presence: Presence | undefined;
  let reviving: Promise<void> | undefined;

  const isMissing = () => lost && !stopping;
  async function revive(): Promise<void> {
    options.onEvent?.('The database server stopped; starting it again.');
    for (let waitMs = 50; isMissing(); waitMs = Math.min(waitMs * 2, 5_000)) {
      try {
        lost = false;
        presence = await openServer(command, onLost);
        options.onEvent?.('The database server is back.');
      } catch (error) {
        lost = true;
        options.onEvent?.(toErrorMessage(error));
        await sleep(waitMs);
      }
    }
    reviving = undefined;
  }
  function onLost(): void {
    lost = true;
    if (isMissing()) reviving ??= revive();
  }
  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    await reviving;
    if ((await presence?.leave()) === 'others') return;
    await stopServerProcess(command.cluster);
    if (command.socketDir !== command.cluster) await rmdir(command.socketDir).catch(() => undefined);
  }

  presence = await openServer(command, onLost).catch(fail);
  const { socketDir, password } = presence;
  try {
    await retryWhileUnavailable(10_000, () => createDatabase(socketDir, password));
  } catch (error) {
    await stop();
    throw (error as { code?: string }).code === '53100' ? createDiskFullError(command.cluster, error) : error;
  }
  return {
    address: () => buildAddress(socketDir, password),
    isDiskFull: () => isDiskFull(command.cluster),
    stop,
  };
}

/** A segment of PostgreSQL's log, which it writes completely before it uses it. */
const segmentBytes = 16 << 20;

/** Whether a disk has no room for another segment of the log, without which the server stops. */
async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < segmentBytes;
}

async function prepareServer(options: ServerOptions): Promise<ServerCommand> {
  const user = await findServerUser(options.user);
  const dataDir = await createDataDir(resolve(options.dataDir), user);
  if (dataDir !== resolve(options.dataDir)) {
    options.onEvent?.(`The database is in ${dataDir}, because the user ${user?.name} cannot enter ${options.dataDir}.`);
  }
  const cluster = join(dataDir, 'postgres');
  const { native } = await findRunnableBinaries(defaultSystemDir, user);
  const fsync = options.fsync ?? true;
  if ((await checkCluster(cluster, user)) === 'new') await createCluster(native, cluster, user, fsync);
  return {
    native,
    cluster,
    user,
    fsync,
    socketDir: await createSocketDir(cluster, user),
    logFile: join(dataDir, 'postgres.log'),
    passwordFile: join(dataDir, 'database-password'),
  };
}

/** Joins the folder's server or starts one, whichever is possible first. */
async function openServer(command: ServerCommand, onLost: () => void): Promise<Presence> {
  // A server whose file was deleted uses the folder for up to a minute until it notices and stops.
  const deadline = Date.now() + 90_000;
  for (;;) {
    const presence = await joinServer(command, onLost);
    if (presence) return presence;
    const outcome = await runWithStartLock(command.cluster, () => spawnServer(command));
    if (outcome === 'taken' && Date.now() > deadline) {
      throw new StartError(
        `Another PostgreSQL server holds the data folder ${command.cluster} and does not let go.`,
        'Stop that server, or name another folder with FUNDSCOPE_DATA.',
      );
    }
    if (outcome === 'taken') await sleep(50);
  }
}

async function createDatabase(socketDir: string, password: string | undefined): Promise<void> {
  const client = new Client({ ...buildConfig(socketDir, password), application_name: workName });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'fundscope'");
    if (rows.length === 0) await client.query('CREATE DATABASE fundscope');
  } catch (error) {
    // Another program created it at the same time.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
