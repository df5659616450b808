import type { Sql } from '../../db/open.ts';
import type { DemoSize } from '../demo/generate.ts';
import { loadDemo } from '../demo/load-demo.ts';
import type { LoadStep } from '../load.ts';
import { loadBare, measureSeconds } from './bare-load.ts';

/** What a load of the demo set took, beside a bare COPY of the same rows with the same indexes in the same run. */
export type LoadBench = {
  companies: number;
  deals: number;
  rows: number;
  load_seconds: number;
  step_seconds: Record<string, number>;
  copy_seconds: number;
  index_seconds: number;
  /** Goal: at most 2. */
  ratio: number;
  /** Of this process at the end of the load; goal: under 400. */
  peak_memory_mb: number;
};

/** Loads the demo set into an empty database of our own server, then the bare rows beside it. */
export async function benchLoad(
  sql: Sql,
  { companies, deals }: Pick<DemoSize, 'companies' | 'deals'>,
  onProgress: (text: string) => void,
): Promise<LoadBench> {
  await sql.unsafe('CHECKPOINT');
  const steps = new Map<LoadStep, number>();
  const onStep = (step: LoadStep) => void steps.set(step, performance.now());
  const loadSeconds = await measureSeconds(() => loadDemo(sql, { companies, deals, onProgress, onStep }));
  const ended = performance.now();
  const peakMemory = process.resourceUsage().maxRSS / 1024;
  onProgress('Loading the same rows by a bare COPY, and building the same indexes ...');
  const { rows, copySeconds, indexSeconds } = await loadBare(sql);
  const begun = [...steps.values(), ended];
  const lengths = [...steps.keys()].map((step, position) => [
    step,
    round(((begun[position + 1] ?? ended) - (begun[position] ?? ended)) / 1000),
  ]);
  return {
    companies,
    deals,
    rows,
    load_seconds: round(loadSeconds),
    step_seconds: Object.fromEntries(lengths) as Record<string, number>,
    copy_seconds: round(copySeconds),
    index_seconds: round(indexSeconds),
    ratio: round(loadSeconds / (copySeconds + indexSeconds)),
    peak_memory_mb: Math.round(peakMemory),
  };
}

const round = (number: number) => Math.round(number * 100) / 100;
