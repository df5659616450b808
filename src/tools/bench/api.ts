import { createKey } from '../../service/accounts/keys.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import type { Reader } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { charge } from '../../service/http/charge.ts';
import { parseKey } from '../../service/http/auth.ts';
import { admit } from '../../service/http/rate-limit.ts';
import { type BenchClient, countResponseRows } from './client.ts';
import { newestDeals, type BenchOperation } from './operations.ts';
import { replay, type RecordedStatement } from './statements.ts';

/** Medians of one operation in milliseconds, by where the time goes. */
export interface OperationTimes {
  name: string;
  http_ms: number;
  sql_ms: number;
  key_and_limit_ms: number;
  charge_ms: number;
  /** The rest: HTTP, validation, objects and JSON. */
  rendering_ms: number;
  rows: number;
}

/** A benchmark account. */
export interface Caller {
  accountId: string;
  keys: string[];
}

/** The gateway under test, and its database through the driver alone. */
export interface BenchSetup {
  /** For keys, limits and charges. */
  pool: Pool;
  /** For the records. */
  reader: Reader;
  client: BenchClient;
  caller: Caller;
}

const repeats = 41;
const keysPerCaller = 12;
const warmUpRequests = 600;

/** Creates an account with plenty of credits and several keys, so that no limit is reached. */
export async function createCaller(sql: Pool): Promise<Caller> {
  const wanted = { name: 'bench', plan: 'PRO', monthly: 0, purchased: 99_999_999 } as const;
  const { account_id: accountId, key } = await createAccount(sql, wanted);
  const others = await Promise.all(Array.from({ length: keysPerCaller - 1 }, () => createKey(sql, accountId, 'bench')));
  return { accountId, keys: [key, ...others.map((made) => made.key)] };
}

/** Sends requests until the code of a fresh gateway is compiled. */
export async function warmUp(sql: Pool, client: BenchClient): Promise<void> {
  const { keys } = await createCaller(sql);
  for (const key of keys) {
    for (let at = 0; at < warmUpRequests / keysPerCaller; at += 1) await client.ask(key, newestDeals);
  }
}

/** Times an operation through HTTP and its statements through the driver, alternating, so that both see the same load. */
export async function timeOperation(
  { pool, reader, client, caller }: BenchSetup,
  operation: BenchOperation,
  statements: readonly RecordedStatement[],
): Promise<OperationTimes> {
  // The rate limit is timed with its own key, so that the others stay below it.
  const [own = '', ...asking] = caller.keys;
  const presented = parseKey(own);
  const keyPrefix = presented?.prefix ?? '';
  const times = { http: [] as number[], sql: [] as number[], limit: [] as number[], charge: [] as number[] };
  let response = '';
  for (let at = -5; at < repeats; at += 1) {
    const due = { accountId: caller.accountId, keyPrefix, requestId: 'bench', endpoint: 'bench', rows: 1, tenths: 1 };
    const spans = {
      http: await measureMs(
        async () => (response = await client.ask(asking[Math.abs(at) % asking.length] ?? '', operation)),
      ),
      sql: await measureMs(() => replay(reader.sql, statements)),
      limit: await measureMs(() => admit(pool, presented, 'bench', Date.now())),
      charge: await measureMs(() => charge(pool, { ...due, now: new Date() }, { seesBalance: true, purchaseUrl: '' })),
    };
    // The first runs warm up.
    if (at >= 0) for (const part of ['http', 'sql', 'limit', 'charge'] as const) times[part].push(spans[part]);
  }
  const [http, bare, limit] = [median(times.http), median(times.sql), median(times.limit)];
  const charged = operation.isFree ? 0 : median(times.charge);
  return {
    name: operation.name,
    http_ms: round(http),
    sql_ms: round(bare),
    key_and_limit_ms: round(limit),
    charge_ms: round(charged),
    rendering_ms: round(http - bare - limit - charged),
    rows: countResponseRows(response),
  };
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const round = (ms: number): number => Math.round(ms * 100) / 100;
