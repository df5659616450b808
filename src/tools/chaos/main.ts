import type { Browser, Page } from '@playwright/test';
import { Command } from 'commander';
import { runProgram } from '../../gateway/cli/run-program.ts';
import { createShutdown } from '../../gateway/shutdown.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { launchBrowser } from '../demo-workspace.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { addToolAction } from '../tool-action.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type FaultScenario, faultScenarios } from './fault-scenarios.ts';

const shutdown = createShutdown();
const program = new Command('chaos')
  .description(
    'Search the dashboard through a proxy with faults, and compare screen, charge and books (needs Chromium)',
  )
  .showHelpAfterError('Add --help to see the options of this command.')
  .option('--scenarios <text>', 'only the scenarios whose name contains this text', '');
addToolAction(program, shutdown, {
  async run({ scenarios }: { scenarios: string }) {
    const context = await openContext();
    const reports: ScenarioReport[] = [];
    for (const scenario of faultScenarios.filter(({ name }) => name.includes(scenarios))) {
      reports.push(await runScenario(context, scenario));
      if (reports.length % 10 === 0) console.error(`${reports.length} of ${faultScenarios.length} scenarios`);
    }
    return reports;
  },
  format: formatTable,
  countWrong: (reports) => reports.filter(({ isCorrect }) => !isCorrect).length,
});
await runProgram(program, shutdown);

/** The outcome of one search in a scenario; figures in credits. */
interface ScenarioReport {
  scenario: string;
  /** The text on screen. */
  screen: string;
  /** What the service charged. */
  charged: number;
  /** What the dashboard recorded, and what it lists as unconfirmed. */
  booked: number;
  unconfirmed: number;
  /** Whether figures and text are right, or the text warns and the figures include the highest possible charge. */
  isCorrect: boolean;
}

/** The environment of a scenario. */
interface ScenarioContext {
  browser: Browser;
  /** The dashboard in front of the hosted service. */
  url: string;
  proxy: FaultProxy;
  /** The remaining credits according to the service. */
  readCredits: () => Promise<number>;
  /** Empties the workspace, which the gateway keeps from one scenario to the next. */
  forget: () => Promise<unknown>;
}

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
  const { env: ownEnv, sql: own } = await openTemporaryDatabase(shutdown);
  const env = { ...ownEnv, FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1` };
  const gateway = await startGatewayProcess({ ...env, FUNDSCOPE_KEY: key }, shutdown);
  const forget = async () => own`TRUNCATE purchases, budgets, unlocked_records, searches, stored_responses`;
  return { browser: await launchBrowser(shutdown), url: gateway.url(), proxy, readCredits, forget };
}

/** Runs one paid search on a new device, and compares what the user sees and what is recorded with what was charged. */
async function runScenario(
  { browser, url, proxy, readCredits, forget }: ScenarioContext,
  scenario: FaultScenario,
): Promise<ScenarioReport> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  try {
    await forget();
    const page = await context.newPage();
    await scenario.prepare?.(page);
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    await page.goto('/deals?rows=10&load=rows');
    const search = page.getByRole('button', { name: /^Search, / });
    await search.waitFor();
    const before = await readCredits();
    proxy.fault = scenario.fault ?? {};
    await scenario.beforeSearch?.(page);
    await search.click();
    await waitUntilIdle(page);
    proxy.fault = {};
    const screen = crashes.length > 0 ? `crash: ${crashes.join('; ')}` : await readScreen(page);
    const charged = round(before - (await readCredits()));
    await context.setOffline(false);
    const [booked, unconfirmed] = await readMeter(page);
    const isRight = charged === booked && unconfirmed === 0 && !(charged > 0 && screen.includes('not charged'));
    const isSafe = booked <= charged && charged <= booked + unconfirmed && screen.includes('may have been charged');
    return {
      scenario: scenario.name,
      screen,
      charged,
      booked,
      unconfirmed,
      isCorrect: crashes.length === 0 && (isRight || isSafe),
    };
  } finally {
    proxy.fault = {};
    await context.close();
  }
}

function round(credits: number): number {
  return Math.round(credits * 10) / 10;
}

async function waitUntilIdle(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy="true"]');
  await busy
    .first()
    .waitFor({ timeout: 1000 })
    .catch(() => undefined);
  await busy
    .first()
    .waitFor({ state: 'detached', timeout: 60_000 })
    .catch(() => undefined);
}

/** The heading, messages and empty states of the screen. */
async function readScreen(page: Page): Promise<string> {
  const texts = await page.locator('h1, [role="alert"], main [role="status"], main output').allInnerTexts();
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** What the credit meter shows as used in this session, and as unconfirmed. */
async function readMeter(page: Page): Promise<[booked: number, unconfirmed: number]> {
  await page.getByRole('region', { name: 'Credits' }).getByRole('button', { name: 'used' }).click();
  const read = async (name: string) => {
    const figure = page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
    return Number((await figure.innerText()).replaceAll(',', ''));
  };
  return [await read('Used this session'), await read('Unconfirmed, up to')];
}

function formatTable(reports: readonly ScenarioReport[]): string[] {
  const formatRow = (name: string, figures: readonly (string | number)[], screen: string) =>
    `${name.padEnd(44)}${figures.map((figure) => String(figure).padStart(12)).join('')}  ${screen}`;
  return [
    formatRow('scenario', ['charged', 'booked', 'unconfirmed'], 'what the user sees'),
    ...reports.map(({ scenario, screen, charged, booked, unconfirmed, isCorrect }) =>
      formatRow(scenario, [charged, booked, unconfirmed], isCorrect ? screen : `WRONG: ${screen}`),
    ),
    `${reports.length} scenarios`,
  ];
}
