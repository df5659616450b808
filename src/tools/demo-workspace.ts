import type { Browser } from '@playwright/test';
import { StartError } from '../service/db/start-error.ts';
import { loadDemo } from '../service/import/demo/load-demo.ts';
import { openTemporaryDatabase } from './data-folder.ts';
import { startGatewayProcess } from './gateway-process.ts';
import type { Shutdown } from '../gateway/shutdown.ts';

/** The built product on demo data, and a browser. */
interface DemoWorkspace {
  url: string;
  browser: Browser;
}

/** Newest day of the demo data, fixed so that every run shows the same. */
export const demoToday = '2026-11-20';

/**
 * Starts a gateway on a temporary data folder with the same demo data each time, and a browser; `shutdown` stops both.
 */
export async function openDemoWorkspace(shutdown: Shutdown): Promise<DemoWorkspace> {
  const browser = await launchBrowser(shutdown);
  const { env, sql } = await openTemporaryDatabase(shutdown);
  await loadDemo(sql, { companies: 4000, deals: 9000, seed: 7, today: demoToday, onProgress: console.error });
  const gateway = await startGatewayProcess(env, shutdown);
  return { url: gateway.url(), browser };
}

/** Starts a Chromium; `shutdown` closes it. Playwright is a development dependency and may be missing. */
export async function launchBrowser(shutdown: Shutdown): Promise<Browser> {
  const loaded = await Promise.all([import('@playwright/test'), import('./browser.mjs')]).catch(() => undefined);
  if (!loaded) {
    throw new StartError('Playwright is not installed.', 'Install the development dependencies: npm ci --include=dev');
  }
  const [playwright, { findBrowser }] = loaded;
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new StartError('There is no Chromium.', 'Install Chromium or Chrome, or set CHROME_PATH to one.');
  }
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  const browser = await playwright.chromium.launch({ executablePath, args });
  shutdown.add(() => browser.close());
  return browser;
}
