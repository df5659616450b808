import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../service/db/pool.ts';
import { type Ask, createKeys, findQuantile, openBenchClient, pickKey, readMetric, timeInTurn } from './client.ts';
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
  /** Processor time of the gateway while pages are open and nothing happens, in percent of a processor. */
  open_pages_percent: number;
}

const callers = 16;
const timedRequests = 200;
const throughputMs = 12_000;
export const openPages = 50;
/** How often a visible page asks what has changed (dashboard/platform/http/workspace.ts). */
const pollMs = 5000;
const watchedSeconds = 20;

/** Measures throughput, and light operations next to heavy ones of other accounts. */
export async function measureUnderLoad(
  sql: Pool,
  url: string,
  { light, heavy }: Record<'light' | 'heavy', readonly BenchOperation[]>,
): Promise<LoadTimes> {
  const { ask, close } = await openBenchClient(url, callers);
  const open_pages_percent = await measureOpenPages(url, pickKey(await createKeys(sql), 0));
  const accounts = await Promise.all(Array.from({ length: callers }, () => createKeys(sql)));
  const [own = [], ...others] = accounts;
  const newest = keepAsking(ask, accounts, [newestDeals]);
  await sleep(throughputMs);
  const newest_per_second = await newest.stop();
  const alone = await timeOperations(ask, own, light);
  const asking = keepAsking(ask, others, heavy);
  const nextToHeavy = await timeOperations(ask, own, light);
  const heavy_per_second = await asking.stop();
  await close();
  const times = light.map(({ name }, at) => ({
    name,
    alone: alone[at] ?? [0, 0],
    next_to_heavy: nextToHeavy[at] ?? [0, 0],
  }));
  return { newest_per_second, heavy_per_second, light: times, open_pages_percent };
}

async function measureOpenPages(url: string, key: string): Promise<number> {
  const leaving = new AbortController();
  const polling = Array.from({ length: openPages }, async (_, at) => {
    await sleep((at / openPages) * pollMs);
    while (!leaving.signal.aborted) {
      const { status } = await fetch(`${url}/workspace/versions`, { headers: { authorization: `Bearer ${key}` } });
      if (status !== 200) throw new Error(`a page was answered with ${status}`);
      await sleep(pollMs);
    }
  });
  await sleep(pollMs);
  const before = await readMetric(url, 'process_cpu_seconds_total');
  await sleep(watchedSeconds * 1000);
  const used = (await readMetric(url, 'process_cpu_seconds_total')) - before;
  leaving.abort();
  await Promise.all(polling);
  return Math.round((used / watchedSeconds) * 10_000) / 100;
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

/** The median and the 95th percentile of each operation. */
async function timeOperations(ask: Ask, keys: readonly string[], operations: readonly BenchOperation[]) {
  const works = operations.map((operation) => (run: number) => ask(pickKey(keys, run), operation));
  const times = await timeInTurn(works, timedRequests);
  return times.map((each) => [findQuantile(each), findQuantile(each, 0.95)] as const);
}
