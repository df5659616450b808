import { createAccount } from '../../service/accounts/accounts.ts';
import { createKey } from '../../service/accounts/keys.ts';
import type { Pool } from '../../service/db/pool.ts';
import { type BenchOperation, newestDeals } from './operations.ts';

/** Sends an operation with a key and reads the whole response. Throws on any status but 200. */
export type Ask = (key: string, operation: BenchOperation) => Promise<string>;

const keysPerAccount = 12;
const warmUpRequests = 600;

/** Calls a gateway as a program on this machine does: over up to `connections` persistent ones, uncompressed. */
export async function openBenchClient(url: string, connections: number): Promise<{ ask: Ask; close(): Promise<void> }> {
  const { Pool } = await import('undici');
  const pool = new Pool(url, { connections });
  return {
    async ask(key, { method, path, body }) {
      const response = await pool.request({
        method,
        path,
        headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
      return text;
    },
    close: () => pool.close(),
  };
}

/** A figure of a gateway's /metrics. */
export async function readMetric(url: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1]);
}

/** Creates an account with plenty of credits; returns its keys, enough that none reaches its rate limit. */
export async function createKeys(sql: Pool): Promise<string[]> {
  const wanted = { name: 'bench', plan: 'PRO', monthly: 0, purchased: 99_999_999 } as const;
  const { account_id, key } = await createAccount(sql, wanted);
  const others = await Promise.all(
    Array.from({ length: keysPerAccount - 1 }, () => createKey(sql, account_id, 'bench')),
  );
  return [key, ...others.map((made) => made.key)];
}

/** Takes the keys of an account in turn. */
export const pickKey = (keys: readonly string[], run: number): string => keys[run % keys.length] ?? '';

/** Sends requests until the code of a fresh gateway is compiled. */
export async function warmUp(sql: Pool, ask: Ask): Promise<void> {
  const keys = await createKeys(sql);
  for (let at = 0; at < warmUpRequests; at += 1) await ask(pickKey(keys, at), newestDeals);
}

/** The milliseconds of each work in each run; those of the first `warmUps` runs do not count. */
export async function timeInTurn(
  works: readonly ((run: number) => Promise<unknown>)[],
  runs: number,
  warmUps = 0,
): Promise<number[][]> {
  const times = works.map(() => new Array<number>());
  for (let run = 0; run < warmUps + runs; run += 1) {
    for (const [at, work] of works.entries()) {
      const started = performance.now();
      await work(run);
      if (run >= warmUps) times[at]?.push(performance.now() - started);
    }
  }
  return times;
}

/** A quantile of some milliseconds, in hundredths. */
export const findQuantile = (times: readonly number[], share = 0.5): number =>
  Math.round((times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0) * 100) / 100;
