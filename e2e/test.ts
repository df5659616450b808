import {
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Disposable,
  type Page,
  type FullProject,
  type Route,
  expect,
  test as base,
} from '@playwright/test';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readServerAddress } from '../src/testing/server-address.ts';
import { createAccount, listAccounts, type NewAccount } from '../src/service/accounts/accounts.ts';
import { createPool, type Pool } from '../src/service/db/pool.ts';
import { buildEnvironment, cli, copyMarket, createDataFolder, runCommand } from './market.ts';

export { expect };

/** A gateway of its own for one worker: its address, its local key, and its command line on the same data. */
export interface RunningGateway {
  url: string;
  key: string;
  dataDir: string;
  /** Runs a command of the command line on the gateway's data, and returns its standard output. */
  fundscope(...args: string[]): Promise<string>;
  /** Creates an account as the command line does, without the half second that starting a program takes. */
  createAccount(account: NewAccount): Promise<{ account_id: string; key: string }>;
  /** Lists the accounts with their credits, likewise. */
  listAccounts(): ReturnType<typeof listAccounts>;
  /** Deletes what the gateway remembers of all accounts, so that the next journey begins with nothing. */
  forgetWorkspaces(): Promise<void>;
}

interface TestFixtures {
  /** Set by `test.use` where a journey needs other browser options, init scripts for every page or a clock. */
  ownContext: boolean;
}

interface WorkerFixtures {
  gateway: RunningGateway;
  sharedContext: SharedContext;
}

