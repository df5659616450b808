import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../service/accounts/accounts.ts';
import { retryWhileAway } from '../../service/db/away.ts';
import type { Pool } from '../../service/db/pool.ts';
import { toPresentedKey } from '../../service/http/auth.ts';
import { requestLimits } from '../../service/http/rate-limit.ts';
import { askGateway, type GatewayProcess } from '../gateway-process.ts';
import { findLimitFaults, type LimitCall, type Moments, windowMs } from './limit-faults.ts';

/** Callers that use two keys while a trial kills what answers them: one beyond its limit, one exactly up to it. */
export interface LimitLoad {
  /** To be called before the database is killed. */
  loseDatabase(): void;
  /** Waits for the database and reads what it keeps of the keys; to be called often, as a minute later it is gone. */
  look(): Promise<void>;
  /**
   * Lets the callers go on until one was refused, be the trial ever so short; then ends them, and says how many requests
   * were admitted and refused, and what was wrong about it.
   */
  stop(): Promise<{ admitted: number; limited: number; faults: string[] }>;
}

interface UsedKey {
  key: string;
  caller: string;
  /** Whether its callers wait as soon as one request more might be one too many. */
  staysWithin: boolean;
  calls: LimitCall[];
  moments: Moments;
}

const callersOfKey = 4;
const patienceMs = 20_000;
/** For so long a database may go on with what a killed gateway asked of it. */
const aftermathMs = 5_000;

/** Starts the callers; each asks a gateway at random, again and again. */
export async function startLimitLoad(sql: Pool, gateways: readonly GatewayProcess[]): Promise<LimitLoad> {
  const keys = await Promise.all([makeKey(sql, false), makeKey(sql, true)]);
  const faults: string[] = [];
  let lastLife = await readLife(sql);
  let life: string | undefined = lastLife;
  const stopping = new AbortController();
  const run = async (used: UsedKey) => {
    while (!stopping.signal.aborted) {
      if (!used.staysWithin || countTaken(used.calls) < requestLimits.key) {
        await ask(gateways[randomInt(gateways.length)], used, () => life);
      }
      await sleep(randomInt(10, 60));
    }
  };
  const running = Promise.all(keys.flatMap((used) => Array.from({ length: callersOfKey }, () => run(used))));
  return {
    loseDatabase() {
      life = undefined;
    },
    async look() {
      // What is left of a killed server may still answer.
      const gone = life === undefined ? lastLife : undefined;
      let next = await retryWhileAway(patienceMs, () => readLife(sql));
      while (next === gone) {
        await sleep(20);
        next = await retryWhileAway(patienceMs, () => readLife(sql));
      }
      if (gone === undefined && next !== lastLife) faults.push('the database started anew by itself');
      life = lastLife = next;
      for (const used of keys) await readMoments(sql, used, next);
    },
    async stop() {
      const end = Date.now() + patienceMs;
      while (!keys.some(isUsedUp) && Date.now() < end) await sleep(20);
      stopping.abort();
      await running;
      const calls = keys.flatMap((used) => used.calls);
      const count = (wanted: LimitCall['outcome']) => calls.filter(({ outcome }) => outcome === wanted).length;
      for (const { calls: own, moments } of keys) faults.push(...findLimitFaults(own, moments));
      return { admitted: count('admitted'), limited: count('limited'), faults };
    },
  };
}

function isUsedUp({ calls }: UsedKey): boolean {
  return calls.some(({ outcome }) => outcome === 'limited');
}

async function makeKey(sql: Pool, staysWithin: boolean): Promise<UsedKey> {
  const { key } = await createAccount(sql, { name: 'limit', plan: 'FREE' });
  return { key, caller: `key:${toPresentedKey(key)?.prefix}`, staysWithin, calls: [], moments: new Map() };
}

/** How many requests may stand in the window of one that is sent now. */
function countTaken(calls: readonly LimitCall[]): number {
  const since = Date.now() - windowMs;
  return calls.filter(({ heardAt }) => heardAt >= since).length;
}

/** Asks for what costs nothing, so that the limit alone decides. */
async function ask(
  gateway: GatewayProcess | undefined,
  { key, calls }: UsedKey,
  readLifeNow: () => string | undefined,
): Promise<void> {
  const life = readLifeNow();
  const call: LimitCall = { sentAt: Date.now(), heardAt: Infinity, outcome: 'lost', life };
  calls.push(call);
  const path = '/api/v1/industry/search?name=software';
  const answer = await askGateway(gateway, { key, method: 'GET', path, patienceMs });
  if (readLifeNow() !== life) call.life = undefined;
  if (answer?.statusCode === 200) call.outcome = 'admitted';
  if (answer?.statusCode === 429) call.outcome = 'limited';
  call.heardAt = Date.now() + (call.outcome === 'lost' ? aftermathMs : 0);
}

/** When the server started: another moment is another life. */
async function readLife(sql: Pool): Promise<string> {
  const [row] = await sql<{ life: string }[]>`SELECT pg_postmaster_start_time()::text AS life`;
  return row?.life ?? '';
}

/** Adds the moments that the database keeps now; one that was seen before may have been taken once more since. */
async function readMoments(sql: Pool, { caller, moments }: UsedKey, life: string): Promise<void> {
  const [row] = await retryWhileAway(
    patienceMs,
    () => sql<{ admitted: number[] }[]>`
    SELECT admitted FROM rate_windows WHERE caller = ${caller}`,
  );
  const now = new Map<number, number>();
  for (const at of row?.admitted ?? []) now.set(at, (now.get(at) ?? 0) + 1);
  const seen = moments.get(life) ?? new Map<number, number>();
  for (const [at, times] of now) seen.set(at, Math.max(times, seen.get(at) ?? 0));
  moments.set(life, seen);
}
