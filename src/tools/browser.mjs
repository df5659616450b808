import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';

/**
 * The Chromium for the tests: Playwright's own, the one at CHROME_PATH, or the system's. The headless shell is
 * preferred, because it draws no window and needs a third less processor time.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const candidates = [
    headlessShell(),
    chromium.executablePath(),
    process.env['CHROME_PATH'],
    '/usr/bin/chromium-headless-shell',
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

/**
 * The Firefox for the tests: the one at FIREFOX_PATH, or the system's. One that a container of its own runs, as a snap
 * does, cannot read the profile of a test.
 * @returns {string | undefined}
 */
export function findFirefox() {
  const candidates = [
    process.env['FIREFOX_PATH'],
    '/usr/lib/firefox-esr/firefox-esr',
    '/usr/lib/firefox/firefox',
    '/usr/lib64/firefox/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ];
  return candidates.find((path) => path && existsSync(path));
}

/**
 * The program that drives WebKitGTK, if there is also a display for it.
 * @returns {string | undefined}
 */
export function findWebKit() {
  const driver = '/usr/bin/WebKitWebDriver';
  return existsSync(driver) && existsSync('/usr/bin/Xvfb') ? driver : undefined;
}

/** Playwright installs its headless shell next to its Chromium, but returns only the path of the latter. */
function headlessShell() {
  return chromium
    .executablePath()
    .replace(/chromium-(\d+)/, 'chromium_headless_shell-$1')
    .replace(/chrome-(linux|mac|win)([^/\\]*)([/\\]).*$/, 'chrome-headless-shell-$1$2$3chrome-headless-shell');
}
