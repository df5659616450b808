import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { connect } from '../../service/db/open.ts';
import { toErrorMessage } from '../../service/db/start-error.ts';
import { createDataFolder } from '../data-folder.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { type RequestCost, measureCost } from './cluster-cost.ts';
import { type ClusterEvent, type ClusterStep, createKills, createUpgrade, waitForStandbys } from './cluster-events.ts';
import { type ChargesReport, type EventReport, checkCharges, reportEvents } from './cluster-report.ts';
import { waitUntil } from './daemon.ts';
import { type PaidLoad, startPaidLoad } from './paid-load.ts';
import { type Cluster, startCluster } from './start-cluster.ts';

/** The size and duration of a trial. */
export interface TrialOptions {
  deals: number;
  minutes: number;
  callers: number;
  measure: number;
  /** The built command line, and that of the previous version, with which the gateways start. */
  cli: string;
  before?: string;
  import?: true;
  /** Folder for the logs of all parts, which remain. */
  logs?: string;
}

/** What happened, what it cost, and whether every charge is right. */
interface TrialReport {
  /** Every change of the primary, in seconds since the load began. */
  failovers: readonly string[];
  events: readonly EventReport[];
  charges: ChargesReport;
  cost: RequestCost;
  answered: number;
  /** Requests that replicas answered, according to gateways that have not been killed since. */
  answeredByReplicas: number;
  longestSilenceSeconds: number;
}

const restSeconds = 12;
const importTimeoutMs = 20 * 60_000;
const indexTimeoutMs = 10 * 60_000;

/** Starts a cluster, loads data, and kills its parts in turn under paid load; `shutdown` removes everything. */
export async function runClusterTrial(options: TrialOptions, shutdown: Shutdown): Promise<TrialReport> {
  const cluster = await startCluster(shutdown, options.logs);
  report('The first server runs.');
  const first = options.before ?? options.cli;
  const seconds = await loadRecords(first, cluster.addresses.proxied, options.deals, 1);
  report(`Loaded the records in ${seconds} s.`);
  // Without migrations: the gateways upgrade the schema.
  const sql = connect(cluster.addresses.direct, 4);
  shutdown.add(() => sql.end({ timeout: 1 }));
  await cluster.startStandbys();
  await waitForStandbys(cluster);
  report('Two standbys stream.');
  const gateways = new GatewayFleet(cluster, shutdown, options.logs);
  await gateways.start(first, options.before !== undefined);
  await waitUntil('the site', 60_000, async () => (await fetch(`${gateways.site}/healthz`)).ok);
  const load = await startPaidLoad(sql, gateways.site, options.callers);
  const watch = watchPrimary(cluster, load);
  const events = await runSteps(options, { cluster, gateways, load });
  await load.stop();
  const endMs = load.now();
  const found = await checkCharges(sql, load.accounts);
  const charges = { ...found, faults: [...found.faults, ...events.faults, ...gateways.findExits()] };
  const table = reportEvents(events.done, load.accounts, endMs);
  return {
    failovers: await watch.stop(),
    events: table,
    charges,
    cost: events.cost,
    answered: load.accounts.flatMap(({ calls }) => calls).filter(({ outcome }) => outcome === 'answered').length,
    answeredByReplicas: await gateways.countReplicaAnswers(),
    longestSilenceSeconds: Math.max(...table.map(({ longestSilenceSeconds }) => longestSilenceSeconds)),
  };
}