/**
 * `gateway` is seeded with a small demo market that is the same in every run; pages are opened relative to it. The
 * journeys of a worker take turns in one page of one browser context, whose storage is empty each time: its process
 * and the compiled code in it stay, which halves the cost of a journey's first screen.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  gateway: [
    async ({}, use) => {
      const dataDir = await createDataFolder();
      await copyMarket(dataDir);
      const gateway = await openGateway(dataDir);
      await use(gateway);
      await gateway.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ gateway }, use) => use(gateway.url),
  ownContext: [false, { option: true }],
  sharedContext: [
    async ({ browser, gateway }, use, { project }) => {
      const shared = await openSharedContext(browser, project.use, gateway.url);
      await use(shared);
      await shared.context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ context, ownContext, sharedContext }, use) => {
    const page = ownContext ? await context.newPage() : await sharedContext.openPage();
    await slowDown(page);
    await use(page);
  },
  context: async ({ context, ownContext, sharedContext, gateway }, use) => {
    const used = ownContext ? context : sharedContext.context;
    if (ownContext) await shiftClock(context);
    const blocked: string[] = [];
    const note = (message: ConsoleMessage) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    };
    used.on('console', note);
    await use(used);
    used.off('console', note);
    expect(blocked, 'the page needs nothing that its security policy blocks').toEqual([]);
    if (!ownContext) await sharedContext.reset();
    await gateway.forgetWorkspaces();
  },
});

/** Slows the processor of a page down as many times as `npm run flaky` says. */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['FUNDSCOPE_TEST_SLOWDOWN'] ?? 1);
  if (rate === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Shifts the time that pages read by as many seconds as `npm run flaky` shifts that of programs. */
async function shiftClock(context: BrowserContext): Promise<void> {
  const shift = Number(process.env['FAKETIME'] ?? 0) * 1000;
  if (shift === 0) return;
  await context.addInitScript((ms) => {
    globalThis.Date = new Proxy(Date, {
      construct: (original, args) =>
        Reflect.construct(original, args.length === 0 ? [original.now() + ms] : args) as Date,
      get: (original, name) => (name === 'now' ? () => original.now() + ms : (Reflect.get(original, name) as unknown)),
    });
  }, shift);
}

/** A browser context in which journeys take turns, in one page. */
export interface SharedContext {
  context: BrowserContext;
  /** The page, as a new one would be. */
  openPage(): Promise<Page>;
  /** Leaves nothing of a journey to the next one. */
  reset(): Promise<void>;
}

/** Opens a context with the options of the project, whose pages are opened relative to an address. */
export async function openSharedContext(
  browser: Browser,
  use: FullProject['use'],
  url: string,
): Promise<SharedContext> {
  const { contextOptions, ...options } = use as BrowserContextOptions & { contextOptions?: BrowserContextOptions };
  const context = await browser.newContext({ ...options, ...contextOptions, baseURL: url });
  await shiftClock(context);
  const anchor = await context.newPage();
  const session = await context.newCDPSession(anchor);
  const scripts: Disposable[] = [];
  let page: Page | undefined;
  return {
    context,
    async openPage() {
      if (page && !page.isClosed()) return page;
      page = await context.newPage();
      const addInitScript = page.addInitScript.bind(page);
      page.addInitScript = async (...args) => {
        const script = await addInitScript(...args);
        scripts.push(script);
        return script;
      };
      return page;
    },
    async reset() {
      for (const one of context.pages()) if (one !== anchor && one !== page) await one.close();
      await context.unrouteAll();
      await context.clearPermissions();
      await context.clearCookies();
      await context.setOffline(false);
      if (page && !page.isClosed()) {
        await page.unrouteAll();
        for (const event of pageEvents) page.removeAllListeners(event);
        for (const script of scripts.splice(0)) await script.dispose();
        await page.mouse.move(-1, -1);
        await page.setViewportSize(options.viewport!);
        await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
        // A document of the same origin without scripts, so that the process stays.
        await page.goto('/healthz');
        await page.evaluate(() => sessionStorage.clear());
      }
      await session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
    },
  };
}

/** The events of a page that journeys listen to. */
const pageEvents = ['console', 'dialog', 'download', 'request', 'requestfailed', 'requestfinished', 'response'];

/**
 * Sends a request that a journey intercepted as the browser would: it adds Sec-Fetch-Site only after the interception.
 */
export async function fetchRoute(route: Route): Promise<APIResponse> {
  return route.fetch({ headers: { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' } });
}

/** Starts a gateway on a folder of its own, filled by one command of the command line first. */
export async function startGateway(...fill: string[]): Promise<RunningGateway & { stop(): Promise<void> }> {
  const dataDir = await createDataFolder();
  await runCommand(dataDir, ...fill);
  return openGateway(dataDir);
}

async function openGateway(dataDir: string): Promise<RunningGateway & { stop(): Promise<void> }> {
  const env = buildEnvironment(dataDir);
  const child = spawn(process.execPath, [cli, 'start', '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await readUrl(child);
  const sql = await openPool(dataDir);
  return {
    url,
    dataDir,
    key: (await readFile(join(dataDir, 'local-key'), 'utf8')).trim(),
    fundscope: (...args) => runCommand(dataDir, ...args),
    createAccount: (account) => createAccount(sql, account),
    listAccounts: () => listAccounts(sql),
    forgetWorkspaces: () => forgetWorkspaces(sql),
    async stop() {
      await sql.end();
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function forgetWorkspaces(sql: Pool): Promise<void> {
  try {
    await sql`
      TRUNCATE purchases, budgets, unlocked_records, searches, stored_responses, statuses, stages, company_lists,
        saved_searches, reviews, reviewed, versions CASCADE`;
  } catch (error) {
    // A purchase that a page left running can hold what this waits for (deadlock_detected).
    if ((error as { code?: string }).code !== '40P01') throw error;
    await forgetWorkspaces(sql);
  }
}

async function openPool(dataDir: string): Promise<Pool> {
  return createPool({ address: await readServerAddress(dataDir), max: 1, settings: {} });
}

async function readUrl(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the gateway ended with code ${code}`)));
  const [line] = (await Promise.race([once(child.stdout!, 'data'), ended])) as [Buffer];
  ended.catch(() => undefined);
  return (JSON.parse(line.toString()) as { url: string }).url;
}
