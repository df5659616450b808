import { type Command, InvalidArgumentError } from 'commander';
import { startSearch } from '#contract/workspace/searches.ts';
import { parseCount } from '../../gateway/cli/command.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { launchBrowser } from '../demo-workspace.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { readMachineLoad } from '../machine-load.ts';
import { addToolAction } from '../tool-action.ts';
import { measureTable, type TableTimes } from './table.ts';

interface TableOptions {
  rows: number;
  seconds: number;
  slow: number[];
}

interface TableBench {
  rows: number;
  /** Load average of one minute, before and after. */
  load: readonly [before: number, after: number];
  states: TableTimes[];
}

/** The rows of one request. */
const pageRows = 500;

/** Adds `bench table`. */
export function registerTableBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('table')
    .description('Open a stored search and measure the table of its rows (needs Chromium)')
    .option('--rows <n>', 'number of deals, with a fifth as many companies', parseCount, 20_000)
    .option('--seconds <n>', 'seconds of scrolling', parseCount, 3)
    .option('--slow <rates>', 'CPU throttling factors, separated by commas', parseRates, [1, 4]);
  addToolAction(command, shutdown, {
    run: (options: TableOptions) => runTableBench(options, shutdown),
    format: formatTable,
  });
}

/** Starts a gateway on this many demo deals, loads all of them for an account, and measures its table. */
async function runTableBench({ rows, seconds, slow }: TableOptions, shutdown: Shutdown): Promise<TableBench> {
  const browser = await launchBrowser(shutdown);
  const { env, sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: Math.ceil(rows / 5), deals: rows });
  const url = (await startGatewayProcess(env, shutdown)).url();
  console.error('Loading the rows ...');
  const { key } = await createAccount(sql, { name: 'bench', plan: 'API', purchased: 1_000_000 });
  await loadRows(url, key, rows);
  const before = readMachineLoad();
  const states = await measureTable(browser, { url, key, rows, seconds, slow });
  return { rows, load: [before, readMachineLoad()], states };
}

/** Loads the newest deals, as a person does page by page. */
async function loadRows(url: string, key: string, rows: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}/workspace${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  await post('/budget', { session_tenths: null });
  const spending = { max_tenths: pageRows * 10, screen: '/deals' };
  const wanted = { resource: 'deals', body: { sort_by: 'most_recent_deal' }, rows: Math.min(rows, pageRows) };
  const { search } = startSearch.data.parse(await post('/searches', { ...wanted, ...spending }));
  for (let loaded = search.loaded; loaded < rows; loaded += pageRows) {
    await post(`/searches/${search.id}/more`, { ...spending, rows: Math.min(pageRows, rows - loaded) });
  }
}

function formatTable({ rows, load, states }: TableBench): string[] {
  const formatRow = (name: string, ...cells: string[]) =>
    name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join('');
  const both = (read: (times: TableTimes) => number) => states.map((times) => read(times).toFixed(0)).join(' / ');
  return [
    formatRow('milliseconds', 'scroll p95', 'sort', 'find', 'heap MB', 'first row', 'all rows'),
    formatRow(
      `Fundscope, ${rows.toLocaleString('en')} rows`,
      both((times) => times.scroll_p95_ms),
      both((times) => times.sort_ms),
      both((times) => times.find_ms),
      both((times) => times.heap_mb),
      both((times) => times.first_row_ms),
      both((times) => times.all_rows_ms),
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
    formatRow('goal at full speed', '17', '100', '100', '', '', '1000'),
    `CPU ${states.map(({ slowed }) => (slowed === 1 ? 'at full speed' : `${slowed} times slower`)).join(' / ')}. ` +
      `Visible rows that were missing: ${both((times) => times.blank_rows)}. ` +
      `Buffers outside the heap: ${both((times) => times.buffers_mb)} MB.`,
    `Load of the machine ${load.join(' before, ')} after.`,
  ];
}

function parseRates(text: string): number[] {
  const rates = text.split(',').map(Number);
  if (rates.every((rate) => rate >= 1 && rate <= 100)) return rates;
  throw new InvalidArgumentError('Give numbers from 1 to 100, separated by commas.');
}
