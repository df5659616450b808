import type { Command } from 'commander';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { parseCount } from '../../gateway/cli/command.ts';
import { buildEnvironment, createDataFolder, openTemporaryDatabase } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { measureSeconds } from '../measure-seconds.ts';
import { measureLoad, type LoadMeasurement } from './load.ts';

interface LoadOptions {
  companies: number;
  deals: number;
  json?: true;
}

/** Adds `bench load`. */
export function registerLoadBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('load')
    .description(
      'Compare an import of the demo data with a bare COPY of the same rows; measure a first and a warm start',
    )
    .option('--companies <n>', 'number of companies', parseCount, 500_000)
    .option('--deals <n>', 'number of deals', parseCount, 1_000_000)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nIt needs about 10 kB of temporary disk for each deal, in TMPDIR.')
    .action(async ({ json, ...size }: LoadOptions) => {
      const starts = await measureStarts(shutdown);
      const result = { ...(await runLoadBench(size, shutdown)), ...starts };
      console.log(json ? JSON.stringify(result) : formatTable(result));
      await shutdown.run();
    });
}

async function runLoadBench(size: Omit<LoadOptions, 'json'>, shutdown: Shutdown): Promise<LoadMeasurement> {
  const { sql } = await openTemporaryDatabase(shutdown);
  return measureLoad(sql, size, await createDataFolder(shutdown), (text) => console.error(text));
}

type Starts = { first_start_seconds: number; warm_start_seconds: number };

/** Seconds from `fundscope start` until the page is served: on an empty folder, and on the same folder again. */
async function measureStarts(shutdown: Shutdown): Promise<Starts> {
  console.error('Starting on an empty folder, then again ...');
  const env = buildEnvironment(await createDataFolder(shutdown));
  const measureStart = async () => {
    let stop = () => Promise.resolve();
    const seconds = await measureSeconds(async () => {
      const gateway = await startGatewayProcess(env, shutdown);
      stop = () => gateway.stop();
      const { status } = await fetch(gateway.url());
      if (status !== 200) throw new Error(`the page was answered with ${status}`);
    });
    await stop();
    return Math.round(seconds * 100) / 100;
  };
  return { first_start_seconds: await measureStart(), warm_start_seconds: await measureStart() };
}

function formatTable(result: LoadMeasurement & Starts): string {
  const { companies, deals, rows, generate_seconds, load_seconds, copy_seconds, index_seconds, step_seconds } = result;
  const steps = Object.entries(step_seconds).map(([step, seconds]) => `${step} ${seconds}`);
  const lines = [
    ['demo data', `${formatCount(deals)} deals of ${formatCount(companies)} companies, ${formatCount(rows)} rows`],
    ['load', `${load_seconds} s (${steps.join(', ')})`],
    ['of it generating', `${generate_seconds} s`],
    ['bare COPY', `${copy_seconds} s`],
    ['its indexes', `${index_seconds} s`],
    ['ratio', `${result.ratio} without generating (goal: at most 1.5)`],
    ['peak memory', `${result.peak_memory_mb} MB (goal: under 400)`],
    ['first start', `${result.first_start_seconds} s until the page is served (goal: within 15)`],
    ['warm start', `${result.warm_start_seconds} s (goal: within 1)`],
  ];
  return lines.map(([name = '', value = '']) => `${name.padEnd(17)}${value}`).join('\n');
}

const formatCount = (count: number) => count.toLocaleString('en');
