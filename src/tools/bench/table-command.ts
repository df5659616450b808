import { type Command, InvalidArgumentError } from 'commander';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartError } from '../../service/db/start-error.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { readMachineLoad } from '../machine-load.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { printResult, parseCount } from '../../gateway/cli/command.ts';
import { projectDir } from '../../gateway/project.ts';

interface TableOptions {
  rows: number;
  seconds: number;
  slow: number[];
  json?: true;
}

/** Results at one CPU speed, in milliseconds and megabytes. */
interface TableTimes {
  slowed: number;
  scroll_p95_ms: number;
  scroll_worst_ms: number;
  blank_rows: number;
  /** Requested while rows are read, until the first result over some of them. */
  early_sort_ms: number;
  early_find_ms: number;
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
  /** Load average of one minute, before and after. */
  load: [before: number, after: number];
  states: TableTimes[];
}

/** Published figures of other tables with 100,000 rows of 8 columns, at full speed / 4 times slower. */
const references = [
  ['AG Grid Community', '33 / 100', '351 / 1685', '389 / 1310', '51', '875'],
  ['Glide', '17 / 100', '62 / 234', 'none', '25', '547'],
  ['TanStack Table, Virtual', '17 / 50', '350 / 1516', '474 / 1261', '74', '722'],
  ['goal', '17 / 50', '60 / 230', '80 / 300', '50', '550 / 1500'],
  ['  while rows are read', '', 'none / 1000', 'none / 1000'],
] as const;

/** Adds `bench table`. */
export function registerTableBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('table')
    .description('Measure the dashboard table in Chromium on rows stored in the browser')
    .option('--rows <n>', 'number of deals, with a fifth as many companies', parseCount, 100_000)
    .option('--seconds <n>', 'seconds of scrolling', parseCount, 3)
    .option('--slow <rates>', 'CPU throttling factors, separated by commas', parseRates, [1, 4])
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: TableOptions) => {
      const result = await runTableBench(options, shutdown);
      printResult(result, formatTable(result), { json });
      await shutdown.run();
    });
}

async function runTableBench({ rows, seconds, slow }: TableOptions, shutdown: Shutdown): Promise<TableResult> {
  const measureTable = await findMeasurement();
  const { env, sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: 50, deals: 100 });
  const gateway = await startGatewayProcess(env, shutdown);
  const onProgress = (text: string) => console.error(text);
  const before = readMachineLoad();
  const states = await measureTable({ url: gateway.url(), rows, slowdowns: slow, seconds, onProgress });
  return { rows, processors: cpus().length, load: [before, readMachineLoad()], states };
}

type Measure = (options: {
  url: string;
  rows: number;
  slowdowns: readonly number[];
  seconds: number;
  onProgress: (text: string) => void;
}) => Promise<TableTimes[]>;

/** Loaded on demand, because Playwright is a development dependency. */
async function findMeasurement(): Promise<Measure> {
  const file = pathToFileURL(join(projectDir, 'src/tools/bench/table.mjs')).href;
  try {
    return ((await import(/* @vite-ignore */ file)) as { measureTable: Measure }).measureTable;
  } catch {
    throw new StartError('Playwright is not installed.', 'Install the development dependencies: npm ci --include=dev');
  }
}

function formatTable({ rows, processors, load, states }: TableResult): string[] {
  const formatRow = ([name = '', ...cells]: readonly string[]) =>
    name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join('');
  const both = (read: (times: TableTimes) => number) => states.map((times) => read(times).toFixed(0)).join(' / ');
  return [
    formatRow(['milliseconds', 'scroll p95', 'sort', 'find', 'heap MB', 'first row']),
    formatRow([
      `Fundscope, ${rows.toLocaleString('en')} rows`,
      both((times) => times.scroll_p95_ms),
      both((times) => times.sort_ms),
      both((times) => times.find_ms),
      both((times) => times.heap_mb),
      both((times) => times.first_row_ms),
    ]),
    formatRow([
      '  worst',
      both((times) => times.scroll_worst_ms),
      both((times) => times.sort_worst_ms),
      both((times) => times.find_worst_ms),
    ]),
    formatRow([
      '  while rows are read',
      '',
      both((times) => times.early_sort_ms),
      both((times) => times.early_find_ms),
    ]),
    ...references.map(formatRow),
    `CPU ${states.map(({ slowed }) => (slowed === 1 ? 'at full speed' : `${slowed} times slower`)).join(' / ')}. ` +
      `Visible rows that were missing: ${both((times) => times.blank_rows)}. ` +
      `Buffers outside the heap: ${both((times) => times.buffers_mb)} MB.`,
    `${processors} processors, load ${load.join(' before, ')} after. The other tables' figures are published ones.`,
  ];
}

function parseRates(text: string): number[] {
  const rates = text.split(',').map(Number);
  if (!rates.every((rate) => rate >= 1 && rate <= 100)) {
    throw new InvalidArgumentError('Give numbers from 1 to 100, separated by commas.');
  }
  return rates;
}
