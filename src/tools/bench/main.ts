import { Command } from 'commander';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { registerApiBench } from './api-command.ts';
import { registerAskBench } from './ask-command.ts';
import { registerLedgerBench } from './ledger.ts';
import { registerMarketBench } from './market-command.ts';
import { registerRelevanceBench } from './relevance-command.ts';
import { registerRoutesBench } from './routes-command.ts';
import { registerTableBench } from './table-command.ts';
import { registerVitalsBench } from './vitals.ts';

const shutdown = createShutdown();
const bench = new Command('bench')
  .description('Measure Fundscope on this machine, with generated data')
  .showHelpAfterError('Add --help to see the options of this command.');
registerApiBench(bench, shutdown);
registerAskBench(bench, shutdown);
registerLedgerBench(bench, shutdown);
registerMarketBench(bench, shutdown);
registerRelevanceBench(bench, shutdown);
registerRoutesBench(bench, shutdown);
registerTableBench(bench, shutdown);
registerVitalsBench(bench, shutdown);
await runProgram(bench, shutdown);
