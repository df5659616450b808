import { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCount } from '../../gateway/cli/command.ts';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { connect, openDatabase } from '../../service/db/open.ts';
import { toErrorMessage } from '../../service/db/start-error.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { createDataFolder } from '../data-folder.ts';
import { waitUntil } from '../debian.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { addToolAction } from '../tool-action.ts';
import { type PaidLoad, startPaidLoad } from './paid-load.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

interface TrialOptions {
  deals: number;
  minutes: number;
  callers: number;
}

/** A step that damages the cluster and repairs it. */
interface ClusterStep {
  name: string;
  run(): Promise<unknown>;
}

/** One step, when it began, and when all was back to normal, in milliseconds since the load began. */
interface ClusterEvent {
  name: string;
  atMs: number;
  healedMs: number;
}

const restMs = 12_000;
const healTimeoutMs = 180_000;

const shutdown = createShutdown();
const program = new Command('cluster')
  .description(
    'Run three PostgreSQL under Patroni, PgBouncer, HAProxy and three gateways on this machine, kill them in turn under paid load, and check every charge (Debian, as root)',
  )
  .showHelpAfterError('Add --help to see the options of this command.')
  .option('--deals <n>', 'deals of the demo data; half as many companies', parseCount, 1_000_000)
  .option('--minutes <n>', 'how long things are killed', parseCount, 20)
  .option('--callers <n>', 'accounts that send one request after the other', parseCount, 24);
addToolAction(program, shutdown, { run: runTrial, format: formatTrial, countWrong: ({ faults }) => faults.length });
await runProgram(program, shutdown);

/** Starts a cluster, loads data, restarts the gateways and kills all parts in turn under paid load. */
async function runTrial({ deals, minutes, callers }: TrialOptions) {
  const cluster = await startCluster(shutdown);
  report('The first server runs.');
  const loading = await openDatabase(cluster.addresses.direct);
  await loadDemo(loading, { companies: Math.ceil(deals / 2), deals, onProgress: report });
  await loading.end();
  const sql = connect(cluster.addresses.direct, 4);
  shutdown.add(() => sql.end({ timeout: 1 }));
  await cluster.startStandbys();
  await waitForStandbys(cluster);
  report('Two standbys stream.');
  const gateways = await Promise.all([0, 1, 2].map((at) => startGateway(cluster, at)));
  const site = `http://127.0.0.1:${cluster.ports.site}`;
  await waitUntil('the site', 60_000, async () => (await fetch(`${site}/healthz`)).ok);
  const load = await startPaidLoad(sql, site, callers);
  const { done, faults } = await runSteps(listSteps(cluster, gateways), load, minutes);
  await load.stop();
  const events = done.map(({ name, atMs, healedMs }, at) => ({
    event: name,
    healed_seconds: Math.round((healedMs - atMs) / 100) / 10,
    ...load.count(atMs, done[at + 1]?.atMs ?? load.now()),
  }));
  const exits = gateways.flatMap((gateway) => gateway.readExit() ?? []);
  const exited = exits.map((output) => `a gateway exited by itself: ${output}`);
  return { events, faults: [...faults, ...exited, ...(await load.findFaults())] };
}

function formatTrial({ events, faults }: Awaited<ReturnType<typeof runTrial>>): string[] {
  const rows = events.map(({ event, healed_seconds, ...counts }) => [event, healed_seconds, ...Object.values(counts)]);
  const head = ['event', 'healed after, s', 'answered', 'rejected', 'lost', 'silence, s'];
  const formatCell = (cell: string | number, at: number) =>
    at === 0 ? String(cell).padEnd(26) : String(cell).padStart(16);
  return [...[head, ...rows].map((cells) => cells.map(formatCell).join('')), ...faults, `${faults.length} faults`];
}

/** Two gateways through PgBouncer, the third by the list of servers; all search on replicas. */
async function startGateway({ addresses, ports }: Cluster, at: number): Promise<GatewayProcess> {
  const { direct, pooled, replicas } = addresses;
  return startGatewayProcess(
    {
      PATH: process.env['PATH'],
      PORT: String(ports.gateways[at]),
      FUNDSCOPE_DATA: await createDataFolder(shutdown),
      FUNDSCOPE_TRUST_PROXY: 'loopback',
      ...(at === 2 ? { DATABASE_URL: direct } : { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }),
      DATABASE_REPLICA_URLS: replicas.join(' '),
    },
    shutdown,
  );
}

/** First a rolling restart, then the kills in turn. What was seen until a step fails counts. */
async function runSteps([restart, ...kills]: readonly ClusterStep[], load: PaidLoad, minutes: number) {
  const done: ClusterEvent[] = [];
  const faults: string[] = [];
  const endMs = load.now() + minutes * 60_000;
  try {
    for (let turn = -1; turn < 0 || load.now() < endMs; turn += 1) {
      const step = turn < 0 ? restart : kills[turn % kills.length];
      await sleep(restMs);
      const atMs = load.now();
      report(`${Math.round(atMs / 1000)} s: ${step?.name}`);
      await step?.run();
      done.push({ name: step?.name ?? '', atMs, healedMs: load.now() });
    }
    await sleep(restMs);
  } catch (error) {
    faults.push(toErrorMessage(error));
  }
  return { done, faults };
}

function listSteps(cluster: Cluster, gateways: readonly GatewayProcess[]): ClusterStep[] {
  let turn = 0;
  return [
    {
      name: 'rolling restart',
      async run() {
        for (const gateway of gateways) {
          await gateway.stop();
          await gateway.restart();
        }
      },
    },
    { name: 'primary PostgreSQL killed', run: () => crashPrimary(cluster) },
    { name: 'gateway killed', run: () => killGateway(gateways[(turn += 1) % gateways.length]) },
    { name: 'primary machine killed', run: () => killPrimaryMachine(cluster) },
    { name: 'pooler killed', run: () => cluster.pooler.kill().then(() => cluster.pooler.start()) },
  ];
}

async function killGateway(gateway: GatewayProcess | undefined): Promise<void> {
  const exit = gateway?.kill();
  if (exit !== undefined) throw new Error(`a gateway had exited by itself: ${exit}`);
  // It cannot start while there is no primary.
  await waitUntil('the gateway', healTimeoutMs, async () => {
    await gateway?.restart();
    return true;
  });
}

async function crashPrimary(cluster: Cluster): Promise<void> {
  await cluster.servers[await waitForPrimary(cluster)]?.crash();
  await waitForStandbys(cluster);
}

async function killPrimaryMachine(cluster: Cluster): Promise<void> {
  const primary = await waitForPrimary(cluster);
  await cluster.servers[primary]?.kill();
  await waitForPrimary(cluster, primary);
  cluster.servers[primary]?.start();
  await waitForStandbys(cluster);
}

/** The index of the primary, once there is one other than the lost server. */
async function waitForPrimary(cluster: Cluster, lost?: number): Promise<number> {
  let primary: number | undefined;
  await waitUntil('a primary', healTimeoutMs, async () => {
    primary = await cluster.findPrimary();
    return primary !== undefined && primary !== lost;
  });
  return primary ?? 0;
}

/** Waits until two servers stream from the primary, one of them synchronously. */
async function waitForStandbys(cluster: Cluster): Promise<void> {
  await waitUntil('two standbys', healTimeoutMs, async () => {
    const { streaming, synchronous } = await cluster.countStandbys();
    return streaming === 2 && synchronous >= 1;
  });
}

function report(text: string): void {
  console.error(text);
}
