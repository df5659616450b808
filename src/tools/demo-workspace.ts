import type { Browser } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../service/db/open.ts';
import { StartError } from '../service/db/start-error.ts';
import { loadDemo } from '../service/import/demo/load-demo.ts';
import { startGatewayProcess } from './gateway-process.ts';
import type { Shutdown } from '../gateway/shutdown.ts';
import { readEnvironment } from '../gateway/environment.ts';
import { cliFile, projectDir } from '../gateway/project.ts';
import { openDatabaseServer } from '../gateway/database/open-server.ts';

/** The built product on invented data, and a browser to look at it with. */
export interface DemoWorkspace {
  url: string;
  browser: Browser;
}

/** The newest day of the market that these pages show, so that two runs show the same. */
export const demoToday = '2026-11-20';

/** Starts a gateway on a data folder of its own with the same market in every run, and a browser; `closing` ends both. */
export async function openDemoWorkspace(shutdown: Shutdown): Promise<DemoWorkspace> {
  const browser = await launchBrowser(shutdown);
  const dataDir = await mkdtemp(join(tmpdir(), 'fundscope-desk-'));
  shutdown.add(() => rm(dataDir, { recursive: true, force: true }));
  const { PATH, TMPDIR, FUNDSCOPE_DB_USER } = process.env;
  const env = { PATH, TMPDIR, FUNDSCOPE_DB_USER, PORT: '0', FUNDSCOPE_DATA: dataDir };
  const server = await openDatabaseServer(readEnvironment(env), shutdown);
  const sql = await openDatabase(server.address());
  await loadDemo(sql, {
    companies: 4000,
    deals: 9000,
    seed: 7,
    today: demoToday,
    onProgress: (text) => console.error(text),
  });
  await sql.end({ timeout: 5 });
  const gateway = await startGatewayProcess(cliFile, env, shutdown);
  return { url: gateway.url(), browser };
}

/** Playwright is a tool of development: an installation for use alone goes without it. */
async function launchBrowser(shutdown: Shutdown): Promise<Browser> {
  const playwright = await import('@playwright/test').catch(() => undefined);
  if (!playwright) {
    throw new StartError('Playwright is not installed.', 'Install the development dependencies: npm ci --include=dev');
  }
  const finder = pathToFileURL(join(projectDir, 'src/tools/browser.mjs')).href;
  const { findBrowser } = (await import(/* @vite-ignore */ finder)) as { findBrowser(): string | undefined };
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new StartError('There is no Chromium.', 'Install Chromium or Chrome, or name one with CHROME_PATH.');
  }
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const browser = await playwright.chromium.launch({ executablePath, args });
  shutdown.add(() => browser.close());
  return browser;
}
