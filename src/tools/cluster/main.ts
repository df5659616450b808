import { mkdir } from 'node:fs/promises';
import { Command } from 'commander';
import { parseCount, printResult } from '../../gateway/cli/command.ts';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { cliFile } from '../../gateway/project.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { StartError } from '../../service/db/start-error.ts';
import { type TrialOptions, runClusterTrial } from './cluster-trial.ts';
import { formatClusterReport } from './cluster-report.ts';

const shutdown = createShutdown();
const program = new Command('cluster')
  .description(
    'Run three PostgreSQL under Patroni, PgBouncer, HAProxy and three gateways on this machine, kill them in turn under paid load, and check every charge (Debian, as root)',
  )
  .showHelpAfterError('Add --help to see the options of this command.')
  .option('--deals <n>', 'deals of the demo data; half as many companies', parseCount, 1_000_000)
  .option('--minutes <n>', 'how long things are killed', parseCount, 20)
  .option('--callers <n>', 'accounts that send one request after the other', parseCount, 24)
  .option('--measure <seconds>', 'how long to measure before the first kill', parseCount, 60)
  .option('--before <cli>', 'built command line of an earlier version (dist/server/cli.js), to be upgraded under load')
  .option('--import', 'replace all records once under load')
  .option('--logs <folder>', 'keep the logs of all parts in this folder')
  .option('--json', 'print JSON')
  .action(async (options: Omit<TrialOptions, 'cli'> & { json?: true }) => {
    if (options.logs) await mkdir(options.logs, { recursive: true });
    const report = await runClusterTrial({ ...options, cli: cliFile }, shutdown);
    const { events, charges, cost, failovers, ...figures } = report;
    const lines = Object.entries({ ...cost, ...figures }).map(([name, value]) => `${name}: ${value}`);
    printResult(
      report,
      [...formatClusterReport(events, charges), '', ...lines, `primaries: ${failovers.join(', ')}`],
      options,
    );
    await shutdown.run();
    if (charges.faults.length > 0) throw new StartError(`${charges.faults.length} charges were wrong.`, 'See above.');
  });
await runProgram(program, shutdown);
