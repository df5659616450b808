import { type Command, InvalidArgumentError } from 'commander';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../../service/db/start-error.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { printResult, parseCount } from '../../gateway/cli/command.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import { cliFile, projectDir } from '../../gateway/project.ts';
import { openCommandDatabase } from '../../gateway/database/open-command-database.ts';

interface TableOptions {
  rows: number;
  seconds: number;
  slow: number[];
  json?: true;
}

/** What one state of the processor gave; milliseconds and megabytes. */
interface TableTimes {
  slowed: number;
  scroll_p95_ms: number;
  scroll_worst_ms: number;
  blank_rows: number;
  sort_ms: number;
  sort_worst_ms: number;
  find_ms: number;
  find_worst_ms: number;
  heap_mb: number;
  buffers_mb: number;
  first_row_ms: number;
}

interface TableResult {
  rows: number;
  processors: number;
  /** Processes that wanted to run, over the last minute, before and after. */
  load: [before: number, after: number];
  states: TableTimes[];
}

/** Other tables with 100,000 rows of 8 columns, as it is / slowed 4 times; nobody said the heap of a slowed one. */
const references = [
  ['AG Grid Community', '33 / 100', '351 / 1685', '389 / 1310', '51', '875'],
  ['Glide', '17 / 100', '62 / 234', 'none', '25', '547'],
  ['TanStack Table, Virtual', '17 / 50', '350 / 1516', '474 / 1261', '74', '722'],
  ['goal', '17 / 50', '60 / 250', '100 / 400', '50', '600'],
] as const;

/** Adds `bench table`. */
export function registerTableBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('table')
    .description('Measure the table of the dashboard in a real Chromium on rows that the browser keeps')
    .option('--rows <n>', 'how many deals, of a fifth as many companies', parseCount, 100_000)
    .option('--seconds <n>', 'how long to scroll', parseCount, 3)
    .option('--slow <rates>', 'how much slower to make the processor, joined by commas', parseRates, [1, 4])
    .option('--json', 'print the result as JSON')
    .action(async ({ json, ...options }: TableOptions) => {
      const result = await runTableBench(options, shutdown);
      printResult(result, toTable(result), { json });
      await shutdown.run();
    });
}

async function runTableBench({ rows, seconds, slow }: TableOptions, shutdown: Shutdown): Promise<TableResult> {
  const measureTable = await findMeasurement();
  const dataDir = await mkdtemp(join(tmpdir(), 'fundscope-bench-'));
  shutdown.add(() => rm(dataDir, { recursive: true, force: true }));
  const { PATH, TMPDIR, FUNDSCOPE_DB_USER } = process.env;
  const env = { PATH, TMPDIR, FUNDSCOPE_DB_USER, PORT: '0', FUNDSCOPE_DATA: dataDir };
  const { sql } = await openCommandDatabase(readEnvironment(env), shutdown);
  await loadDemo(sql, { companies: 50, deals: 100 });
  const gateway = await startGatewayProcess(cliFile, env, shutdown);
  const say = (text: string) => console.error(text);
  const before = toLoad();
  const states = await measureTable({ url: gateway.url(), rows, slowdowns: slow, seconds, say });
  return { rows, processors: cpus().length, load: [before, toLoad()], states };
}

type Measure = (options: {
  url: string;
  rows: number;
  slowdowns: readonly number[];
  seconds: number;
  say: (text: string) => void;
}) => Promise<TableTimes[]>;

/** The measurement drives a browser by Playwright, which is there for tests only. */
async function findMeasurement(): Promise<Measure> {
  const file = pathToFileURL(join(projectDir, 'src/tools/bench/table.mjs')).href;
  try {
    return ((await import(/* @vite-ignore */ file)) as { measureTable: Measure }).measureTable;
  } catch {
    throw new StartError(
      'Playwright is missing, by which this benchmark drives a browser.',
      'It is a development dependency: "npm ci --include=dev" installs it.',
    );
  }
}

const toLoad = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

function toTable({ rows, processors, load, states }: TableResult): string[] {
  const toLine = ([name = '', ...cells]: readonly string[]) =>
    name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join('');
  const both = (read: (times: TableTimes) => number) => states.map((times) => read(times).toFixed(0)).join(' / ');
  return [
    toLine(['milliseconds', 'scroll p95', 'sort', 'find', 'heap MB', 'first row']),
    toLine([
      `Fundscope, ${rows.toLocaleString('en')} rows`,
      both((times) => times.scroll_p95_ms),
      both((times) => times.sort_ms),
      both((times) => times.find_ms),
      both((times) => times.heap_mb),
      both((times) => times.first_row_ms),
    ]),
    toLine([
      '  the worst',
      both((times) => times.scroll_worst_ms),
      both((times) => times.sort_worst_ms),
      both((times) => times.find_worst_ms),
    ]),
    ...references.map(toLine),
    `Processor ${states.map(({ slowed }) => (slowed === 1 ? 'as it is' : `slowed ${slowed} times`)).join(' / ')}. ` +
      `Rows in sight that were missing: ${both((times) => times.blank_rows)}. ` +
      `Buffers beside the heap: ${both((times) => times.buffers_mb)} MB.`,
    `${processors} processors, load ${load.join(' before, ')} after. The other tables were measured elsewhere.`,
  ];
}

function parseRates(text: string): number[] {
  const rates = text.split(',').map(Number);
  if (!rates.every((rate) => rate >= 1 && rate <= 100)) {
    throw new InvalidArgumentError('It is numbers from 1 to 100, joined by commas.');
  }
  return rates;
}
