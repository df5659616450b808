import { execFileSync } from 'node:child_process';
import { chownSync, readFileSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { type Daemon, installPackages, killTree, programs, startDaemon, waitUntil } from '../debian.ts';
import { findFreePorts } from '../free-ports.ts';

/** One server: Patroni, which is the daemon, and its PostgreSQL. `kill` simulates a lost machine. */
interface ClusterServer extends Daemon {
  /** Kills only PostgreSQL. */
  crash(): Promise<void>;
}

/** Three PostgreSQL servers under Patroni with etcd, HAProxy in front of them and of three gateways, and PgBouncer. */
export interface Cluster {
  readonly servers: readonly ClusterServer[];
  readonly pooler: Daemon;
  /** HAProxy's port in front of the gateways, and theirs. */
  readonly ports: { readonly site: number; readonly gateways: readonly number[] };
  /** Connection URLs: all servers as one, each alone, and the pooler. */
  readonly addresses: { direct: string; replicas: readonly string[]; pooled: string };
  /** Starts the second and third server, which copy the first. */
  startStandbys(): Promise<void>;
  /** The index of the primary; undefined while there is none. */
  findPrimary(): Promise<number | undefined>;
  /** How many servers stream from the primary, synchronously or not. */
  countStandbys(): Promise<{ streaming: number; synchronous: number }>;
}

const texts = import.meta.glob<string>('./settings/*', { query: '?raw', import: 'default', eager: true });

/** The text of a file in `settings` with its `${names}` replaced by values. */
function fillSettings(file: string, values: Readonly<Record<string, string | number>>): string {
  return (texts[`./settings/${file}`] ?? '').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name} in ${file}`);
    return String(value);
  });
}

type Ports = Awaited<ReturnType<typeof choosePorts>>;

/** All on 127.0.0.1. */
async function choosePorts() {
  const free = await findFreePorts(14);
  const take = () => free.pop() ?? 0;
  const takeThree = <T>(make: () => T): T[] => [make(), make(), make()];
  return {
    etcd: take(),
    etcdPeers: take(),
    servers: takeThree(() => ({ postgres: take(), patroni: take() })),
    /** HAProxy in front of the primary, and of the gateways. */
    primary: take(),
    site: take(),
    pooler: take(),
    gateways: takeThree(take),
  };
}

/** Starts etcd, HAProxy, PgBouncer and the first server, with an empty database `fundscope`; `shutdown` removes all. */
export async function startCluster(shutdown: Shutdown): Promise<Cluster> {
  installPackages(['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql']);
  const folder = await createClusterFolder(shutdown);
  const ports = await choosePorts();
  await startEtcd(folder, ports);
  const servers = [await startServer(folder, ports, 0, shutdown)];
  await startHaproxy(folder, ports);
  const pooler = await startPgbouncer(folder, ports);
  const findPrimary = () => findPrimaryOf(ports);
  await waitUntil('the first primary', 60_000, async () => (await findPrimary()) === 0);
  await createDatabase(ports);
  return {
    ports,
    servers,
    pooler,
    addresses: buildAddresses(ports),
    findPrimary,
    async startStandbys() {
      for (const at of [1, 2]) servers.push(await startServer(folder, ports, at, shutdown));
    },
    countStandbys: async () =>
      (await queryPrimary(ports, countStandbysSql))[0] as { streaming: number; synchronous: number },
  };
}

/** A temporary folder with the files and the programs of a cluster. */
interface ClusterFolder {
  /** Creates a file with this text, or a folder if there is none, owned by the user `postgres`; returns its path. */
  write(name: string, text?: string): Promise<string>;
  /** Starts a program as `postgres`, or as this user. */
  start(name: string, command: string, args: readonly string[], as?: 'postgres' | 'self'): Daemon;
}

async function createClusterFolder(shutdown: Shutdown): Promise<ClusterFolder> {
  const readId = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  // Without root everything runs as this process.
  const user = process.getuid?.() === 0 ? { uid: readId('-u'), gid: readId('-g') } : undefined;
  const path = await mkdtemp(join(tmpdir(), 'fundscope-cluster-'));
  shutdown.add(() => rm(path, { recursive: true, force: true }));
  await chmod(path, 0o755);
  return {
    async write(name, text) {
      const file = join(path, name);
      if (text === undefined) await mkdir(file, { recursive: true, mode: 0o700 });
      else await writeFile(file, text);
      if (user) chownSync(file, user.uid, user.gid);
      return file;
    },
    start(name, command, args, as = 'postgres') {
      const logFile = join(path, `${name}.log`);
      return startDaemon({ command, args, logFile, ...(as === 'self' ? {} : { user }) }, shutdown);
    },
  };
}

async function startEtcd(folder: ClusterFolder, ports: Ports): Promise<void> {
  const [client, peers] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.etcdPeers}`];
  const data = await folder.write('etcd');
  const args = ['--data-dir', data, '--listen-client-urls', client, '--advertise-client-urls', client];
  const peerArgs = ['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers];
  folder.start('etcd', programs['etcd-server'], [...args, ...peerArgs, '--initial-cluster', `default=${peers}`]);
  await waitUntil('etcd', 20_000, async () => (await fetch(`${client}/health`)).ok);
}

