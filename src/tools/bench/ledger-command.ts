import type { Command } from 'commander';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { StartError } from '../../service/db/start-error.ts';
import { buildEnvironment, createDataFolder } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { type LedgerReport, runLedgerRounds } from './ledger.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { printResult, parseCount } from '../../gateway/cli/command.ts';
import { cliFile } from '../../gateway/project.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import { openCommandDatabase } from '../../gateway/database/open-gateway-database.ts';

/** Adds `bench ledger`. */
export function registerLedgerBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('ledger')
    .description(
      'Kill gateways and their database under load, again and again, and check every charge and the workspace',
    )
    .option('--rounds <n>', 'number of kills', parseCount, 300)
    .option('--json', 'print JSON')
    .action(async ({ rounds, json }: { rounds: number; json?: true }) => {
      const onRound = (done: number) => {
        if (done % 20 === 0) console.error(`${done} of ${rounds} rounds`);
      };
      const dataDir = await createDataFolder(shutdown);
      const wanted = { rounds, gatewayCount: 3, cli: cliFile, dataDir, onRound };
      const report = await runLedgerTrial(wanted, shutdown);
      const { faults, ...figures } = report;
      printResult(report, [...Object.entries(figures).map(([name, value]) => `${name}: ${value}`), ...faults], {
        json,
      });
      await shutdown.run();
      if (faults.length > 0) throw new StartError(`The ledger was wrong ${faults.length} times.`, 'See above.');
    });
}

interface WantedTrial {
  rounds: number;
  gatewayCount: number;
  /** The built command line. */
  cli: string;
  /** An empty folder. */
  dataDir: string;
  onRound?: (done: number) => void;
}

/** Runs a trial on the given data folder. */
export async function runLedgerTrial(
  { gatewayCount, cli, dataDir, ...wanted }: WantedTrial,
  shutdown: Shutdown,
): Promise<LedgerReport> {
  const env = { ...buildEnvironment(dataDir), FUNDSCOPE_WORKSPACE: 'on' };
  const { sql } = await openCommandDatabase(readEnvironment(env), shutdown);
  await loadDemo(sql, { companies: 50, deals: 100, onProgress: () => undefined });
  const starting = Array.from({ length: gatewayCount }, () => startGatewayProcess(cli, env, shutdown));
  const gateways = await Promise.all(starting);
  return runLedgerRounds({ sql, dataDir, gateways, ...wanted });
}
