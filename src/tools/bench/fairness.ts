import type { Pool } from '../../service/db/pool.ts';
import { createCaller } from './api.ts';
import { type BenchClient, openBenchClient } from './client.ts';
import type { BenchOperation } from './operations.ts';

/** Milliseconds of light requests alone, and while 15 other callers send heavy ones without a pause. */
export interface Fairness {
  light: { name: string; alone: Spread; next_to_heavy: Spread }[];
  heavy_per_second: number;
}

interface Spread {
  median_ms: number;
  p95_ms: number;
}

const heavyCallers = 15;
const timedRequests = 200;

/** Times requests that take a few milliseconds, alone and next to heavy ones of other accounts. */
export async function measureFairness(
  sql: Pool,
  url: string,
  { light, heavy }: { light: readonly BenchOperation[]; heavy: readonly BenchOperation[] },
): Promise<Fairness> {
  const own = await createCaller(sql);
  const others = await Promise.all(Array.from({ length: heavyCallers }, () => createCaller(sql)));
  const client = await openBenchClient(url, heavyCallers + 1);
  const timeLight = () => timeInTurn(client, own.keys, light);
  const alone = await timeLight();
  const stop = new AbortController();
  let answers = 0;
  const started = performance.now();
  const asking = others.map(async ({ keys }, caller) => {
    for (let at = caller; !stop.signal.aborted; at += 1) {
      await client.ask(keys[at % keys.length] ?? '', heavy[at % heavy.length] as BenchOperation);
      answers += 1;
    }
  });
  const nextToHeavy = await timeLight();
  stop.abort();
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(asking);
  await client.close();
  const spreads = light.map(({ name }, at) => ({
    name,
    alone: alone[at] as Spread,
    next_to_heavy: nextToHeavy[at] as Spread,
  }));
  return { light: spreads, heavy_per_second: Math.round(answers / seconds) };
}

async function timeInTurn(
  client: BenchClient,
  keys: readonly string[],
  operations: readonly BenchOperation[],
): Promise<Spread[]> {
  const times = operations.map(() => new Array<number>());
  for (let at = 0; at < timedRequests; at += 1) {
    for (const [place, operation] of operations.entries()) {
      const started = performance.now();
      await client.ask(keys[at % keys.length] ?? '', operation);
      times[place]?.push(performance.now() - started);
    }
  }
  return times.map(summarize);
}

function summarize(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const pick = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  return { median_ms: pick(0.5), p95_ms: pick(0.95) };
}
