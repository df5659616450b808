import type { Pool } from '../../service/db/pool.ts';
import { generateDemo, type DemoSize } from '../../service/import/demo/generate.ts';
import { demoDefaults, loadDemo } from '../../service/import/demo/load-demo.ts';
import type { LoadStep } from '../../service/import/build-next.ts';
import { loadBare } from './bare-load.ts';
import { measureSeconds } from '../measure-seconds.ts';

/** An import of the demo data, compared with a bare COPY of the same rows and indexes in the same run. */
export type LoadMeasurement = {
  companies: number;
  deals: number;
  rows: number;
  /** Only generating the records; part of the load. */
  generate_seconds: number;
  load_seconds: number;
  step_seconds: Record<string, number>;
  copy_seconds: number;
  index_seconds: number;
  /** Load without generating, divided by COPY plus indexes; goal: at most 1.5. */
  ratio: number;
  /** Peak of this process; goal: under 400. */
  peak_memory_mb: number;
};

/** Loads the demo data into an empty embedded database, then the bare rows from `folder` into another schema. */
export async function measureLoad(
  sql: Pool,
  { companies, deals }: Pick<DemoSize, 'companies' | 'deals'>,
  folder: string,
  onProgress: (text: string) => void,
): Promise<LoadMeasurement> {
  onProgress('Generating the records without loading them ...');
  const size = { companies, deals, seed: demoDefaults.seed, today: new Date().toISOString().slice(0, 10) };
  const generateSeconds = await measureSeconds(async () => countRecords(size));
  await sql.unsafe('CHECKPOINT');
  const steps = new Map<LoadStep, number>();
  const onStep = (step: LoadStep) => void steps.set(step, performance.now());
  const loadSeconds = await measureSeconds(() => loadDemo(sql, { ...size, onProgress, onStep }));
  const ended = performance.now();
  const peakMemory = process.resourceUsage().maxRSS / 1024;
  onProgress('Loading the same rows with a bare COPY and building the same indexes ...');
  const { rows, copySeconds, indexSeconds } = await loadBare(sql, folder);
  const begun = [...steps.values(), ended];
  const lengths = [...steps.keys()].map((step, position) => [
    step,
    round(((begun[position + 1] ?? ended) - (begun[position] ?? ended)) / 1000),
  ]);
  return {
    companies,
    deals,
    rows,
    generate_seconds: round(generateSeconds),
    load_seconds: round(loadSeconds),
    step_seconds: Object.fromEntries(lengths) as Record<string, number>,
    copy_seconds: round(copySeconds),
    index_seconds: round(indexSeconds),
    ratio: round((loadSeconds - generateSeconds) / (copySeconds + indexSeconds)),
    peak_memory_mb: Math.round(peakMemory),
  };
}

function countRecords(size: DemoSize): number {
  let count = 0;
  for (const record of generateDemo(size)) if (record.kind !== 'place') count += 1;
  return count;
}

const round = (number: number) => Math.round(number * 100) / 100;
