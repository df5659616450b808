import type { Command } from 'commander';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, openReader } from '../../service/db/open.ts';
import type { Pool } from '../../service/db/pool.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { makeCaller, type OperationTimes, timeOperation, warmUp } from './api.ts';
import { openBenchClient } from './client.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { readOperations } from './operations.ts';
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
    .description('Time eleven operations through HTTP and as bare SQL, and the throughput of a search')
    .option('--deals <n>', 'how many demo deals, on half as many companies', parseCount, 1_000_000)
    .option('--data <folder>', 'a data folder that is filled already; it gets accounts of the benchmark')
    .option('--plans <file>', 'write every statement and what the database does for it into a file')
    .option('--json', 'print the result as JSON')
    .action(async ({ json, ...options }: ApiOptions) => {
      const result = await runApiBench(options, shutdown);
      printResult(result, toTable(result.operations, result.throughput), { json });
      await shutdown.run();
    });
}

async function runApiBench({ deals, data, plans }: Omit<ApiOptions, 'json'>, shutdown: Shutdown) {
  const dataDir = data ?? (await mkdtemp(join(tmpdir(), 'fundscope-bench-')));
  if (data === undefined) shutdown.add(() => rm(dataDir, { recursive: true, force: true }));
  const { PATH, TMPDIR, FUNDSCOPE_DB_USER } = process.env;
  const env = { PATH, TMPDIR, FUNDSCOPE_DB_USER, PORT: '0', FUNDSCOPE_DATA: dataDir };
  const server = await openDatabaseServer(readEnvironment(env), shutdown);
  const address = server.address();
  const sql = await openDatabase(address);
  shutdown.add(() => sql.end({ timeout: 0 }));
  if (data === undefined) {
    const companies = Math.max(1, Math.floor(deals / 2));
    await loadDemo(sql, { companies, deals, onProgress: (text) => console.error(text) });
  }
  const gateway = await startGatewayProcess(cliFile, env, shutdown);
  const { operations, texts } = await timeOperations({ pool: sql, address, url: gateway.url() }, shutdown);
  if (plans !== undefined) await writeFile(plans, texts.join('\n\n\n'));
  return { operations, throughput: await measureThroughput(sql, address, gateway.url()) };
}

async function timeOperations(
  { pool, address, url }: { pool: Pool; address: string; url: string },
  shutdown: Shutdown,
) {
  // One connection of the same kind as a request has: what is prepared on it stays prepared.
  const reader = openReader(pool, 60_000);
  const client = await openBenchClient(url, 1);
  shutdown.add(async () => void (await Promise.all([reader.close(), client.close()])));
  const caller = await makeCaller(pool);
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

function toTable(operations: readonly OperationTimes[], throughput: Throughput): string[] {
  const widths = [48, 8, 8, 8, 7, 11, 8, 10, 6];
  const toLine = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(48) : String(cell).padStart(widths[at] ?? 8))).join('');
  return [
    toLine(['milliseconds, medians', 'HTTP', 'SQL', 'over', 'ratio', 'key, limit', 'charge', 'rendering', 'rows']),
    ...operations.map((times) =>
      toLine([
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
    'Goal: at most 3 ms over the SQL, and a ratio of at most 1.5 where the SQL takes over 10 ms.',
    `POST /deals, 25 rows, 16 callers: ${throughput.http_per_second} answers a second through HTTP, ` +
      `${throughput.driver_per_second} through the driver alone, ratio ${throughput.ratio} (goal: at least 0.6)`,
  ];
}
