import { createKey } from '../../service/accounts/keys.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import type { Reader } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { charge } from '../../service/http/charge.ts';
import { parseKey } from '../../service/http/auth.ts';
import { admit } from '../../service/http/rate-limit.ts';
import { type BenchClient, countResponseRows } from './client.ts';
import { type EngineFigure, prepareOnEngines } from './engines/compare.ts';
import type { Engine } from './engines/engine.ts';
import { newestDeals, type BenchOperation } from './operations.ts';
import { replay, type RecordedStatement } from './statements.ts';

/** Medians of one operation in milliseconds, by the part that takes the time. */
export interface OperationTimes {
  name: string;
  goal_ms: number;
  http_ms: number;
  http_p95_ms: number;
  sql_ms: number;
  key_and_limit_ms: number;
  charge_ms: number;
  /** Everything else: finding and reading the records, HTTP, validation, JSON. */
  search_ms: number;
  rows: number;
  engines: EngineFigure[];
}

/** A benchmark account. */
interface Caller {
  accountId: string;
  keys: string[];
}

/** The gateway under test, its database through the driver only, and other databases with the same records. */
interface BenchSetup {
  /** For keys, limits and charges. */
  pool: Pool;
  /** For the records. */
  reader: Reader;
  client: BenchClient;
  caller: Caller;
  engines: readonly Engine[];
}

const repeats = 41;
const warmUps = 5;
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

/** Times an operation through HTTP, its statements through the driver, and the same on the engines. */
export async function timeOperation(
  { pool, reader, client, caller, engines }: BenchSetup,
  operation: BenchOperation,
  statements: readonly RecordedStatement[],
): Promise<OperationTimes> {
  // The rate limit is timed with its own key, so that the others stay below it.
  const [own = '', ...asking] = caller.keys;
  const presented = parseKey(own);
  const keyPrefix = presented?.prefix ?? '';
  const due = { accountId: caller.accountId, keyPrefix, requestId: 'bench', endpoint: 'bench', rows: 1, tenths: 1 };
  const ask = askInTurn(client, asking, operation);
  const response = await ask();
  const prepared = await prepareOnEngines(engines, operation.onEngines, response);
  const times = await timeInTurn({
    http: ask,
    sql: () => replay(reader.sql, statements),
    limit: () => admit(pool, presented, 'bench', Date.now()),
    charge: () => charge(pool, { ...due, now: new Date() }, { seesBalance: true, purchaseUrl: '' }),
    ...Object.fromEntries(prepared.flatMap(({ engine, run }) => (run ? [[engine, run]] : []))),
  });
  const [http, sql, limit] = [findQuantile(times['http']), findQuantile(times['sql']), findQuantile(times['limit'])];
  const charged = operation.isFree ? 0 : findQuantile(times['charge']);
  return {
    name: operation.name,
    goal_ms: operation.goalMs,
    http_ms: round(http),
    http_p95_ms: round(findQuantile(times['http'], 0.95)),
    sql_ms: round(sql),
    key_and_limit_ms: round(limit),
    charge_ms: round(charged),
    search_ms: round(http - limit - charged),
    rows: countResponseRows(response),
    engines: prepared.map(({ engine, difference }) => ({
      engine,
      ...(times[engine] && { ms: round(findQuantile(times[engine])) }),
      ...(difference !== undefined && { difference }),
    })),
  };
}

/** Sends an operation with another key each time, and another body if it has several. */
function askInTurn(client: BenchClient, keys: readonly string[], operation: BenchOperation): () => Promise<string> {
  let run = 0;
  return () => {
    run += 1;
    const body = operation.vary?.(run);
    return client.ask(keys[run % keys.length] ?? '', body ? { ...operation, body } : operation);
  };
}

/** Runs the tasks in turn, so that all have the same load. Returns the milliseconds of each, by its name. */
async function timeInTurn(works: Record<string, () => Promise<unknown>>): Promise<Record<string, number[]>> {
  const times = Object.fromEntries(Object.keys(works).map((name) => [name, new Array<number>()]));
  for (let at = -warmUps; at < repeats; at += 1) {
    for (const [name, work] of Object.entries(works)) {
      const started = performance.now();
      await work();
      if (at >= 0) times[name]?.push(performance.now() - started);
    }
  }
  return times;
}

const findQuantile = (times: readonly number[] = [], share = 0.5): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;

const round = (ms: number): number => Math.round(ms * 100) / 100;
