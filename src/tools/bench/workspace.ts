import type { Browser } from '@playwright/test';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCount, printResult } from '../../gateway/cli/command.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { GatewayProcess } from '../gateway-process.ts';
import { readMachineLoad } from '../machine-load.ts';
import { openFilledSearch } from './fill-search.ts';

type WorkspaceBench = {
  readonly records: number;
  readonly rows: number;
  readonly pages: number;
  readonly seconds: number;
};

/** Seconds, and percent of a processor. */
type WorkspaceTimes = {
  readonly first_rows: number;
  readonly all_rows: number;
  readonly idle_percent: number;
  /** Load average of one minute, before and after. */
  readonly load: readonly [before: number, after: number];
};

const goals = { all_rows: 1, idle_percent: 2 };
const longMs = 900_000;
/** Browsers that open the search, one after the other; the median is reported. */
const openings = 5;
/** How often a visible page asks what has changed, in milliseconds (platform/http/workspace.ts). */
const pollMs = 5000;

/** Adds `bench workspace`. */
export function registerWorkspaceBench(bench: Command, shutdown: Shutdown): void {
  bench
    .command('workspace')
    .description('Open a stored search of an account with many unlocked records, and watch open pages (needs Chromium)')
    .option('--records <n>', 'unlocked records of the account', parseCount, 100_000)
    .option('--rows <n>', 'rows of the stored search', parseCount, 20_000)
    .option('--pages <n>', 'open pages', parseCount, 50)
    .option('--seconds <n>', 'seconds to watch them', parseCount, 60)
    .option('--json', 'print JSON')
    .action(async ({ json, ...options }: WorkspaceBench & { json?: true }) => {
      const times = await runWorkspaceBench(options, shutdown);
      printResult({ goals, ...options, ...times }, formatTimes(times, options), { json });
      await shutdown.run();
    });
}

async function runWorkspaceBench(options: WorkspaceBench, shutdown: Shutdown): Promise<WorkspaceTimes> {
  const { rows, records } = options;
  const { browser, sql, gateway, accountId, key } = await openFilledSearch(rows, shutdown);
  const before = readMachineLoad();
  await addRecords(sql, accountId, records - rows);
  const opening = await measureOpenings(browser, gateway.url(), key);
  const idle_percent = await measureIdle(gateway, key, options);
  return { ...opening, idle_percent, load: [before, readMachineLoad()] };
}

/** Adds copies of the account's records under other ids. */
async function addRecords(sql: Pool, accountId: string, count: number): Promise<void> {
  await sql`
    INSERT INTO unlocked_records (account_id, kind, id, record, partial, unlocked_at)
    SELECT account_id, kind, gen_random_uuid(), record, partial, unlocked_at
    FROM unlocked_records, generate_series(1, ${Math.max(0, count)}) WHERE account_id = ${accountId} LIMIT ${Math.max(0, count)}`;
}

const sinceMs = (began: number): number => Math.round(performance.now() - began) / 1000;

/** The seconds until a browser shows rows of the search, and until it has all of them. */
async function measureOpenings(
  browser: Browser,
  url: string,
  key: string,
): Promise<Pick<WorkspaceTimes, 'first_rows' | 'all_rows'>> {
  const [firsts, alls]: [number[], number[]] = [[], []];
  for (let run = 0; run < openings; run += 1) {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
    const began = performance.now();
    const last = page.waitForResponse(
      async (response) =>
        /\/searches\/[\w-]+\/rows/.test(response.url()) && (await response.text()).includes('"more":false},"meta"'),
      { timeout: longMs },
    );
    await page.goto(`${url}/deals`);
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.locator('[data-row]').first().waitFor({ timeout: longMs });
    firsts.push(sinceMs(began));
    await last;
    alls.push(sinceMs(began));
    await page.context().close();
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(openings / 2)] ?? 0;
  return { first_rows: median(firsts), all_rows: median(alls) };
}

/** The processor time of a gateway for open pages that ask for changes, in percent of a processor. */
async function measureIdle(
  { url, pid }: GatewayProcess,
  key: string,
  { pages, seconds }: Pick<WorkspaceBench, 'pages' | 'seconds'>,
): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const leaving = new AbortController();
  const poll = async (_: unknown, at: number) => {
    await sleep((at / pages) * pollMs);
    while (!leaving.signal.aborted) {
      const { status } = await fetch(`${url()}/workspace/versions`, { headers });
      if (status !== 200) throw new Error(`a page was answered with ${status}`);
      await sleep(pollMs);
    }
  };
  const polling = Promise.all(Array.from({ length: pages }, poll));
  await sleep(pollMs);
  const before = await readProcessorSeconds(pid());
  await sleep(seconds * 1000);
  const used = (await readProcessorSeconds(pid())) - before;
  leaving.abort();
  await polling;
  return Math.round((used / seconds) * 10_000) / 100;
}

/** Processor time of a process so far; Linux counts it in hundredths of a second. */
async function readProcessorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function formatTimes(times: WorkspaceTimes, { records, rows, pages, seconds }: WorkspaceBench): string[] {
  const formatLine = (what: string, figure: string, goal: string) =>
    what.padEnd(52) + figure.padStart(10) + goal.padStart(12);
  return [
    formatLine('', 'measured', 'goal'),
    formatLine(`a stored search shows its first rows (median of ${openings})`, `${times.first_rows} s`, ''),
    formatLine(`  and has all ${rows.toLocaleString('en')}`, `${times.all_rows} s`, `${goals.all_rows} s`),
    formatLine(`${pages} open pages, over ${seconds} s`, `${times.idle_percent} %`, `${goals.idle_percent} %`),
    `${records.toLocaleString('en')} unlocked records, load ${times.load.join(' before, ')} after. ` +
      'Open pages: processor time of the gateway, of one processor.',
  ];
}
