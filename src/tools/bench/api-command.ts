import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { parseCount } from '../../gateway/cli/command.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { openReader } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { readMachineLoad } from '../machine-load.ts';
import { addToolAction } from '../tool-action.ts';
import { createKeys, findQuantile, openBenchClient, pickKey, readMetric, timeInTurn, warmUp } from './client.ts';
import { type BenchOperation, newestDeals, readOperations } from './operations.ts';
import { explainStatements, recordStatements, replay } from './statements.ts';
import { type LoadTimes, measureUnderLoad, openPages } from './under-load.ts';

interface ApiOptions {
  deals: number;
  data?: string;
  plans?: string;
}

/** Milliseconds of one operation: over HTTP, and its statements in PostgreSQL without the index in memory. */
interface OperationTimes {
  name: string;
  goal_ms: number;
  http_ms: number;
  http_p95_ms: number;
  sql_ms: number;
}

interface ApiBench extends LoadTimes {
  operations: OperationTimes[];
  machine_load: number;
}

const repeats = 41;
const warmUps = 5;

/** Adds `bench api`. */
export function registerApiBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('api', { isDefault: true })
    .description('Time operations over HTTP and as bare SQL; throughput, lookups next to heavy searches, open pages')
    .option('--deals <n>', 'number of demo deals, with half as many companies', parseCount, 1_000_000)
    .option('--data <folder>', 'use this filled data folder; benchmark accounts are added to it')
    .option('--plans <file>', 'write every statement with its query plan to this file');
  addToolAction(command, shutdown, {
    run: (options: ApiOptions) => runApiBench(options, shutdown),
    format: formatTable,
  });
}

async function runApiBench({ deals, data, plans }: ApiOptions, shutdown: Shutdown): Promise<ApiBench> {
  const { env, sql } = await openTemporaryDatabase(shutdown, data);
  if (data === undefined) {
    const companies = Math.max(1, Math.floor(deals / 2));
    await loadDemo(sql, { companies, deals, onProgress: console.error });
  }
  const url = (await startGatewayProcess(env, shutdown)).url();
  await waitForIndex(url);
  const all = await readOperations(sql);
  const { operations, texts } = await timeOperations({ sql, url }, all, shutdown);
  if (plans !== undefined) await writeFile(plans, texts.join('\n\n\n'));
  const named = (...names: string[]) => all.filter(({ name }) => names.includes(name));
  const underLoad = await measureUnderLoad(sql, url, {
    light: [newestDeals, ...named('deal by id')],
    heavy: named('deals: the same, page 400', 'investors: matching deals', 'people: deals of 12 months'),
  });
  return { operations, ...underLoad, machine_load: readMachineLoad() };
}

/** Waits until the gateway answers searches from its index in memory. */
async function waitForIndex(url: string): Promise<void> {
  console.error('Waiting for the index in memory ...');
  while ((await readMetric(url, 'fundscope_index_ready')) !== 1) await sleep(500);
}

/** Times every operation over HTTP and its statements through the driver, in turn, so that both have the same load. */
async function timeOperations(
  { sql, url }: { sql: Pool; url: string },
  all: readonly BenchOperation[],
  shutdown: Shutdown,
): Promise<{ operations: OperationTimes[]; texts: string[] }> {
  // One connection, like a request's, which keeps its prepared statements.
  const reader = openReader(sql, 60_000);
  const { ask, close } = await openBenchClient(url, 1);
  shutdown.add(async () => void (await Promise.all([reader.close(), close()])));
  const keys = await createKeys(sql);
  await warmUp(sql, ask);
  const operations: OperationTimes[] = [];
  const texts: string[] = [];
  for (const operation of all) {
    console.error(operation.name);
    const statements = await recordStatements(sql.options.address, pickKey(keys, 0), operation);
    const vary = (run: number) => ({ ...operation, ...(operation.vary && { body: operation.vary(run) }) });
    const works = [(run: number) => ask(pickKey(keys, run), vary(run)), () => replay(reader.sql, statements)];
    const [http, driver] = await timeInTurn(works, repeats, warmUps);
    operations.push({
      name: operation.name,
      goal_ms: operation.goalMs,
      http_ms: findQuantile(http ?? []),
      http_p95_ms: findQuantile(http ?? [], 0.95),
      sql_ms: findQuantile(driver ?? []),
    });
    texts.push(`-- ${operation.name}\n\n${await explainStatements(reader.sql, statements)}`);
  }
  return { operations, texts };
}

function formatTable({ operations, light, machine_load, ...load }: ApiBench): string[] {
  const formatRow = (first: string, cells: readonly (string | number)[]) =>
    first.padEnd(44) + cells.map((cell) => String(cell).padStart(12)).join('');
  const formatSpread = ([median, p95]: readonly [number, number]) => `${median} ms (p95 ${p95})`;
  return [
    formatRow('milliseconds, medians', ['HTTP', 'p95', 'goal', 'PostgreSQL']),
    ...operations.map((times) =>
      formatRow(times.name, [times.http_ms, times.http_p95_ms, times.goal_ms, times.sql_ms]),
    ),
    `${newestDeals.name}, 16 callers: ${load.newest_per_second} responses a second (goal: at least 1,000)`,
    ...light.map(
      ({ name, alone, next_to_heavy }) =>
        `${name}: ${formatSpread(alone)} alone, ${formatSpread(next_to_heavy)} next to 15 callers with ` +
        `${load.heavy_per_second} heavy searches a second (goal: at most 20 ms more)`,
    ),
    `${openPages} open pages: ${load.open_pages_percent} % of a processor (goal: at most 2 %)`,
    `Load of the machine: ${machine_load}`,
  ];
}
