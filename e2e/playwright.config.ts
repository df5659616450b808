import { defineConfig, devices } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { findScratchFolder } from '../src/testing/scratch-folder.ts';
import { findBrowser } from '../src/tools/browser.mjs';

const reports = process.env['FUNDSCOPE_TEST_REPORTS'];
const executablePath = findBrowser();
// Workers inherit it, for databases and profiles of the browser.
process.env['TMPDIR'] = findScratchFolder();

export default defineConfig({
  testDir: '.',
  globalSetup: './market.ts',
  outputDir: '../test-results',
  // One more than the cores, because a journey also waits for its timers and for the database.
  workers: Math.min(availableParallelism() + 1, 8),
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['../src/testing/report-journeys.ts'],
    ...(reports ? [['json', { outputFile: `${reports}/playwright.json` }] as const] : []),
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: process.env['FUNDSCOPE_TEST_LOCALE'] ?? 'en-US',
    timezoneId: process.env['FUNDSCOPE_TEST_ZONE'] ?? 'UTC',
    trace: 'off',
    // Transitions and spinners would be drawn sixty times a second; what a journey does is the same without them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    },
  },
});
