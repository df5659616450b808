import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../service/accounts/accounts.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { Call } from '../bench/ledger-faults.ts';
import { sendToGateway } from '../gateway-process.ts';

/** A call with its start and end, in milliseconds since the load began. */
export interface TimedCall extends Call {
  readonly beganMs: number;
  readonly endedMs: number;
  /** 0 without a response. */
  readonly status: number;
}

/** One account with its key and calls. */
export interface PayingAccount {
  readonly accountId: string;
  readonly calls: readonly TimedCall[];
}

/** Callers that pay, until they are stopped. */
export interface PaidLoad {
  readonly accounts: readonly PayingAccount[];
  /** Milliseconds since the load began. */
  now(): number;
  stop(): Promise<void>;
}

const timeoutMs = 45_000;
/** Below the limit of 200 requests a minute. */
const pauseMs = { min: 250, max: 550 };

/** Starts one caller per account; each sends one request after the other, most of them paid. */
export async function startPaidLoad(sql: Pool, site: string, callers: number): Promise<PaidLoad> {
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const over = new AbortController();
  const accounts = await Promise.all(
    Array.from({ length: callers }, async (_, at) => {
      const account = { name: `caller ${at}`, plan: 'PRO', monthly: 50_000, purchased: 50_000 } as const;
      const { account_id: accountId, key } = await createAccount(sql, account);
      return { accountId, key, calls: [] as TimedCall[] };
    }),
  );
  const running = accounts.map(async ({ key, calls }) => {
    while (!over.signal.aborted) {
      calls.push(await sendCall(site, key, now));
      await sleep(randomInt(pauseMs.min, pauseMs.max));
    }
  });
  return {
    accounts,
    now,
    async stop() {
      over.abort();
      await Promise.all(running);
    },
  };
}

async function sendCall(site: string, key: string, now: () => number): Promise<TimedCall> {
  const requestId = randomUUID();
  const beganMs = now();
  const request = { key, requestId, timeoutMs, ...chooseRequest() };
  const response = await sendToGateway({ url: () => site }, request);
  const times = { requestId, beganMs, endedMs: now() };
  // The load balancer responds for a gateway that was killed; every response of a gateway has the id of its request.
  if (response?.headers['x-request-id'] !== requestId) return { ...times, outcome: 'lost', tenths: 0, status: 0 };
  const status = response.statusCode ?? 0;
  if (status !== 200) return { ...times, outcome: 'rejected', tenths: 0, status };
  const tenths = Math.round(Number(response.headers['x-credits-used'] ?? 0) * 10);
  return { ...times, outcome: 'answered', tenths, status };
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
