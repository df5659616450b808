import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../service/accounts/accounts.ts';
import { grantCredits, setCredits } from '../../service/accounts/credits.ts';
import { retryWhileAway } from '../../service/db/away.ts';
import type { Pool } from '../../service/db/pool.ts';
import { isPostgres, readPostmaster } from '../../service/db/server-files.ts';
import { askGateway, type GatewayProcess } from '../gateway-process.ts';
import { type Call, findFaults, type Gift } from './ledger-faults.ts';
import { type LimitLoad, startLimitLoad } from './limit.ts';

/** What a trial stands on: the database, its folder, and gateways that share it. */
export interface LedgerTrial {
  sql: Pool;
  dataDir: string;
  gateways: readonly GatewayProcess[];
  rounds: number;
  onRound?: (done: number) => void;
}

/** What a trial saw: how many requests ended how, what was killed, and every disagreement with the ledger. */
export interface LedgerReport {
  rounds: number;
  gateways_killed: number;
  databases_killed: number;
  answered: number;
  refused: number;
  lost: number;
  lost_but_charged: number;
  /** Of the requests of two keys that were used up to their rate limit and beyond. */
  admitted_by_limit: number;
  refused_by_limit: number;
  faults: string[];
}

const callsOfRound = 40;
const giftsOfRound = 3;
const patienceMs = 20_000;

/**
 * Lets gateways charge an account under load while credits are granted and set, kills one of them or the database at a
 * random moment, brings it back, and holds the ledger against what every caller was told; round after round. Beside it
 * keys are used up to their rate limit.
 */
export async function tryLedger(trial: LedgerTrial): Promise<LedgerReport> {
  const report: LedgerReport = {
    rounds: 0,
    gateways_killed: 0,
    databases_killed: 0,
    answered: 0,
    refused: 0,
    lost: 0,
    lost_but_charged: 0,
    admitted_by_limit: 0,
    refused_by_limit: 0,
    faults: [],
  };
  const limits = await startLimitLoad(trial.sql, trial.gateways);
  try {
    while (report.rounds < trial.rounds) {
      await runRound(trial, limits, report);
      report.rounds += 1;
      trial.onRound?.(report.rounds);
    }
  } finally {
    const { admitted, limited, faults } = await limits.stop();
    report.admitted_by_limit = admitted;
    report.refused_by_limit = limited;
    report.faults.push(...faults);
  }
  return report;
}

async function runRound(trial: LedgerTrial, limits: LimitLoad, report: LedgerReport): Promise<void> {
  const { sql, gateways } = trial;
  const credits = randomInt(5, 60);
  const account = { name: 'trial', plan: 'PRO', monthly: Math.floor(credits / 2), purchased: credits / 10 } as const;
  const { account_id, key } = await retryWhileAway(patienceMs, () => createAccount(sql, account));
  const sending = Promise.all(
    Array.from({ length: callsOfRound }, async (_, at) => {
      await sleep(randomInt(0, 60));
      return send(gateways[at % gateways.length], key, `${account_id}-${at}`);
    }),
  );
  const giving = Promise.all(Array.from({ length: giftsOfRound }, (_, at) => give(sql, account_id, at)));
  await sleep(randomInt(0, 80));
  const killed = await killNext(trial, limits, report);
  const [calls, gifts] = [await sending, await giving];
  await killed?.restart();
  await limits.look();
  const { faults, lostButCharged } = await retryWhileAway(patienceMs, () =>
    findFaults(sql, account_id, { calls, gifts }),
  );
  report.faults.push(...faults);
  report.lost_but_charged += lostButCharged;
  for (const { outcome } of calls) report[outcome] += 1;
}

/** Kills the gateway whose turn it is, which comes back, or the database. */
async function killNext(
  { rounds, gateways, dataDir }: LedgerTrial,
  limits: LimitLoad,
  report: LedgerReport,
): Promise<GatewayProcess | undefined> {
  // The database takes its turns in the second half: it forgets its windows then, and before they shall slide.
  const turns = report.rounds * 2 < rounds ? gateways.length : gateways.length + 1;
  const killed = gateways[report.rounds % turns];
  report[killed ? 'gateways_killed' : 'databases_killed'] += 1;
  if (killed) {
    const lastWords = killed.kill();
    if (lastWords !== undefined) report.faults.push(`a gateway had ended by itself: ${lastWords}`);
    return killed;
  }
  limits.loseDatabase();
  await killDatabase(dataDir);
  return undefined;
}

/** Sends one request that costs; what came back, or that nothing did. */
async function send(gateway: GatewayProcess | undefined, key: string, requestId: string): Promise<Call> {
  const isSearch = randomInt(0, 4) === 0;
  const path = isSearch ? '/api/v1/company/search?name=a' : '/api/v1/deals';
  const body = isSearch ? undefined : { page_size: randomInt(1, 4) };
  const method = isSearch ? 'GET' : 'POST';
  const answer = await askGateway(gateway, { key, method, path, requestId, body, patienceMs });
  if (!answer) return { requestId, outcome: 'lost', tenths: 0 };
  if (answer.statusCode !== 200) return { requestId, outcome: 'refused', tenths: 0 };
  const tenths = Math.round(Number(answer.headers['x-credits-used']) * 10);
  return { requestId, outcome: 'answered', tenths };
}

/** Grants credits, or sets them, as a person does while requests run. */
async function give(sql: Pool, accountId: string, at: number): Promise<Gift> {
  await sleep(randomInt(0, 80));
  const tenths = randomInt(1, 100);
  const reason = `gift ${at}`;
  try {
    if (at > 0) await grantCredits(sql, accountId, { source: at === 1 ? 'monthly' : 'purchased', tenths, reason });
    else if ((await setCredits(sql, accountId, { purchased: tenths })).purchased !== tenths)
      return { outcome: 'wrong' };
    return { outcome: 'given', ...(at > 0 ? { reason, tenths } : {}) };
  } catch {
    return { outcome: 'lost' };
  }
}

/** Kills the server; one that is just being started again is waited for. */
async function killDatabase(dataDir: string): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const server = await readPostmaster(join(dataDir, 'postgres'));
    if (server && (await isPostgres(server.pid))) return void process.kill(server.pid, 'SIGKILL');
    if (Date.now() > end) throw new Error('the database of the trial does not run');
    await sleep(20);
  }
}
