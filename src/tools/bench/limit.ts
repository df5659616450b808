import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../service/accounts/accounts.ts';
import { retryWhileUnavailable } from '../../service/db/unavailable.ts';
import type { Pool } from '../../service/db/pool.ts';
import { parseKey } from '../../service/http/presented-key.ts';
import { requestLimits } from '../../service/http/rate-limit.ts';
import { sendToGateway, type GatewayProcess } from '../gateway-process.ts';
import { findLimitFaults, type LimitCall, type AdmissionTimes, windowMs } from './limit-faults.ts';

/** Callers that use two keys during a trial: one beyond its rate limit, one exactly up to it. */
export interface LimitLoad {
  /** Call before the database is killed. */
  beforeDatabaseKill(): void;
  /** Waits for the database and reads its rate windows. Call it often, because they are dropped after a minute. */
  readState(): Promise<void>;
  /**
   * Continues until one caller was limited, however short the trial, then ends the callers and returns how many
   * requests were admitted and limited, and every fault.
   */
  stop(): Promise<{ admitted: number; limited: number; faults: string[] }>;
}

interface UsedKey {
  key: string;
  caller: string;
  /** Its callers pause when one more request might exceed the limit. */
  staysWithinLimit: boolean;
  calls: LimitCall[];
  admissions: AdmissionTimes;
}

const callersPerKey = 4;
const timeoutMs = 20_000;
// How long a database may still process the request of a killed gateway.
const lateWriteMs = 5_000;

/** Starts the callers; each sends requests to random gateways. */
export async function startLimitLoad(sql: Pool, gateways: readonly GatewayProcess[]): Promise<LimitLoad> {
  const keys = await Promise.all([createUsedKey(sql, false), createUsedKey(sql, true)]);
  const faults: string[] = [];
  let lastEpoch = await readEpoch(sql);
  let epoch: string | undefined = lastEpoch;
  const stopping = new AbortController();
  const run = async (used: UsedKey) => {
    while (!stopping.signal.aborted) {
      if (!used.staysWithinLimit || countTaken(used.calls) < requestLimits.key) {
        await sendFree(gateways[randomInt(gateways.length)], used, () => epoch);
      }
      await sleep(randomInt(10, 60));
    }
  };
  const running = Promise.all(keys.flatMap((used) => Array.from({ length: callersPerKey }, () => run(used))));
  return {
    beforeDatabaseKill() {
      epoch = undefined;
    },
    async readState() {
      // The dying processes of a killed server may still respond.
      const killed = epoch === undefined ? lastEpoch : undefined;
      const next = await waitForEpoch(sql, killed);
      if (killed === undefined && next !== lastEpoch) faults.push('the database restarted by itself');
      epoch = lastEpoch = next;
      for (const used of keys) await readAdmissions(sql, used, next);
    },
    async stop() {
      const end = Date.now() + timeoutMs;
      while (!keys.some(isUsedUp) && Date.now() < end) await sleep(20);
      stopping.abort();
      await running;
      const calls = keys.flatMap((used) => used.calls);
      const count = (wanted: LimitCall['outcome']) => calls.filter(({ outcome }) => outcome === wanted).length;
      for (const { calls: own, admissions } of keys) faults.push(...findLimitFaults(own, admissions));
      return { admitted: count('admitted'), limited: count('limited'), faults };
    },
  };
}

async function waitForEpoch(sql: Pool, killed: string | undefined): Promise<string> {
  for (;;) {
    const epoch = await retryWhileUnavailable(timeoutMs, () => readEpoch(sql));
    if (epoch !== killed) return epoch;
    await sleep(20);
  }
}

function isUsedUp({ calls }: UsedKey): boolean {
  return calls.some(({ outcome }) => outcome === 'limited');
}

async function createUsedKey(sql: Pool, staysWithinLimit: boolean): Promise<UsedKey> {
  const { key } = await createAccount(sql, { name: 'limit', plan: 'FREE' });
  return { key, caller: `key:${parseKey(key)?.prefix}`, staysWithinLimit, calls: [], admissions: new Map() };
}

/** How many requests may count against one that is sent now. */
function countTaken(calls: readonly LimitCall[]): number {
  const since = Date.now() - windowMs;
  return calls.filter(({ reportedAt }) => reportedAt >= since).length;
}

/** Sends a free request, so that only the rate limit decides. */
async function sendFree(
  gateway: GatewayProcess | undefined,
  { key, calls }: UsedKey,
  getEpoch: () => string | undefined,
): Promise<void> {
  const epoch = getEpoch();
  const call: LimitCall = { sentAt: Date.now(), reportedAt: Infinity, outcome: 'lost', epoch };
  calls.push(call);
  const path = '/api/v1/industry/search?name=software';
  const response = await sendToGateway(gateway, { key, method: 'GET', path, timeoutMs });
  if (getEpoch() !== epoch) call.epoch = undefined;
  if (response?.statusCode === 200) call.outcome = 'admitted';
  if (response?.statusCode === 429) call.outcome = 'limited';
  call.reportedAt = Date.now() + (call.outcome === 'lost' ? lateWriteMs : 0);
}

/** The server's start time identifies one run of the database. */
async function readEpoch(sql: Pool): Promise<string> {
  const [row] = await sql<{ epoch: string }[]>`SELECT pg_postmaster_start_time()::text AS epoch`;
  return row?.epoch ?? '';
}

/** Adds the admissions that the database now stores; a known time may have had one more since. */
async function readAdmissions(sql: Pool, { caller, admissions }: UsedKey, epoch: string): Promise<void> {
  const [row] = await retryWhileUnavailable(
    timeoutMs,
    () => sql<{ admitted: number[] }[]>`
    SELECT admitted FROM rate_windows WHERE caller = ${caller}`,
  );
  const now = new Map<number, number>();
  for (const at of row?.admitted ?? []) now.set(at, (now.get(at) ?? 0) + 1);
  const seen = admissions.get(epoch) ?? new Map<number, number>();
  for (const [at, times] of now) seen.set(at, Math.max(times, seen.get(at) ?? 0));
  admissions.set(epoch, seen);
}
