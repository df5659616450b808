import type { Browser, Page } from '@playwright/test';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseCount, printResult } from '../../gateway/cli/command.ts';
import { projectDir } from '../../gateway/project.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { launchBrowser } from '../demo-workspace.ts';
import { findFreePorts } from '../free-ports.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { readMachineLoad } from '../machine-load.ts';

type WorkspaceBench = { readonly rows: number; readonly streams: number; readonly seconds: number };

/** Seconds, and percent of a processor. */
type WorkspaceTimes = {
  readonly rows: number;
  readonly moved_in: number;
  readonly shows_progress: boolean;
  readonly first_rows: number;
  readonly all_rows: number;
  readonly idle_percent: number;
  readonly processors: number;
  /** Load average of one minute, before and after. */
  readonly load: readonly [before: number, after: number];
};

const goals = { moved_in: 60, first_rows: 1, idle_percent: 5 };
const longMs = 900_000;
/** Empty browsers, one after the other; the median is reported. */
const openings = 5;

/** Adds `bench workspace`. */
export function registerWorkspaceBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('workspace')
    .description(
      'Move rows of a browser into the workspace and into an empty browser, and watch idle ones (needs Playwright)',
    )
    .option('--rows <n>', 'number of deals, with a fifth as many companies', parseCount, 100_000)
    .option('--streams <n>', 'idle browsers', parseCount, 50)
    .option('--seconds <n>', 'seconds to watch them', parseCount, 60)
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: WorkspaceBench & { json?: true }) => {
      const times = await runWorkspaceBench(options, shutdown);
      printResult({ goals, ...times }, formatTimes(times, options), { json });
      await shutdown.run();
    });
}

async function runWorkspaceBench(
  { rows, streams, seconds }: WorkspaceBench,
  shutdown: Shutdown,
): Promise<WorkspaceTimes> {
  const [port] = await findFreePorts(1);
  const { env, sql } = await openTemporaryDatabase(shutdown);
  const off = { ...env, PORT: String(port) };
  await loadDemo(sql, { companies: 50, deals: 100 });
  const browser = await launchBrowser(shutdown);
  const before = readMachineLoad();
  const full = await fillBrowser(browser, off, rows, shutdown);
  // The same address and account, now with a workspace.
  const gateway = await startGatewayProcess({ ...off, FUNDSCOPE_WORKSPACE: 'on' }, shutdown);
  const search = full.url();
  const moving = await moveIn(full);
  await full.context().close();
  const receiving = await receiveAll(browser, search);
  const idle_percent = await measureIdle(gateway.url(), gateway.pid(), { streams, seconds });
  return { rows, ...moving, ...receiving, idle_percent, processors: cpus().length, load: [before, readMachineLoad()] };
}

const sinceMs = (began: number): number => Math.round(performance.now() - began) / 1000;
const readLine = (page: Page) => page.getByText(/^Workspace: .*up to date/);

/** A page whose browser has this many rows, and then a small search, from a gateway without a workspace. */
async function fillBrowser(browser: Browser, env: NodeJS.ProcessEnv, rows: number, shutdown: Shutdown): Promise<Page> {
  const gateway = await startGatewayProcess(env, shutdown);
  const page = await (await browser.newContext({ baseURL: gateway.url() })).newPage();
  await page.goto('/deals');
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.locator('[data-row]').first().waitFor();
  const file = pathToFileURL(join(projectDir, 'src/tools/bench/table-page.mjs')).href;
  const { fillStore } = (await import(/* @vite-ignore */ file)) as { fillStore: (count: number) => Promise<void> };
  await page.evaluate(fillStore, rows);
  await page.goto('/deals?round=SEED&rows=25');
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.locator('[data-row]').first().waitFor({ timeout: longMs });
  await gateway.stop();
  return page;
}

