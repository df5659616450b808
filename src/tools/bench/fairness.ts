import type { Pool } from '../../service/db/pool.ts';
import { createCaller } from './api.ts';
import { openBenchClient } from './client.ts';
import type { BenchOperation } from './operations.ts';

/** Milliseconds of a look-up alone, and while 15 other callers send heavy questions without a pause. */
export interface Fairness {
  alone: Spread;
  next_to_heavy: Spread;
  heavy_per_second: number;
}

interface Spread {
  median_ms: number;
  p95_ms: number;
}

const heavyCallers = 15;
const lookUps = 200;

/** Times a look-up, which answers in a few milliseconds, alone and next to heavy questions of other accounts. */
export async function measureFairness(
  sql: Pool,
  url: string,
  { lookUp, heavy }: { lookUp: BenchOperation; heavy: readonly BenchOperation[] },
): Promise<Fairness> {
  const own = await createCaller(sql);
  const others = await Promise.all(Array.from({ length: heavyCallers }, () => createCaller(sql)));
  const client = await openBenchClient(url, heavyCallers + 1);
  const time = async () => {
    const times: number[] = [];
    for (let at = 0; at < lookUps; at += 1) {
      const started = performance.now();
      await client.ask(own.keys[at % own.keys.length] ?? '', lookUp);
      times.push(performance.now() - started);
    }
    return summarize(times);
  };
  const alone = await time();
  const stop = new AbortController();
  let answers = 0;
  const started = performance.now();
  const asking = others.map(async ({ keys }, caller) => {
    for (let at = caller; !stop.signal.aborted; at += 1) {
      await client.ask(keys[at % keys.length] ?? '', heavy[at % heavy.length] as BenchOperation);
      answers += 1;
    }
  });
  const nextToHeavy = await time();
  stop.abort();
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(asking);
  await client.close();
  return { alone, next_to_heavy: nextToHeavy, heavy_per_second: Math.round(answers / seconds) };
}

function summarize(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const pick = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
  return { median_ms: pick(0.5), p95_ms: pick(0.95) };
}
