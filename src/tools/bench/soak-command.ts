import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { parseCount, printResult } from '../../gateway/cli/command.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { StartError } from '../../service/db/start-error.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { openInspector } from './collected-memory.ts';
import { findFreePorts } from '../free-ports.ts';
import { type SoakSample, calculateGrowth, runSoak } from './soak.ts';
import { drawSoakChart } from './soak-chart.ts';

type Options = { minutes: number; callers: number; companies: number; chart?: string; json?: true };

/**
 * The most that a figure may grow after its first quarter, which warms caches. Memory is measured after a garbage
 * collection; before one, it shows how much garbage V8 keeps, which depends on the load of the machine.
 */
const maxGrowth = 1.1;
const flatFigures = ['collectedMb', 'heapMb', 'externalMb', 'fileHandles', 'connections'] as const;

/** Adds `bench soak`. */
export function registerSoakBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('soak')
    .description('Mixed load for long: memory, file handles and connections must stay flat (Linux)')
    .option('--minutes <n>', 'how long', parseCount, 30)
    .option('--callers <n>', 'accounts that send one request after the other', parseCount, 8)
    .option('--companies <n>', 'companies of the demo data', parseCount, 5000)
    .option('--chart <file>', 'write a chart as SVG')
    .option('--json', 'print JSON')
    .action(async ({ minutes, callers, companies, chart, json }: Options) => {
      const { env, sql } = await openTemporaryDatabase(shutdown);
      await loadDemo(sql, { companies, deals: companies * 2, onProgress: () => undefined });
      const [port = 0] = await findFreePorts(1);
      const inspected = { ...env, NODE_OPTIONS: `--inspect=127.0.0.1:${port}` };
      const gateway = await startGatewayProcess(inspected, shutdown);
      const inspector = await openInspector(port);
      const onSample = json ? undefined : (sample: SoakSample) => console.error(JSON.stringify(sample));
      const { samples, statuses } = await runSoak({ sql, gateway, inspector, minutes, callers, onSample });
      inspector.close();
      if (chart) await writeFile(chart, drawSoakChart(samples));
      const growth = Object.fromEntries(
        flatFigures.map((name) => [
          name,
          Math.round(calculateGrowth(samples.map((sample) => sample[name])) * 100) / 100,
        ]),
      );
      const lines = Object.entries(growth).map(([name, factor]) => `${name}: times ${factor} since the first quarter`);
      printResult({ samples, statuses, growth }, [...lines, `responses: ${JSON.stringify(statuses)}`], { json });
      await shutdown.run();
      const grown = Object.keys(growth).filter((name) => (growth[name] ?? 0) > maxGrowth);
      if (grown.length > 0) throw new StartError(`These grew: ${grown.join(', ')}.`, 'See the chart.');
    });
}
