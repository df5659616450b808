import { type Command, InvalidArgumentError } from 'commander';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCommandDatabase } from '../../gateway/database/open-command-database.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import { cliFile } from '../../gateway/project.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { benchLoad, type LoadBench } from './load.ts';

interface LoadOptions {
  companies: number;
  deals: number;
  json?: true;
}

/** Adds `bench load`. */
export function registerLoadBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('load')
    .description('Load the demo set and compare with a bare COPY of the same rows; measure a first start')
    .option('--companies <n>', 'how many companies', parseCount, 500_000)
    .option('--deals <n>', 'how many deals', parseCount, 1_000_000)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nIt needs about 10 kB of temporary disk for each deal, in TMPDIR.')
    .action(async ({ json, ...size }: LoadOptions) => {
      const firstStart = await measureFirstStart(shutdown);
      const load = await runLoadBench(size, shutdown);
      const result = { ...load, first_start_seconds: firstStart };
      console.log(json ? JSON.stringify(result) : toTable(result));
      await shutdown.run();
    });
}

/** Opens a data folder of its own, which goes with everything else that is to be closed. */
async function makeDataDir(shutdown: Shutdown): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fundscope-bench-'));
  shutdown.add(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function runLoadBench(size: Omit<LoadOptions, 'json'>, shutdown: Shutdown): Promise<LoadBench> {
  const dataDir = await makeDataDir(shutdown);
  const { sql } = await openCommandDatabase(readEnvironment(toEnvironment(dataDir)), shutdown);
  return benchLoad(sql, size, (text) => console.error(text));
}

/** What a gateway on that folder needs, and nothing that would lead it to another database. */
function toEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, FUNDSCOPE_DB_USER } = process.env;
  return { PATH, TMPDIR, FUNDSCOPE_DB_USER, PORT: '0', FUNDSCOPE_DATA: dataDir };
}

/** How long it takes from the command `start` on an empty folder until the gateway says that it answers. */
async function measureFirstStart(shutdown: Shutdown): Promise<number> {
  console.error('Starting on an empty folder ...');
  const dataDir = await makeDataDir(shutdown);
  const started = performance.now();
  const child = spawn(process.execPath, [cliFile, 'start', '--json'], {
    env: toEnvironment(dataDir),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  shutdown.add(stop);
  await Promise.race([
    once(child.stdout, 'data'),
    exit.then(([code]) => Promise.reject(new Error(`the gateway ended with code ${code}`))),
  ]);
  const seconds = Math.round((performance.now() - started) / 10) / 100;
  await stop();
  return seconds;
}

function toTable(result: LoadBench & { first_start_seconds: number }): string {
  const { companies, deals, rows, invent_seconds, load_seconds, copy_seconds, index_seconds, step_seconds } = result;
  const steps = Object.entries(step_seconds).map(([step, seconds]) => `${step} ${seconds}`);
  const lines = [
    ['demo set', `${toText(deals)} deals of ${toText(companies)} companies, ${toText(rows)} rows`],
    ['load', `${load_seconds} s (${steps.join(', ')})`],
    ['of it inventing', `${invent_seconds} s`],
    ['bare COPY', `${copy_seconds} s`],
    ['its indexes', `${index_seconds} s`],
    ['ratio', `${result.ratio} without the inventing (goal: at most 2)`],
    ['peak memory', `${result.peak_memory_mb} MB (goal: under 400)`],
    ['first start', `${result.first_start_seconds} s (goal: within 8)`],
  ];
  return lines.map(([name = '', value = '']) => `${name.padEnd(17)}${value}`).join('\n');
}

const toText = (count: number) => count.toLocaleString('en');

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1 to 99999999.');
  return Number(text);
}
