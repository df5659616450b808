import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { buildProcessOptions, findRunnableBinaries } from '../gateway/database/binaries.ts';
import { defaultSystemDir, findServerUser } from '../gateway/database/server-user.ts';
import { retryWhileUnavailable } from '../service/db/unavailable.ts';
import { findScratchFolder } from './scratch-folder.ts';

/** One PostgreSQL server on a port of this machine. */
interface ReplicatedServer {
  readonly address: string;
  readonly port: number;
  /** Kills it and all its processes at once. */
  kill(): Promise<void>;
  /** Runs a statement on a new connection. */
  query(text: string): Promise<Record<string, unknown>[]>;
}

/** A primary, and a synchronous standby that streams from it. */
export interface ReplicatedPair {
  readonly primary: ReplicatedServer;
  readonly standby: ReplicatedServer;
  close(): Promise<void>;
}

/** Starts a primary and a standby in a folder that `close` deletes. */
export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const folder = await mkdtemp(join(findScratchFolder(), 'fundscope-pair-'));
  const user = await findServerUser();
  const { native } = await findRunnableBinaries(defaultSystemDir, user);
  const options = buildProcessOptions(user);
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
  const run = (name: string, args: string[]) => promisify(execFile)(join(native, 'bin', name), args, options);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  await run('initdb', ['-D', first, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']);
  await cp(first, second, { recursive: true });
  const [firstPort, secondPort] = [await findFreePort(), await findFreePort()];
  await appendFile(
    join(second, 'postgresql.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${firstPort} user=postgres application_name=second'\n`,
  );
  await writeFile(join(second, 'standby.signal'), '');
  const open = async (dataDir: string, port: number, settings: string[]) => {
    if (user) await chownAll(dataDir, user.uid, user.gid);
    const all = [
      ...settings,
      `listen_addresses=127.0.0.1`,
      `unix_socket_directories=`,
      'fsync=off',
      'wal_level=replica',
    ];
    const args = ['-D', dataDir, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])];
    const child = spawn(join(native, 'bin', 'postgres'), args, { ...options, stdio: 'ignore' });
    return createReplicatedServer(child, port);
  };
  const primary = await open(first, firstPort, ['wal_keep_size=256MB']);
  const standby = await open(second, secondPort, ['hot_standby_feedback=on']);
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'second'`);
  await primary.query('SELECT pg_reload_conf()');
  return {
    primary,
    standby,
    async close() {
      await Promise.all([primary.kill(), standby.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const chownAll = (folder: string, uid: number, gid: number) =>
  promisify(execFile)('chown', ['-R', `${uid}:${gid}`, folder]);

async function createReplicatedServer(child: ChildProcess, port: number): Promise<ReplicatedServer> {
  const exit = once(child, 'exit');
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: address });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  await retryWhileUnavailable(20_000, () => query('SELECT 1'));
  return {
    address,
    port,
    query,
    async kill() {
      // The server's other processes end when they notice that the first one has ended.
      child.kill('SIGQUIT');
      await exit;
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
