import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { type ClusterPorts, writeHaproxy, writePatroni, writePgbouncer } from './cluster-configuration.ts';
import { type ClusterFolder, createClusterFolder } from './cluster-folder.ts';
import { findFreePorts } from '../free-ports.ts';
import { type Daemon, killTree, waitUntil } from './daemon.ts';
import { findPostgresFolder, findProgram, installPackages } from './debian-packages.ts';

/** One server of the cluster: Patroni, which is the daemon, and its PostgreSQL. `kill` simulates a lost machine. */
interface ClusterServer extends Daemon {
  /** Kills only PostgreSQL. */
  crash(): Promise<void>;
}

/** Three PostgreSQL servers under Patroni with etcd, HAProxy in front of them and of three gateways, and PgBouncer. */
export interface Cluster {
  readonly ports: ClusterPorts;
  readonly servers: readonly ClusterServer[];
  readonly pooler: Daemon;
  /** Starts the second and third server, which copy the first. */
  startStandbys(): Promise<void>;
  /** The index of the primary; undefined while there is none. */
  findPrimary(): Promise<number | undefined>;
  /** The first process of PostgreSQL on each server, and those of HAProxy and PgBouncer. */
  findPostgres(): Promise<number[]>;
  findProxies(): number[];
  /** How many servers stream from the primary, synchronously or not. */
  countStandbys(): Promise<{ streaming: number; synchronous: number }>;
  /** Connection URLs: all servers as one, each alone, the pooler, and HAProxy's port of the primary. */
  readonly addresses: { direct: string; replicas: readonly string[]; pooled: string; proxied: string };
}

/** Starts etcd, HAProxy, PgBouncer and the first server, with an empty database `fundscope`; `shutdown` removes all. */
export async function startCluster(shutdown: Shutdown, logs?: string): Promise<Cluster> {
  installPackages(['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql']);
  const folder = await createClusterFolder(shutdown, logs);
  const ports = await choosePorts();
  await startEtcd(folder, ports);
  const servers = [await startServer(folder, ports, 0, shutdown)];
  const settings = await folder.write('haproxy.cfg', writeHaproxy(ports));
  const haproxy = folder.start('haproxy', findProgram('haproxy'), ['-db', '-f', settings], 'self');
  const users = await folder.write('users.txt', '"fundscope" ""\n');
  const poolerSettings = await folder.write('pgbouncer.ini', writePgbouncer(ports, users));
  const pooler = folder.start('pgbouncer', findProgram('pgbouncer'), [poolerSettings]);
  const findPrimary = () => findPrimaryOf(ports);
  await waitUntil('the first primary', 60_000, async () => (await findPrimary()) === 0);
  await createDatabase(ports);
  return {
    ports,
    servers,
    pooler,
    findPrimary,
    findPostgres: () => Promise.all(servers.map(({ name }) => readPostmasterPid(join(folder.path, name)))),
    findProxies: () => [haproxy.pid(), pooler.pid()],
    async startStandbys() {
      for (const at of [1, 2]) servers.push(await startServer(folder, ports, at, shutdown));
    },
    countStandbys: () => countStandbysOf(ports),
    addresses: buildAddresses(ports),
  };
}

async function startEtcd(folder: ClusterFolder, ports: ClusterPorts): Promise<void> {
  const [client, peers] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.etcdPeers}`];
  const data = await folder.write('etcd');
  const args = ['--data-dir', data, '--listen-client-urls', client, '--advertise-client-urls', client];
  const peerArgs = ['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers];
  folder.start('etcd', findProgram('etcd-server'), [...args, ...peerArgs, '--initial-cluster', `default=${peers}`]);
  await waitUntil('etcd', 20_000, async () => (await fetch(`${client}/health`)).ok);
}

async function startServer(
  folder: ClusterFolder,
  ports: ClusterPorts,
  at: number,
  shutdown: Shutdown,
): Promise<ClusterServer> {
  const name = `server${at + 1}`;
  const data = await folder.write(name);
  const file = await folder.write(`${name}.yml`, writePatroni(ports, at, { data, binaries: findPostgresFolder() }));
  const crash = () => crashPostgres(data);
  shutdown.add(crash);
  const patroni = folder.start(name, findProgram('patroni'), [file]);
  return { ...patroni, crash, kill: () => patroni.kill().then(crash) };
}

async function findPrimaryOf({ servers }: ClusterPorts): Promise<number | undefined> {
  const answers = await Promise.all(
    servers.map(({ patroni }) =>
      fetch(`http://127.0.0.1:${patroni}/primary`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  const at = answers.indexOf(true);
  return at < 0 ? undefined : at;
}

async function countStandbysOf(ports: ClusterPorts): Promise<{ streaming: number; synchronous: number }> {
  const [row] = await queryPrimary(
    ports,
    `SELECT count(*)::int AS streaming, count(*) FILTER (WHERE sync_state = 'sync')::int AS synchronous
     FROM pg_stat_replication WHERE state = 'streaming'`,
  );
  return row as { streaming: number; synchronous: number };
}

/** Kills the PostgreSQL server of a data folder with all of its processes. */
async function crashPostgres(dataDir: string): Promise<void> {
  const pid = await readPostmasterPid(dataDir);
  if (isPostgres(pid)) killTree(pid);
}

/** The first process of a data folder's server; 0 if there is none. */
const readPostmasterPid = (dataDir: string): Promise<number> =>
  readFile(join(dataDir, 'postmaster.pid'), 'utf8').then(
    (text) => Number(text.split('\n', 1)[0]),
    () => 0,
  );

/** A stale file may have the pid of another program. */
function isPostgres(pid: number): boolean {
  if (pid === 0) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch {
    return false;
  }
}

async function choosePorts(): Promise<ClusterPorts> {
  const free = await findFreePorts(14);
  const take = () => free.pop() ?? 0;
  const takeThree = <T>(make: () => T): T[] => [make(), make(), make()];
  return {
    etcd: take(),
    etcdPeers: take(),
    servers: takeThree(() => ({ postgres: take(), patroni: take() })),
    primary: take(),
    site: take(),
    pooler: take(),
    gateways: takeThree(take),
  };
}

function buildAddresses({ servers, pooler, primary }: ClusterPorts): Cluster['addresses'] {
  const at = (hosts: string, query = '') => `postgres://fundscope@${hosts}/fundscope${query}`;
  const hosts = servers.map(({ postgres }) => `127.0.0.1:${postgres}`);
  return {
    direct: at(hosts.join(','), '?target_session_attrs=read-write'),
    replicas: hosts.map((host) => at(host)),
    pooled: at(`127.0.0.1:${pooler}`, '?pgbouncer=true'),
    proxied: at(`127.0.0.1:${primary}`),
  };
}

async function createDatabase(ports: ClusterPorts): Promise<void> {
  await waitUntil('the database', 30_000, async () => (await queryPrimary(ports, 'SELECT 1', 'postgres')).length === 1);
  await queryPrimary(ports, 'CREATE ROLE fundscope LOGIN; GRANT pg_monitor, pg_checkpoint TO fundscope', 'postgres');
  await queryPrimary(ports, "CREATE DATABASE fundscope OWNER fundscope TEMPLATE template0 ENCODING 'UTF8'", 'postgres');
}

async function queryPrimary(
  { primary }: ClusterPorts,
  text: string,
  database = 'fundscope',
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${primary}/${database}` });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
