import type { Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, openReader } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { loadavg } from 'node:os';
import { createCaller, type OperationTimes, timeOperation, warmUp } from './api.ts';
import { openBenchClient } from './client.ts';
import { buildEnvironment, createDataFolder } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { type Fairness, measureFairness } from './fairness.ts';
import { newestDeals, readOperations } from './operations.ts';
import { explain, recordStatements } from './statements.ts';
import { measureThroughput, type Throughput } from './throughput.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { printResult, parseCount } from '../../gateway/cli/command.ts';
import { cliFile } from '../../gateway/project.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import { openDatabaseServer } from '../../gateway/database/open-server.ts';

interface ApiOptions {
  deals: number;
  data?: string;
  plans?: string;
  json?: true;
}

/** Adds `bench api`. */
export function registerApiBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('api', { isDefault: true })
    .description(
      'Time fifteen operations over HTTP and as bare SQL, measure search throughput, and look-ups next to heavy questions',
    )
    .option('--deals <n>', 'number of demo deals, with half as many companies', parseCount, 1_000_000)
    .option('--data <folder>', 'use this filled data folder; benchmark accounts are added to it')
    .option('--plans <file>', 'write every statement with its query plan to this file')
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: ApiOptions) => {
      const result = await runApiBench(options, shutdown);
      printResult(result, formatTable(result), { json });
      await shutdown.run();
    });
}

/** All figures, and the load of the machine at their end. */
type ApiBench = {
  operations: readonly OperationTimes[];
  throughput: Throughput;
  fairness: Fairness;
  machine_load: number;
};

async function runApiBench({ deals, data, plans }: Omit<ApiOptions, 'json'>, shutdown: Shutdown): Promise<ApiBench> {
  const env = buildEnvironment(data ?? (await createDataFolder(shutdown)));
  const server = await openDatabaseServer(readEnvironment(env), shutdown);
  const address = server.address();
  const sql = await openDatabase(address);
  shutdown.add(() => sql.end({ timeout: 0 }));
  if (data === undefined) {
    const companies = Math.max(1, Math.floor(deals / 2));
    await loadDemo(sql, { companies, deals, onProgress: (text) => console.error(text) });
  }
  const gateway = await startGatewayProcess(cliFile, env, shutdown);
  await waitForIndex(gateway.url());
  const { operations, texts } = await timeOperations({ pool: sql, address, url: gateway.url() }, shutdown);
  if (plans !== undefined) await writeFile(plans, texts.join('\n\n\n'));
  const throughput = await measureThroughput(sql, address, gateway.url());
  const all = await readOperations(sql);
  const named = (...names: string[]) => all.filter(({ name }) => names.includes(name));
  const [lookUp = newestDeals] = named('deal by id');
  const heavy = named('deals: the same, page 400', 'investors: matching deals', 'people: deals of 12 months');
  const fairness = await measureFairness(sql, gateway.url(), { lookUp, heavy });
  return { operations, throughput, fairness, machine_load: Math.round((loadavg()[0] ?? 0) * 10) / 10 };
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

async function timeOperations(
  { pool, address, url }: { pool: Pool; address: string; url: string },
  shutdown: Shutdown,
) {
  // One connection like a request's, which keeps its prepared statements.
  const reader = openReader(pool, 60_000);
  const client = await openBenchClient(url, 1);
  shutdown.add(async () => void (await Promise.all([reader.close(), client.close()])));
  const caller = await createCaller(pool);
  const operations: OperationTimes[] = [];
  const texts: string[] = [];
  await warmUp(pool, client);
  for (const operation of await readOperations(pool)) {
    console.error(operation.name);
    const statements = await recordStatements(address, caller.keys[1] ?? '', operation);
    operations.push(await timeOperation({ pool, reader, client, caller }, operation, statements));
    texts.push(`-- ${operation.name}\n\n${await explain(reader.sql, statements)}`);
  }
  return { operations, texts };
}

function formatTable({ operations, throughput, fairness, machine_load }: ApiBench): string[] {
  const widths = [48, 8, 8, 8, 7, 11, 8, 10, 6];
  const formatRow = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(48) : String(cell).padStart(widths[at] ?? 8))).join('');
  return [
    formatRow(['milliseconds, medians', 'HTTP', 'SQL', 'over', 'ratio', 'key, limit', 'charge', 'rendering', 'rows']),
    ...operations.map((times) =>
      formatRow([
        times.name,
        times.http_ms,
        times.sql_ms,
        (times.http_ms - times.sql_ms).toFixed(2),
        (times.http_ms / times.sql_ms).toFixed(2),
        times.key_and_limit_ms,
        times.charge_ms,
        times.rendering_ms,
        times.rows,
      ]),
    ),
    'Goal: at most 3 ms more than the SQL, and a ratio of at most 1.5 where the SQL takes over 10 ms.',
    `POST /deals, 25 rows, 16 callers: ${throughput.http_per_second} responses per second over HTTP, ` +
      `${throughput.driver_per_second} through the driver alone, ratio ${throughput.ratio} (goal: at least 0.6)`,
    `Deal by id: ${formatSpread(fairness.alone)} alone, ${formatSpread(fairness.next_to_heavy)} next to 15 callers with ` +
      `${fairness.heavy_per_second} heavy questions per second (goal: at most 20 ms more)`,
    `Load of the machine: ${machine_load}`,
  ];
}

const formatSpread = ({ median_ms, p95_ms }: Fairness['alone']): string => `${median_ms} ms (p95 ${p95_ms})`;
