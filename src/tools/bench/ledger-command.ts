import type { Command } from 'commander';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { StartError } from '../../service/db/start-error.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { type LedgerReport, runLedgerRounds } from './ledger.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { printResult, parseCount } from '../../gateway/cli/command.ts';

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
      const report = await runLedgerTrial({ rounds, gatewayCount: 3, onRound }, shutdown);
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
  onRound?: (done: number) => void;
}

/** Runs a trial on a temporary data folder. */
export async function runLedgerTrial(
  { gatewayCount, ...wanted }: WantedTrial,
  shutdown: Shutdown,
): Promise<LedgerReport> {
  const { dataDir, env, sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: 50, deals: 100, onProgress: () => undefined });
  const starting = Array.from({ length: gatewayCount }, () => startGatewayProcess(env, shutdown));
  const gateways = await Promise.all(starting);
  return runLedgerRounds({ sql, dataDir, gateways, ...wanted });
}
