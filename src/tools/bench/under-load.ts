import type { Pool } from '../../service/db/pool.ts';
import { type Ask, createKeys, findQuantile, openBenchClient, pickKey } from './client.ts';
import { type BenchOperation, newestDeals } from './operations.ts';

/** Median and 95th percentile in milliseconds of an operation, alone and while 15 other callers send heavy ones. */
interface LightTimes {
  name: string;
  alone: readonly [median: number, p95: number];
  next_to_heavy: readonly [median: number, p95: number];
}

/** A gateway with 16 callers. */
export interface LoadTimes {
  /** Responses a second for the newest 25 deals. */
  newest_per_second: number;
  heavy_per_second: number;
  light: LightTimes[];
}

const callers = 16;
const timedRequests = 200;
const throughputMs = 12_000;

/** Measures throughput, and light operations next to heavy ones of other accounts. */
export async function measureUnderLoad(
  sql: Pool,
  url: string,
  { light, heavy }: Record<'light' | 'heavy', readonly BenchOperation[]>,
): Promise<LoadTimes> {
  const { ask, close } = await openBenchClient(url, callers);
  const accounts = await Promise.all(Array.from({ length: callers }, () => createKeys(sql)));
  const [own = [], ...others] = accounts;
  const newest = keepAsking(ask, accounts, [newestDeals]);
  await new Promise((done) => setTimeout(done, throughputMs));
  const newest_per_second = await newest.stop();
  const alone = await timeInTurn(ask, own, light);
  const asking = keepAsking(ask, others, heavy);
  const nextToHeavy = await timeInTurn(ask, own, light);
  const heavy_per_second = await asking.stop();
  await close();
  const times = light.map(({ name }, at) => ({
    name,
    alone: alone[at] ?? [0, 0],
    next_to_heavy: nextToHeavy[at] ?? [0, 0],
  }));
  return { newest_per_second, heavy_per_second, light: times };
}

/** Every account sends its next request as soon as the last response has arrived; `stop` returns responses a second. */
function keepAsking(ask: Ask, accounts: readonly string[][], operations: readonly BenchOperation[]) {
  const stopping = new AbortController();
  const started = performance.now();
  let responses = 0;
  const asking = accounts.map(async (keys, caller) => {
    for (let at = caller; !stopping.signal.aborted; at += 1) {
      await ask(pickKey(keys, at), operations[at % operations.length] ?? newestDeals);
      responses += 1;
    }
  });
  return {
    async stop(): Promise<number> {
      stopping.abort();
      const seconds = (performance.now() - started) / 1000;
      await Promise.all(asking);
      return Math.round(responses / seconds);
    },
  };
}

async function timeInTurn(ask: Ask, keys: readonly string[], operations: readonly BenchOperation[]) {
  const times = operations.map(() => new Array<number>());
  for (let run = 0; run < timedRequests; run += 1) {
    for (const [at, operation] of operations.entries()) {
      const started = performance.now();
      await ask(pickKey(keys, run), operation);
      times[at]?.push(performance.now() - started);
    }
  }
  return times.map((each) => [findQuantile(each), findQuantile(each, 0.95)] as const);
}
