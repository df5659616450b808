import { Command } from 'commander';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createClosing } from '../../gateway/shutdown.ts';
import { registerApiBench } from './api-command.ts';
import { registerLedgerBench } from './ledger-command.ts';
import { registerLoadBench } from './load-command.ts';
import { registerPageBenches } from './page-command.ts';
import { registerRelevanceBench } from './relevance-command.ts';
import { registerTableBench } from './table-command.ts';

const closing = createClosing();
const bench = new Command('bench')
  .description('Measure this program on this machine, on data of its own')
  .showHelpAfterError('Add --help to see what this command takes.');
registerApiBench(bench, closing);
registerLedgerBench(bench, closing);
registerPageBenches(bench, closing);
registerRelevanceBench(bench, closing);
registerTableBench(bench, closing);
registerLoadBench(bench, closing);
await runProgram(bench, closing);
