import type { Command } from 'commander';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../service/accounts/accounts.ts';
import { grantCredits, setCredits } from '../../service/accounts/credits.ts';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import type { Pool } from '../../service/db/pool.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { parseCount } from '../../gateway/cli/command.ts';
import { isPostgres, readPostmaster } from '../../gateway/database/cluster-files.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { sendToGateway, startGatewayProcess, type GatewayProcess } from '../gateway-process.ts';
import { addToolAction } from '../tool-action.ts';
import { type Call, findFaults, type GrantAttempt } from './ledger-faults.ts';
import { type LimitLoad, startLimitLoad } from './limit.ts';
import { startWorkspaceLoad } from './workspace-load.ts';

/** Adds `bench ledger`. */
export function registerLedgerBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('ledger')
    .description(
      'Kill gateways and their database under load, again and again, and check every charge and the workspace',
    )
    .option('--rounds <n>', 'number of kills', parseCount, 300);
  addToolAction(command, shutdown, {
    run: ({ rounds }: { rounds: number }) => runLedgerTrial({ rounds, gatewayCount: 3 }, shutdown),
    format: ({ faults, ...figures }) => [
      ...Object.entries(figures).map(([name, value]) => `${name}: ${value}`),
      ...faults,
    ],
    countWrong: ({ faults }) => faults.length,
  });
}

/** The database of a trial, its folder, and the gateways that share it. */
interface LedgerTrial {
  sql: Pool;
  dataDir: string;
  gateways: readonly GatewayProcess[];
  rounds: number;
}

/** Outcomes of all requests, what was killed, and every difference from the ledger. */
interface LedgerReport {
  rounds: number;
  gateways_killed: number;
  databases_killed: number;
  answered: number;
  rejected: number;
  lost: number;
  lost_but_charged: number;
  /** Requests with two keys, one used beyond its rate limit and one exactly up to it. */
  admitted: number;
  limited: number;
  /** Acknowledged notes of a workspace, writes without a response, and purchases within its budget. */
  notes_stored: number;
  writes_lost: number;
  purchases_billed: number;
  faults: string[];
}

const callsPerRound = 40;
const grantsPerRound = 3;
const timeoutMs = 20_000;

/**
 * In each round gateways charge an account under load while credits are granted and set; one of them or the database is
 * killed at a random time and restarted, and the ledger is compared with what every caller saw. In parallel, keys are
 * used up to their rate limit, and a workspace is written, read and bought for. All on a temporary data folder.
 */
export async function runLedgerTrial(
  { rounds, gatewayCount }: { rounds: number; gatewayCount: number },
  shutdown: Shutdown,
): Promise<LedgerReport> {
  const { dataDir, env, sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: 50, deals: 100, onProgress: () => undefined });
  const starting = Array.from({ length: gatewayCount }, () => startGatewayProcess(env, shutdown));
  const trial = { sql, dataDir, gateways: await Promise.all(starting), rounds };
  const report: LedgerReport = {
    rounds: 0,
    gateways_killed: 0,
    databases_killed: 0,
    answered: 0,
    rejected: 0,
    lost: 0,
    lost_but_charged: 0,
    admitted: 0,
    limited: 0,
    notes_stored: 0,
    writes_lost: 0,
    purchases_billed: 0,
    faults: [],
  };
  const limits = await startLimitLoad(trial.sql, trial.gateways);
  const workspace = await startWorkspaceLoad(trial.sql, trial.gateways);
  try {
    while (report.rounds < rounds) {
      await runRound(trial, limits, report);
      report.rounds += 1;
      if (report.rounds % 20 === 0) console.error(`${report.rounds} of ${rounds} rounds`);
    }
  } finally {
    for (const { faults, ...figures } of [await limits.stop(), await workspace.stop()]) {
      Object.assign(report, figures);
      report.faults.push(...faults);
    }
  }
  return report;
}

