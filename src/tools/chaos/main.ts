import { Command } from 'commander';
import { buildEnvironment, createDataFolder } from '../data-folder.ts';
import { launchBrowser } from '../demo-workspace.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { runLedgerTrial } from '../bench/ledger-command.ts';
import { printResult, parseCount } from '../../gateway/cli/command.ts';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { cliFile } from '../../gateway/project.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openCommandDatabase } from '../../gateway/database/open-gateway-database.ts';
import { readEnvironment } from '../../gateway/environment.ts';
import { StartError } from '../../service/db/start-error.ts';
import { badDays } from './bad-days.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { type DayReport, liveThrough, type Scene } from './live-through.ts';

const shutdown = createShutdown();
const program = new Command('chaos')
  .description('Live through bad days in front of the dashboard, and kill gateways under load (needs Chromium)')
  .showHelpAfterError('Add --help to see the options of this command.')
  .option('--days <text>', 'only the days whose name contains this text', '')
  .option('--rounds <n>', 'number of kills', parseCount, 30)
  .option('--json', 'print JSON')
  .action(async ({ days, rounds, json }: { days: string; rounds: number; json?: true }) => {
    const scene = await openScene();
    const reports: DayReport[] = [];
    for (const day of badDays.filter(({ name }) => name.includes(days))) {
      reports.push(await liveThrough(scene, day));
      if (reports.length % 10 === 0) console.error(`${reports.length} of ${badDays.length} days`);
    }
    const trial = { rounds, gatewayCount: 3, cli: cliFile, dataDir: await createDataFolder(shutdown) };
    const kills = await runLedgerTrial(trial, shutdown);
    const wrong = reports.filter(({ isFine }) => !isFine).length + kills.faults.length;
    const { faults, ...figures } = kills;
    const lines = Object.entries(figures).map(([name, value]) => `${name}: ${value}`);
    printResult({ days: reports, kills }, [...formatTable(reports), ...lines, ...faults], { json });
    await shutdown.run();
    if (wrong > 0) throw new StartError(`${wrong} of these were wrong.`, 'See above.');
  });
await runProgram(program, shutdown);

/** A hosted service on demo data, a proxy with faults before it, and the dashboard's gateway before that. */
async function openScene(): Promise<Scene> {
  const hostedEnv = buildEnvironment(await createDataFolder(shutdown));
  const { sql } = await openCommandDatabase(readEnvironment(hostedEnv), shutdown);
  await loadDemo(sql, { companies: 200, deals: 400, onProgress: () => undefined });
  const hosted = await startGatewayProcess(cliFile, hostedEnv, shutdown);
  const { account_id: account, key } = await createAccount(sql, { name: 'chaos', plan: 'PRO', purchased: 5000 });
  const readCredits = async () => {
    const [row] = await sql<{ tenths: number }[]>`
      SELECT monthly_tenths + purchased_tenths AS tenths FROM accounts WHERE id = ${account}`;
    return (row?.tenths ?? 0) / 10;
  };
  const proxy = await startFaultProxy(hosted.url(), shutdown);
  const env = { ...buildEnvironment(await createDataFolder(shutdown)), FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1` };
  const gateway = await startGatewayProcess(cliFile, { ...env, FUNDSCOPE_KEY: key }, shutdown);
  return { browser: await launchBrowser(shutdown), url: gateway.url(), proxy, readCredits };
}

function formatTable(reports: readonly DayReport[]): string[] {
  const head = `${'day'.padEnd(44)}${'real'.padStart(7)}${'booked'.padStart(8)}${'open'.padStart(7)}  what the user sees`;
  return [
    head,
    ...reports.map(
      ({ day, sees, real, booked, unconfirmed, isFine }) =>
        `${day.padEnd(44)}${String(real).padStart(7)}${String(booked).padStart(8)}${String(unconfirmed).padStart(7)}  ${isFine ? '' : 'WRONG: '}${sees}`,
    ),
    `${reports.length} days, ${reports.filter(({ isFine }) => !isFine).length} wrong`,
  ];
}
