import { type Command, InvalidArgumentError } from 'commander';
import { parseCount, printResult } from '../../gateway/cli/command.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { readMachineLoad } from '../machine-load.ts';
import { openFilledSearch } from './fill-search.ts';
import { measureTable, type TableTimes } from './table.ts';

interface TableOptions {
  rows: number;
  seconds: number;
  slow: number[];
  json?: true;
}

/** Adds `bench table`. */
export function registerTableBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('table')
    .description('Measure the dashboard table on rows that the gateway stores (needs Chromium)')
    .option('--rows <n>', 'number of deals, with a fifth as many companies', parseCount, 20_000)
    .option('--seconds <n>', 'seconds of scrolling', parseCount, 3)
    .option('--slow <rates>', 'CPU throttling factors, separated by commas', parseRates, [1, 4])
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: TableOptions) => {
      const { rows } = options;
      const { browser, gateway, key } = await openFilledSearch(rows, shutdown);
      const before = readMachineLoad();
      const states = await measureTable(browser, { ...options, url: gateway.url(), key });
      const load = [before, readMachineLoad()];
      const loads = `Load of the machine ${load.join(' before, ')} after.`;
      printResult({ rows, load, states }, [...formatTable(rows, states), loads], { json });
      await shutdown.run();
    });
}

function formatTable(rows: number, states: readonly TableTimes[]): string[] {
  const formatRow = (name: string, ...cells: string[]) =>
    name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join('');
  const both = (read: (times: TableTimes) => number) => states.map((times) => read(times).toFixed(0)).join(' / ');
  return [
    formatRow('milliseconds', 'scroll p95', 'sort', 'find', 'heap MB', 'first row'),
    formatRow(
      `Fundscope, ${rows.toLocaleString('en')} rows`,
      both((times) => times.scroll_p95_ms),
      both((times) => times.sort_ms),
      both((times) => times.find_ms),
      both((times) => times.heap_mb),
      both((times) => times.first_row_ms),
    ),
    formatRow(
      '  worst',
      both((times) => times.scroll_worst_ms),
      both((times) => times.sort_worst_ms),
      both((times) => times.find_worst_ms),
    ),
    formatRow(
      '  while rows arrive',
      '',
      both((times) => times.early_sort_ms),
      both((times) => times.early_find_ms),
    ),
    formatRow('goal at full speed', '17', '100', '100'),
    `CPU ${states.map(({ slowed }) => (slowed === 1 ? 'at full speed' : `${slowed} times slower`)).join(' / ')}. ` +
      `Visible rows that were missing: ${both((times) => times.blank_rows)}. ` +
      `Buffers outside the heap: ${both((times) => times.buffers_mb)} MB.`,
  ];
}

function parseRates(text: string): number[] {
  const rates = text.split(',').map(Number);
  if (rates.every((rate) => rate >= 1 && rate <= 100)) return rates;
  throw new InvalidArgumentError('Give numbers from 1 to 100, separated by commas.');
}
