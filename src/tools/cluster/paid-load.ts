import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../service/accounts/accounts.ts';
import type { Pool } from '../../service/db/pool.ts';
import { type Call, findFaults } from '../bench/ledger-faults.ts';
import { sendToGateway } from '../gateway-process.ts';

/** A call with its end, in milliseconds since the load began. */
interface TimedCall extends Call {
  readonly endedMs: number;
}

/** What callers saw between two times. */
interface CallCounts {
  answered: number;
  rejected: number;
  /** Without a response. */
  lost: number;
  /** The longest time without a successful response of any gateway. */
  silence_seconds: number;
}

/** Callers that pay, until they are stopped. */
export interface PaidLoad {
  /** Milliseconds since the load began. */
  now(): number;
  stop(): Promise<void>;
  count(fromMs: number, untilMs: number): CallCounts;
  /** Answered calls were charged once as stated, rejected ones never, and balances add up. */
  findFaults(): Promise<string[]>;
}

const timeoutMs = 45_000;
/** Below the limit of 200 requests a minute. */
const pauseMs = { min: 250, max: 550 };

/** Starts one caller per account; each sends one request after the other, most of them paid. */
export async function startPaidLoad(sql: Pool, site: string, callers: number): Promise<PaidLoad> {
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const stopping = new AbortController();
  const accounts = await Promise.all(
    Array.from({ length: callers }, async (_, at) => {
      const account = { name: `caller ${at}`, plan: 'PRO', monthly: 50_000, purchased: 50_000 } as const;
      const { account_id: accountId, key } = await createAccount(sql, account);
      return { accountId, key, calls: [] as TimedCall[] };
    }),
  );
  const running = accounts.map(async ({ key, calls }) => {
    while (!stopping.signal.aborted) {
      const call = await sendCall(site, key);
      calls.push({ ...call, endedMs: now() });
      await sleep(randomInt(pauseMs.min, pauseMs.max));
    }
  });
  return {
    now,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
    count: (fromMs, untilMs) =>
      countCalls(
        accounts.flatMap(({ calls }) => calls),
        fromMs,
        untilMs,
      ),
    async findFaults() {
      const found = [];
      for (const { accountId, calls } of accounts) found.push(await findFaults(sql, accountId, { calls, grants: [] }));
      return found.flatMap(({ faults }) => faults);
    },
  };
}

function countCalls(calls: readonly TimedCall[], fromMs: number, untilMs: number): CallCounts {
  const own = calls.filter(({ endedMs }) => endedMs >= fromMs && endedMs < untilMs);
  const ofOutcome = (wanted: Call['outcome']) => own.filter(({ outcome }) => outcome === wanted);
  const answers = ofOutcome('answered').map(({ endedMs }) => endedMs);
  const moments = [fromMs, ...answers.toSorted((a, b) => a - b), untilMs];
  const silenceMs = Math.max(...moments.slice(1).map((moment, at) => moment - (moments[at] ?? 0)));
  return {
    answered: answers.length,
    rejected: ofOutcome('rejected').length,
    lost: ofOutcome('lost').length,
    silence_seconds: Math.round(silenceMs / 100) / 10,
  };
}

async function sendCall(site: string, key: string): Promise<Call> {
  const requestId = randomUUID();
  const request = { key, requestId, timeoutMs, ...chooseRequest() };
  const response = await sendToGateway({ url: () => site }, request);
  // The load balancer responds for a gateway that was killed; every response of a gateway has the id of its request.
  if (response?.headers['x-request-id'] !== requestId) return { requestId, outcome: 'lost', tenths: 0 };
  if (response.statusCode !== 200) return { requestId, outcome: 'rejected', tenths: 0 };
  return { requestId, outcome: 'answered', tenths: Math.round(Number(response.headers['x-credits-used'] ?? 0) * 10) };
}

const types = ['SEED', 'SERIES_A', 'SERIES_B', 'GRANT'];

function chooseRequest(): { method: 'GET' | 'POST'; path: string; body?: unknown } {
  const turn = randomInt(0, 10);
  if (turn === 0) return { method: 'GET', path: '/api/v1/company/search?domain=example.com' };
  if (turn === 1) return { method: 'GET', path: '/api/v1/industry/search?name=software' };
  if (turn < 5) return { method: 'POST', path: '/api/v1/deals', body: { page_size: randomInt(1, 11) } };
  const deal = { financing_types: [{ type: types[randomInt(0, types.length)] }], size_min: randomInt(1, 20) * 1e6 };
  return { method: 'POST', path: '/api/v1/deals', body: { deal, page_size: randomInt(1, 6) } };
}
