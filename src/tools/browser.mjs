import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';

/**
 * The Chromium for the tests: Playwright's own, the one that CHROME_PATH names, or the system's.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const candidates = [
    chromium.executablePath(),
    process.env['CHROME_PATH'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return candidates.find((path) => path && existsSync(path));
}
