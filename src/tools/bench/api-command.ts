import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { parseCount, printResult } from '../../gateway/cli/command.ts';
import { openDatabaseServer } from '../../gateway/database/open-server.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { openDatabase, openReader } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { buildEnvironment, createDataFolder } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { readMachineLoad } from '../machine-load.ts';
import { createKeys, findQuantile, openBenchClient, pickKey, warmUp } from './client.ts';
import { type BenchOperation, newestDeals, readOperations } from './operations.ts';
import { explainStatements, recordStatements, replay } from './statements.ts';
import { type LoadTimes, measureUnderLoad } from './under-load.ts';

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
  bench
    .command('api', { isDefault: true })
    .description('Time sixteen operations over HTTP and as bare SQL; throughput, and lookups next to heavy searches')
    .option('--deals <n>', 'number of demo deals, with half as many companies', parseCount, 1_000_000)
    .option('--data <folder>', 'use this filled data folder; benchmark accounts are added to it')
    .option('--plans <file>', 'write every statement with its query plan to this file')
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: ApiOptions & { json?: true }) => {
      const result = await runApiBench(options, shutdown);
      printResult(result, formatTable(result), { json });
      await shutdown.run();
    });
}

async function runApiBench({ deals, data, plans }: ApiOptions, shutdown: Shutdown): Promise<ApiBench> {
  const env = buildEnvironment(data ?? (await createDataFolder(shutdown)));
  const address = (await openDatabaseServer(readEnvironment(env), shutdown)).address();
  const sql = await openDatabase(address);
  shutdown.add(() => sql.end({ timeout: 0 }));
  if (data === undefined) {
    const companies = Math.max(1, Math.floor(deals / 2));
    await loadDemo(sql, { companies, deals, onProgress: (text) => console.error(text) });
  }
  const url = (await startGatewayProcess(env, shutdown)).url();
  await waitForIndex(url);
  const all = await readOperations(sql);
  const { operations, texts } = await timeOperations({ sql, address, url }, all, shutdown);
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
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^fundscope_index_ready 1$/m.test(metrics)) return;
    await sleep(500);
  }
}

/** Times every operation over HTTP and its statements through the driver, in turn, so that both have the same load. */
async function timeOperations(
  { sql, address, url }: { sql: Pool; address: string; url: string },
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
    const statements = await recordStatements(address, pickKey(keys, 0), operation);
    const vary = (run: number) => ({ ...operation, ...(operation.vary && { body: operation.vary(run) }) });
    const [http, driver] = await timeInTurn([
      (run) => ask(pickKey(keys, run), vary(run)),
      () => replay(reader.sql, statements),
    ]);
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

/** The milliseconds of each work. */
async function timeInTurn(works: readonly ((run: number) => Promise<unknown>)[]): Promise<number[][]> {
  const times = works.map(() => new Array<number>());
  for (let run = 0; run < warmUps + repeats; run += 1) {
    for (const [at, work] of works.entries()) {
      const started = performance.now();
      await work(run);
      if (run >= warmUps) times[at]?.push(performance.now() - started);
    }
  }
  return times;
}

function formatTable({ operations, newest_per_second, heavy_per_second, light, machine_load }: ApiBench): string[] {
  const formatRow = (first: string, cells: readonly (string | number)[]) =>
    first.padEnd(44) + cells.map((cell) => String(cell).padStart(12)).join('');
  const formatSpread = ([median, p95]: readonly [number, number]) => `${median} ms (p95 ${p95})`;
  return [
    formatRow('milliseconds, medians', ['HTTP', 'p95', 'goal', 'PostgreSQL']),
    ...operations.map((times) =>
      formatRow(times.name, [times.http_ms, times.http_p95_ms, times.goal_ms, times.sql_ms]),
    ),
    `${newestDeals.name}, 16 callers: ${newest_per_second} responses a second (goal: at least 1,000)`,
    ...light.map(
      ({ name, alone, next_to_heavy }) =>
        `${name}: ${formatSpread(alone)} alone, ${formatSpread(next_to_heavy)} next to 15 callers with ` +
        `${heavy_per_second} heavy searches a second (goal: at most 20 ms more)`,
    ),
    `Load of the machine: ${machine_load}`,
  ];
}
