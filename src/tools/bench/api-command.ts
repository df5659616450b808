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
import { createCaller, type OperationTimes, timeOperation, warmUp } from './api.ts';
import { type ApiBench, formatApiTable } from './api-table.ts';
import { openBenchClient } from './client.ts';
import type { Engine } from './engines/engine.ts';
import { openEngines } from './engines/open-engines.ts';
import { measureFairness } from './fairness.ts';
import { newestDeals, readOperations } from './operations.ts';
import { explainStatements, recordStatements } from './statements.ts';
import { measureThroughput } from './throughput.ts';

interface ApiOptions {
  deals: number;
  data?: string;
  plans?: string;
  engines: boolean;
  json?: true;
}

/** Adds `bench api`. */
export function registerApiBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('api', { isDefault: true })
    .description(
      'Time sixteen operations over HTTP, as bare SQL, on SQLite and on DuckDB; measure throughput, and look-ups next to heavy searches',
    )
    .option('--deals <n>', 'number of demo deals, with half as many companies', parseCount, 1_000_000)
    .option('--data <folder>', 'use this filled data folder; benchmark accounts are added to it')
    .option('--plans <file>', 'write every statement with its query plan to this file')
    .option('--no-engines', 'leave out SQLite and DuckDB, which npm installs and compiles at the first run')
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: ApiOptions) => {
      const result = await runApiBench(options, shutdown);
      printResult(result, formatApiTable(result), { json });
      await shutdown.run();
    });
}

async function runApiBench(options: Omit<ApiOptions, 'json'>, shutdown: Shutdown): Promise<ApiBench> {
  const { deals, data, plans } = options;
  const env = buildEnvironment(data ?? (await createDataFolder(shutdown)));
  const server = await openDatabaseServer(readEnvironment(env), shutdown);
  const address = server.address();
  const sql = await openDatabase(address);
  shutdown.add(() => sql.end({ timeout: 0 }));
  if (data === undefined) {
    const companies = Math.max(1, Math.floor(deals / 2));
    await loadDemo(sql, { companies, deals, onProgress: (text) => console.error(text) });
  }
  const loaded = options.engines ? await openEngines(sql, shutdown) : [];
  const engines = loaded.map(({ engine }) => engine);
  const gateway = await startGatewayProcess(env, shutdown);
  await waitForIndex(gateway.url());
  const { operations, texts } = await timeOperations({ pool: sql, address, url: gateway.url(), engines }, shutdown);
  if (plans !== undefined) await writeFile(plans, texts.join('\n\n\n'));
  const throughput = await measureThroughput(sql, address, gateway.url());
  const all = await readOperations(sql);
  const named = (...names: string[]) => all.filter(({ name }) => names.includes(name));
  const light = [newestDeals, ...named('deal by id')];
  const heavy = named('deals: the same, page 400', 'investors: matching deals', 'people: deals of 12 months');
  const fairness = await measureFairness(sql, gateway.url(), { light, heavy });
  const copies = loaded.map(({ engine, copySeconds, megabytes }) => ({
    engine: engine.name,
    seconds: Math.round(copySeconds),
    megabytes,
  }));
  return { operations, throughput, fairness, copies, machine_load: readMachineLoad() };
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
  { pool, address, url, engines }: { pool: Pool; address: string; url: string; engines: readonly Engine[] },
  shutdown: Shutdown,
) {
  // One connection, like a request's, which keeps its prepared statements.
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
    operations.push(await timeOperation({ pool, reader, client, caller, engines }, operation, statements));
    texts.push(`-- ${operation.name}\n\n${await explainStatements(reader.sql, statements)}`);
  }
  return { operations, texts };
}