async function startServer(folder: ClusterFolder, ports: Ports, at: number, shutdown: Shutdown) {
  const name = `server${at + 1}`;
  const data = await folder.write(name);
  // The newest installed PostgreSQL.
  const [version = ''] = readdirSync(programs.postgresql).toSorted((a, b) => Number(b) - Number(a));
  const binaries = join(programs.postgresql, version, 'bin');
  const settings = { etcd: ports.etcd, number: at + 1, ...ports.servers[at], data, binaries };
  const file = await folder.write(`${name}.yml`, fillSettings('patroni.yml', settings));
  const crash = () => crashPostgres(data);
  shutdown.add(crash);
  const patroni = folder.start(name, programs.patroni, [file]);
  return { ...patroni, crash, kill: () => patroni.kill().then(crash) };
}

/** The primary by Patroni's health check, the gateways by their ports. */
async function startHaproxy(folder: ClusterFolder, { servers, gateways, primary, site }: Ports): Promise<void> {
  const serverLines = servers.map(
    ({ postgres, patroni: port }, at) => `  server server${at + 1} 127.0.0.1:${postgres} check port ${port}`,
  );
  const gatewayLines = gateways.map((port, at) => `  server gateway${at + 1} 127.0.0.1:${port} check`);
  const values = { primary, site, servers: serverLines.join('\n'), gateways: gatewayLines.join('\n') };
  const settings = await folder.write('haproxy.cfg', fillSettings('haproxy.cfg', values));
  folder.start('haproxy', programs.haproxy, ['-db', '-f', settings], 'self');
}

async function startPgbouncer(folder: ClusterFolder, { primary, pooler }: Ports): Promise<Daemon> {
  const users = await folder.write('users.txt', '"fundscope" ""\n');
  const settings = await folder.write('pgbouncer.ini', fillSettings('pgbouncer.ini', { primary, pooler, users }));
  return folder.start('pgbouncer', programs.pgbouncer, [settings]);
}

async function findPrimaryOf({ servers }: Ports): Promise<number | undefined> {
  const isPrimary = ({ patroni }: Ports['servers'][number]) =>
    fetch(`http://127.0.0.1:${patroni}/primary`).then(
      ({ ok }) => ok,
      () => false,
    );
  const at = (await Promise.all(servers.map(isPrimary))).indexOf(true);
  return at < 0 ? undefined : at;
}

const countStandbysSql = `
  SELECT count(*)::int AS streaming, count(*) FILTER (WHERE sync_state = 'sync')::int AS synchronous
  FROM pg_stat_replication WHERE state = 'streaming'`;

/** Kills the PostgreSQL server of a data folder with all of its processes. A stale file may name another program. */
async function crashPostgres(dataDir: string): Promise<void> {
  const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n', 1)[0]);
  if (pid > 0 && readCommand(pid).includes('postgres')) killTree(pid);
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function buildAddresses({ servers, pooler }: Ports): Cluster['addresses'] {
  const at = (hosts: string, query = '') => `postgres://fundscope@${hosts}/fundscope${query}`;
  const hosts = servers.map(({ postgres }) => `127.0.0.1:${postgres}`);
  return {
    direct: at(hosts.join(','), '?target_session_attrs=read-write'),
    replicas: hosts.map((host) => at(host)),
    pooled: at(`127.0.0.1:${pooler}`, '?pgbouncer=true'),
  };
}

async function createDatabase(ports: Ports): Promise<void> {
  await waitUntil('the database', 30_000, async () => (await queryPrimary(ports, 'SELECT 1')).length === 1);
  await queryPrimary(ports, 'CREATE ROLE fundscope LOGIN; GRANT pg_monitor, pg_checkpoint TO fundscope');
  await queryPrimary(ports, "CREATE DATABASE fundscope OWNER fundscope TEMPLATE template0 ENCODING 'UTF8'");
}

async function queryPrimary({ primary }: Ports, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${primary}/postgres` });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
