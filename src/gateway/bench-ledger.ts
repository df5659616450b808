import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../service/accounts/accounts.ts';
import { retryWhileAway } from '../service/db/away.ts';
import type { Sql } from '../service/db/open.ts';
import { readPostmaster } from '../service/db/server-files.ts';
import type { GatewayProcess } from './bench-gateways.ts';
import { findFaults, type Call } from './bench-ledger-faults.ts';

/** What a trial stands on: the database, its folder, and gateways that share it. */
export interface LedgerTrial {
  sql: Sql;
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
  faults: string[];
}

const callsOfRound = 40;

/**
 * Lets gateways charge an account under load, kills one of them or the database at a random moment, brings it back, and
 * holds the ledger against what every caller was told; round after round.
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
    faults: [],
  };
  while (report.rounds < trial.rounds) {
    await runRound(trial, report);
    report.rounds += 1;
    trial.onRound?.(report.rounds);
  }
  return report;
}

async function runRound({ sql, dataDir, gateways }: LedgerTrial, report: LedgerReport): Promise<void> {
  const credits = randomInt(5, 60);
  const account = { name: 'trial', plan: 'PRO', monthly: Math.floor(credits / 2), purchased: credits / 10 } as const;
  const { account_id, key } = await retryWhileAway(20_000, () => createAccount(sql, account));
  const sending = Promise.all(
    Array.from({ length: callsOfRound }, async (_, at) => {
      await sleep(randomInt(0, 60));
      return send(gateways[at % gateways.length], key, `${account_id}-${at}`);
    }),
  );
  await sleep(randomInt(0, 80));
  // The gateways take turns, and every fourth time it is the database's.
  const turn = report.rounds % (gateways.length + 1);
  const killed = gateways[turn];
  if (killed) killed.kill();
  else await killDatabase(dataDir);
  report[killed ? 'gateways_killed' : 'databases_killed'] += 1;
  const calls = await sending;
  await killed?.restart();
  await retryWhileAway(20_000, () => sql`SELECT 1`);
  const { faults, lostButCharged } = await retryWhileAway(20_000, () => findFaults(sql, account_id, calls));
  report.faults.push(...faults);
  report.lost_but_charged += lostButCharged;
  for (const { outcome } of calls) report[outcome] += 1;
}

/** Sends one request that costs; what came back, or that nothing did. */
async function send(gateway: GatewayProcess | undefined, key: string, requestId: string): Promise<Call> {
  const isSearch = randomInt(0, 4) === 0;
  const headers = { authorization: `Bearer ${key}`, 'x-request-id': requestId, connection: 'close' };
  try {
    const answer = isSearch
      ? await fetch(`${gateway?.url()}/api/v1/company/search?name=a`, { headers })
      : await fetch(`${gateway?.url()}/api/v1/deals`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ page_size: randomInt(1, 4) }),
        });
    await answer.arrayBuffer();
    if (!answer.ok) return { requestId, outcome: 'refused', tenths: 0 };
    const tenths = Math.round(Number(answer.headers.get('x-credits-used')) * 10);
    return { requestId, outcome: 'answered', tenths };
  } catch {
    return { requestId, outcome: 'lost', tenths: 0 };
  }
}

async function killDatabase(dataDir: string): Promise<void> {
  const server = await readPostmaster(join(dataDir, 'postgres'));
  if (!server) throw new Error('the database of the trial does not run');
  process.kill(server.pid, 'SIGKILL');
}
