import { Command } from 'commander';
import { buildEnvironment, createDataFolder, openTemporaryDatabase } from '../data-folder.ts';
import { launchBrowser } from '../demo-workspace.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { runLedgerTrial } from '../bench/ledger-command.ts';
import { printResult, parseCount } from '../../gateway/cli/command.ts';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { StartError } from '../../service/db/start-error.ts';
import { faultScenarios } from './fault-scenarios.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { type ScenarioReport, runScenario, type ScenarioContext } from './run-scenario.ts';

const shutdown = createShutdown();
const program = new Command('chaos')
  .description('Search the dashboard through a proxy with faults, and kill gateways under load (needs Chromium)')
  .showHelpAfterError('Add --help to see the options of this command.')
  .option('--scenarios <text>', 'only the scenarios whose name contains this text', '')
  .option('--rounds <n>', 'number of kills', parseCount, 30)
  .option('--json', 'print JSON')
  .action(async ({ scenarios, rounds, json }: { scenarios: string; rounds: number; json?: true }) => {
    const context = await openContext();
    const reports: ScenarioReport[] = [];
    for (const scenario of faultScenarios.filter(({ name }) => name.includes(scenarios))) {
      reports.push(await runScenario(context, scenario));
      if (reports.length % 10 === 0) console.error(`${reports.length} of ${faultScenarios.length} scenarios`);
    }
    const kills = await runLedgerTrial({ rounds, gatewayCount: 3 }, shutdown);
    const wrong = reports.filter(({ isCorrect }) => !isCorrect).length + kills.faults.length;
    const { faults, ...figures } = kills;
    const lines = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
    printResult({ scenarios: reports, kills }, [...formatTable(reports), ...lines, ...faults], { json });
    await shutdown.run();
    if (wrong > 0) throw new StartError(`${wrong} of these were wrong.`, 'See above.');
  });
await runProgram(program, shutdown);

/** A hosted service on demo data, a proxy with faults in front of it, and the dashboard's gateway in front of that. */
async function openContext(): Promise<ScenarioContext> {
  const { env: hostedEnv, sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: 200, deals: 400, onProgress: () => undefined });
  const hosted = await startGatewayProcess(hostedEnv, shutdown);
  const { account_id: account, key } = await createAccount(sql, { name: 'chaos', plan: 'PRO', purchased: 5000 });
  const readCredits = async () => {
    const [row] = await sql<{ tenths: number }[]>`
      SELECT monthly_tenths + purchased_tenths AS tenths FROM accounts WHERE id = ${account}`;
    return (row?.tenths ?? 0) / 10;
  };
  const proxy = await startFaultProxy(hosted.url(), shutdown);
  const env = { ...buildEnvironment(await createDataFolder(shutdown)), FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1` };
  const gateway = await startGatewayProcess({ ...env, FUNDSCOPE_KEY: key }, shutdown);
  return { browser: await launchBrowser(shutdown), url: gateway.url(), proxy, readCredits };
}

function formatTable(reports: readonly ScenarioReport[]): string[] {
  const head = `${'scenario'.padEnd(44)}${'charged'.padStart(9)}${'booked'.padStart(8)}${'open'.padStart(7)}  what the user sees`;
  return [
    head,
    ...reports.map(
      ({ scenario, screen, charged, booked, unconfirmed, isCorrect }) =>
        `${scenario.padEnd(44)}${String(charged).padStart(9)}${String(booked).padStart(8)}${String(unconfirmed).padStart(7)}  ${isCorrect ? '' : 'WRONG: '}${screen}`,
    ),
    `${reports.length} scenarios, ${reports.filter(({ isCorrect }) => !isCorrect).length} wrong`,
  ];
}