/** The seconds until the workspace has everything from a browser, which shows its progress in the meantime. */
async function moveIn(page: Page): Promise<Pick<WorkspaceTimes, 'moved_in' | 'shows_progress'>> {
  const began = performance.now();
  await page.goto('/settings');
  const progress = page.getByRole('progressbar', { name: 'Records sent to the workspace' });
  const seeing = progress.waitFor({ timeout: longMs }).then(
    () => true,
    () => false,
  );
  await readLine(page).waitFor({ timeout: longMs });
  return { moved_in: sinceMs(began), shows_progress: await Promise.race([seeing, sleep(0, false)]) };
}

/** The seconds until an empty browser shows rows of the latest search, and until it has everything. */
async function receiveAll(browser: Browser, search: string): Promise<Pick<WorkspaceTimes, 'first_rows' | 'all_rows'>> {
  const firsts: number[] = [];
  for (let run = 1; run < openings; run += 1) {
    const { page, first } = await openEmpty(browser, search);
    firsts.push(first);
    await page.context().close();
  }
  const { page, began, first } = await openEmpty(browser, search);
  const sorted = [...firsts, first].toSorted((a, b) => a - b);
  await page.getByRole('link', { name: 'Settings' }).click();
  await readLine(page).waitFor({ timeout: longMs });
  const all_rows = sinceMs(began);
  await page.context().close();
  return { first_rows: sorted[Math.floor(openings / 2)] ?? first, all_rows };
}

/** Opens a search in an empty browser and waits until its rows are shown. */
async function openEmpty(browser: Browser, search: string): Promise<{ page: Page; began: number; first: number }> {
  const page = await (await browser.newContext()).newPage();
  const began = performance.now();
  await page.goto(search);
  await page.locator('[data-row]').first().waitFor({ timeout: longMs });
  return { page, began, first: sinceMs(began) };
}

/** The processor time of a gateway for browsers that wait for changes, in percent of a processor. */
async function measureIdle(
  url: string,
  pid: number,
  { streams, seconds }: Pick<WorkspaceBench, 'streams' | 'seconds'>,
): Promise<number> {
  const leaving = new AbortController();
  const headers = { 'x-fundscope': new URL(url).origin, 'sec-fetch-site': 'same-origin' };
  const opened = await Promise.all(
    Array.from({ length: streams }, () => fetch(`${url}/workspace/events`, { headers, signal: leaving.signal })),
  );
  if (opened.some(({ status }) => status !== 200)) throw new Error('an event stream was rejected');
  await sleep(2000);
  const before = await readProcessorSeconds(pid);
  await sleep(seconds * 1000);
  const used = (await readProcessorSeconds(pid)) - before;
  leaving.abort();
  return Math.round((used / seconds) * 10_000) / 100;
}

/** Processor time of a process so far; Linux counts it in hundredths of a second. */
async function readProcessorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function formatTimes(times: WorkspaceTimes, { streams, seconds }: WorkspaceBench): string[] {
  const rows = `${times.rows.toLocaleString('en')} rows`;
  const formatLine = (what: string, figure: string, goal: string) =>
    what.padEnd(52) + figure.padStart(10) + goal.padStart(12);
  return [
    formatLine('', 'measured', 'goal'),
    formatLine(`${rows} move in from a browser`, `${times.moved_in} s`, `${goals.moved_in} s`),
    formatLine('  with progress shown', times.shows_progress ? 'yes' : 'no', 'yes'),
    formatLine(
      `an empty browser shows its first rows (median of ${openings})`,
      `${times.first_rows} s`,
      `${goals.first_rows} s`,
    ),
    formatLine(`  and has all ${rows}`, `${times.all_rows} s`, ''),
    formatLine(`${streams} idle browsers, over ${seconds} s`, `${times.idle_percent} %`, `${goals.idle_percent} %`),
    `${times.processors} processors, load ${times.load.join(' before, ')} after. Idle: processor time of the gateway, of one processor.`,
  ];
}