async function runRound(trial: LedgerTrial, limits: LimitLoad, report: LedgerReport): Promise<void> {
  const { sql, gateways } = trial;
  const credits = randomInt(5, 60);
  const account = { name: 'trial', plan: 'PRO', monthly: Math.floor(credits / 2), purchased: credits / 10 } as const;
  const { account_id, key } = await retryWhileUnavailable(timeoutMs, () => createAccount(sql, account));
  const sending = Promise.all(
    Array.from({ length: callsPerRound }, async (_, at) => {
      await sleep(randomInt(0, 60));
      return send(gateways[at % gateways.length], key, `${account_id}-${at}`);
    }),
  );
  const granting = Promise.all(Array.from({ length: grantsPerRound }, (_, at) => changeCredits(sql, account_id, at)));
  await sleep(randomInt(0, 80));
  const killed = await killNext(trial, limits, report);
  const [calls, grants] = [await sending, await granting];
  await killed?.restart();
  await limits.readState();
  const { faults, lostButCharged } = await retryWhileUnavailable(timeoutMs, () =>
    findFaults(sql, account_id, { calls, grants }),
  );
  report.faults.push(...faults);
  report.lost_but_charged += lostButCharged;
  for (const { outcome } of calls) report[outcome] += 1;
}

/** Kills the next gateway, which is returned to be restarted, or the database. */
async function killNext(
  { rounds, gateways, dataDir }: LedgerTrial,
  limits: LimitLoad,
  report: LedgerReport,
): Promise<GatewayProcess | undefined> {
  // The database only in the second half: a crash empties its rate windows, and these should slide before that.
  const turns = report.rounds * 2 < rounds ? gateways.length : gateways.length + 1;
  const killed = gateways[report.rounds % turns];
  report[killed ? 'gateways_killed' : 'databases_killed'] += 1;
  if (killed) {
    const earlierExit = killed.kill();
    if (earlierExit !== undefined) report.faults.push(`a gateway had exited by itself: ${earlierExit}`);
    return killed;
  }
  limits.beforeDatabaseKill();
  await killDatabase(dataDir);
  return undefined;
}

/** Sends one paid request and records its outcome. */
async function send(gateway: GatewayProcess | undefined, key: string, requestId: string): Promise<Call> {
  const isSearch = randomInt(0, 4) === 0;
  const path = isSearch ? '/api/v1/company/search?name=a' : '/api/v1/deals';
  const body = isSearch ? undefined : { page_size: randomInt(1, 4) };
  const method = isSearch ? 'GET' : 'POST';
  const response = await sendToGateway(gateway, { key, method, path, requestId, body, timeoutMs });
  if (!response) return { requestId, outcome: 'lost', tenths: 0 };
  if (response.statusCode !== 200) return { requestId, outcome: 'rejected', tenths: 0 };
  const tenths = Math.round(Number(response.headers['x-credits-used']) * 10);
  return { requestId, outcome: 'answered', tenths };
}

/** Grants or sets credits, as an administrator does while requests run. */
async function changeCredits(sql: Pool, accountId: string, at: number): Promise<GrantAttempt> {
  await sleep(randomInt(0, 80));
  const tenths = randomInt(1, 100);
  const reason = `grant ${at}`;
  try {
    if (at > 0) await grantCredits(sql, accountId, { source: at === 1 ? 'monthly' : 'purchased', tenths, reason });
    else if ((await setCredits(sql, accountId, { purchased: tenths })).purchased !== tenths)
      return { outcome: 'wrong' };
    return { outcome: 'given', ...(at > 0 ? { reason, tenths } : {}) };
  } catch {
    return { outcome: 'lost' };
  }
}

/** Kills the server; if it is being restarted, waits for it first. */
async function killDatabase(dataDir: string): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const server = await readPostmaster(join(dataDir, 'postgres'));
    if (server && (await isPostgres(server.pid))) return void process.kill(server.pid, 'SIGKILL');
    if (Date.now() > end) throw new Error('the database of the trial is not running');
    await sleep(20);
  }
}