/** Records every change of the primary until it is stopped. */
function watchPrimary(cluster: Cluster, load: PaidLoad): { stop(): Promise<string[]> } {
  const changes: string[] = [];
  const stopping = new AbortController();
  const watching = (async () => {
    for (let last: number | undefined; !stopping.signal.aborted;) {
      const now = await cluster.findPrimary();
      if (now !== undefined && now !== last) {
        changes.push(`${Math.round(load.now() / 100) / 10} s: server${now + 1}`);
        last = now;
      }
      await sleep(250);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return changes;
    },
  };
}

interface Stage {
  cluster: Cluster;
  gateways: GatewayFleet;
  load: PaidLoad;
}

interface Steps {
  done: ClusterEvent[];
  cost: RequestCost;
  /** Faults other than wrong charges. */
  faults: string[];
}

async function runSteps(options: TrialOptions, { cluster, gateways, load }: Stage): Promise<Steps> {
  const done: ClusterEvent[] = [];
  const faults: string[] = [];
  const onFault = (text: string) => {
    report(text);
    faults.push(text);
  };
  const run = async ({ name, run: perform }: ClusterStep) => {
    const atMs = load.now();
    report(`${Math.round(atMs / 1000)} s: ${name}`);
    await perform();
    done.push({ name, atMs, healedMs: load.now() });
    await sleep(restSeconds * 1000);
  };
  await sleep(restSeconds * 1000);
  const name = options.before ? 'upgrade to a newer schema' : 'rolling restart';
  await run(createUpgrade(name, gateways.all.length, (at) => gateways.replace(at, options.cli)));
  await waitUntil('the index in memory', indexTimeoutMs, () => gateways.haveIndex());
  const cost = await measureCost(load, await gateways.findParts(), options.measure);
  if (options.import) {
    const replaceRecords = () => importAgain(options, cluster.addresses.direct);
    await run({ name: 'import that replaces all records', run: replaceRecords });
  }
  const endMs = load.now() + options.minutes * 60_000;
  const kills = createKills(cluster, gateways.all, onFault);
  try {
    for (let turn = 0; load.now() < endMs; turn += 1) {
      const kill = kills[turn % kills.length];
      if (kill) await run(kill);
    }
  } catch (error) {
    // What was seen until then counts; a cluster that does not recover cannot be damaged further.
    onFault(toErrorMessage(error));
  }
  return { done, cost, faults };
}

/** Replaces all records. An import changes nothing if its server is lost; it is then restarted. */
const importAgain = ({ cli, deals }: TrialOptions, address: string): Promise<void> =>
  waitUntil('the import', importTimeoutMs, async () => {
    try {
      report(`Imported in ${await loadRecords(cli, address, deals, 2)} s.`);
      return true;
    } catch (error) {
      report(`The import failed and is started again: ${String(error)}`);
      return false;
    }
  });

/** Loads demo data with the command line of a version, in a separate process; returns the seconds it took. */
async function loadRecords(cli: string, address: string, deals: number, seed: number): Promise<number> {
  const startedAt = performance.now();
  const size = ['--deals', String(deals), '--companies', String(Math.ceil(deals / 2)), '--seed', String(seed)];
  const env = { PATH: process.env['PATH'], DATABASE_URL: address };
  await promisify(execFile)(process.execPath, [cli, 'demo', ...size, '--json'], { env });
  return Math.round((performance.now() - startedAt) / 1000);
}

/** Three gateways behind HAProxy: two through PgBouncer, the third by the list of servers; all search on replicas. */
class GatewayFleet {
  readonly all: GatewayProcess[] = [];
  readonly site: string;
  readonly #cluster: Cluster;
  readonly #shutdown: Shutdown;
  readonly #logs: string | undefined;
  readonly #token = randomBytes(24).toString('hex');

  constructor(cluster: Cluster, shutdown: Shutdown, logs: string | undefined) {
    this.#cluster = cluster;
    this.#shutdown = shutdown;
    this.#logs = logs;
    this.site = `http://127.0.0.1:${cluster.ports.site}`;
  }

  async start(cli: string, isEarlier: boolean): Promise<void> {
    for (const at of this.#cluster.ports.gateways.keys()) this.all.push(await this.#startOne(at, cli, isEarlier));
  }

  /** Stops a gateway and starts the given version in its place. */
  async replace(at: number, cli: string): Promise<void> {
    await this.all[at]?.stop();
    this.all[at] = await this.#startOne(at, cli, false);
  }

  async #startOne(at: number, cli: string, isEarlier: boolean): Promise<GatewayProcess> {
    const env = await this.#buildEnvironment(at, isEarlier);
    const logFile = this.#logs && join(this.#logs, `gateway${at + 1}.log`);
    return startGatewayProcess(env, this.#shutdown, { cli, logFile });
  }

  /** Gateways that exited by themselves, with the end of their error output. */
  findExits(): string[] {
    return this.all
      .map((gateway) => gateway.readExit())
      .filter((output) => output !== undefined)
      .map((output) => `a gateway exited by itself: ${output}`);
  }

  async countReplicaAnswers(): Promise<number> {
    const texts = await this.#readMetrics();
    const counts = texts.flatMap((text) => [...text.matchAll(/^fundscope_replica_queries_total\{.*\} (\d+)/gm)]);
    return counts.reduce((total, [, count]) => total + Number(count), 0);
  }

  /** Whether every gateway answers searches from its index in memory. */
  async haveIndex(): Promise<boolean> {
    const texts = await this.#readMetrics();
    return texts.every((text) => /^fundscope_index_ready 1$/m.test(text));
  }

  /** The metrics of each gateway, except those that exited. */
  #readMetrics(): Promise<string[]> {
    const headers = { authorization: `Bearer ${this.#token}` };
    return Promise.all(
      this.all.map(async (gateway) =>
        gateway.readExit() === undefined ? (await fetch(`${gateway.url()}/metrics`, { headers })).text() : '',
      ),
    );
  }

  async findParts() {
    const primary = (await this.#cluster.findPrimary()) ?? 0;
    const postgres = await this.#cluster.findPostgres();
    return {
      gateways: this.all.map((gateway) => gateway.pid()),
      primary: postgres.filter((_, at) => at === primary),
      replicas: postgres.filter((_, at) => at !== primary),
      others: this.#cluster.findProxies(),
    };
  }

  /** A previous version accepts one server, which is HAProxy's port of the primary. */
  async #buildEnvironment(at: number, isEarlier: boolean): Promise<NodeJS.ProcessEnv> {
    const { direct, pooled, proxied, replicas } = this.#cluster.addresses;
    const database = isEarlier
      ? { DATABASE_URL: proxied }
      : {
          ...(at === 2 ? { DATABASE_URL: direct } : { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }),
          DATABASE_REPLICA_URLS: replicas.join(' '),
        };
    return {
      PATH: process.env['PATH'],
      PORT: String(this.#cluster.ports.gateways[at]),
      FUNDSCOPE_DATA: await createDataFolder(this.#shutdown),
      FUNDSCOPE_TRUST_PROXY: 'loopback',
      FUNDSCOPE_METRICS_TOKEN: this.#token,
      ...database,
    };
  }
}

const report = (text: string): void => console.error(text);
