// In a browser: other engines store, draw and restore pages in their own way.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFirefox, findWebKit } from '../src/tools/browser.mjs';
import { rangeOf } from './alert-deals.ts';
import { startCountingProxy } from './counting-proxy.ts';
import { type DrivenPage, expectSoon } from './driven-page.ts';
import { type FirefoxPage, openFirefox } from './firefox.ts';
import { buildChunkPattern } from './manifest.ts';
import { demoToday } from './market.ts';
import { expect, test } from './test.ts';
import { openWebKit } from './webkit.ts';

const screens = ['', 'deals', 'companies', 'investors', 'people', 'alerts', 'shortlist', 'lists', 'compare', 'saved'];

/** Loads ten rows of a screen with the local account. */
async function search(page: DrivenPage, address: string): Promise<void> {
  await page.goto(address);
  await page.click('button', /^Search,/);
  await page.waitFor('[data-row]');
}

/** Loads a company; returns the path of its profile. */
async function unlockCompany(page: DrivenPage, url: string): Promise<string> {
  await search(page, `${url}/companies?rows=10`);
  return `/companies/${await page.evaluate(() => document.querySelector('[data-row]')!.getAttribute('data-row'))}`;
}

/** Opens the details of the first row. */
async function openFirstRow(page: DrivenPage): Promise<void> {
  await page.click('[aria-rowindex="2"] [role=gridcell]:nth-child(2)');
  await page.waitFor('aside', /^Details$/);
}

/** Runs a function in the page and waits until another document has taken its place. */
async function leaveBy(page: DrivenPage, leave: () => void): Promise<void> {
  await page.evaluate(() => void Object.assign(window, { isLeft: true }));
  await page.evaluate(leave);
  await expectSoon(() => page.evaluate(() => 'isLeft' in window), false);
}

/** The row of the table that has the focus, counted from 1 below the head. */
const readFocusedRow = (page: DrivenPage) =>
  page.evaluate(() => Number(document.activeElement?.closest('[role=row]')?.ariaRowIndex) - 1);

/** What works in every engine; `open` starts the browser, once for all. */
function testEverywhere(getPage: () => DrivenPage): void {
  test('a search loads rows, which keys move through, shortlist, undo and open', async ({ gateway }) => {
    const page = getPage();
    await search(page, `${gateway.url}/deals?round=SEED&rows=10`);
    await openFirstRow(page);
    await page.press('Escape');
    await expectSoon(() => readFocusedRow(page), 1);
    await page.press('ArrowDown');
    await expectSoon(() => readFocusedRow(page), 2);
    await page.press('s');
    await page.waitFor('[aria-rowindex="3"]', /Shortlisted$/);
    await page.press('u');
    await page.waitFor('[aria-rowindex="3"]', /(?<!Shortlisted)$/);
    await page.press('Enter');
    await page.waitFor('aside', /^Details$/);
    const names = await page.read('[data-row] [role=gridcell]:first-child');
    await page.reload();
    await expectSoon(() => page.read('[data-row] [role=gridcell]:first-child'), names);
  });

  test('a picker finds names in any case', async ({ gateway }) => {
    const page = getPage();
    await page.goto(`${gateway.url}/deals`);
    await page.click('[role=combobox]', /^Round type$/);
    await page.type('i');
    await page.waitFor('[role=option]', /^I/);
  });

  test('rows are exported as a file', async ({ gateway }) => {
    const page = getPage();
    await search(page, `${gateway.url}/deals?rows=10`);
    await page.click('button', /^Export$/);
    await page.click('[role=dialog] button', /^Export 10 rows, free$/);
    const file = join(page.downloads, `deals-${new Date().toISOString().slice(0, 10)}.csv`);
    const readLines = () => readFile(file, 'utf8').catch(() => '');
    await expectSoon(async () => (await readLines()).trim().split('\r\n').length, 11);
  });

  test('a status and a note that are given in the moment of leaving are stored', async ({ gateway }) => {
    const page = getPage();
    await search(page, `${gateway.url}/deals?rows=10`);
    await openFirstRow(page);
    await leaveBy(page, () => {
      setTimeout(() => {
        const press = new KeyboardEvent('keydown', { key: 's', bubbles: true, cancelable: true });
        document.activeElement!.dispatchEvent(press);
        location.href = '/shortlist';
      });
    });
    await page.click('section[aria-label=Shortlisted] [data-open]');
    await page.waitFor('aside textarea');
    await leaveBy(page, () => {
      setTimeout(() => {
        const note = document.querySelector('textarea')!;
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(note, 'Ask Ada');
        note.dispatchEvent(new Event('input', { bubbles: true }));
        location.reload();
      });
    });
    const readNote = () => page.evaluate(() => document.querySelector('textarea')?.value);
    await expectSoon(readNote, 'Ask Ada');
  });

  test('a brush on the market narrows the other blocks, and Escape clears it', async ({ gateway }) => {
    const page = getPage();
    await page.goto(`${gateway.url}/market?known=${demoToday}`);
    await page.click('ul[aria-label=Stages] button', /^Seed/);
    const readMark = () => page.evaluate(() => new URLSearchParams(location.search).get('mark'));
    await expectSoon(readMark, 'stage~SEED');
    await page.waitFor('output', /^[\d,]+ of [\d,]+ deals$/);
    await page.press('Escape');
    await expectSoon(readMark, null);
  });

  test('alerts are reviewed by keyboard', async ({ gateway }) => {
    const page = getPage();
    await page.goto(`${gateway.url}${rangeOf('2026-11-14', demoToday)}`);
    await page.waitFor('article[tabindex="0"]');
    const reviewed = 'section[aria-label=Review] button';
    await page.waitFor(reviewed, /^0 of /);
    for (const [key, count] of Object.entries({ s: 1, x: 2, u: 1 })) {
      await page.press(key);
      await page.waitFor(reviewed, new RegExp(`^${count} of `));
    }
  });

  test('a theme is chosen and stays', async ({ gateway }) => {
    const page = getPage();
    await page.goto(`${gateway.url}/settings`);
    const readTheme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await page.click('label', /^Dark$/);
    await expectSoon(readTheme, 'dark');
    await page.reload();
    expect(await readTheme()).toBe('dark');
  });
}

test.describe('Firefox', () => {
  // One browser for all, because its start takes as long as a journey.
  test.describe.configure({ mode: 'default', timeout: 180_000 });
  const program = findFirefox();
  test.skip(program === undefined, 'Firefox is not installed');
  let page: FirefoxPage;
  test.beforeAll(async () => {
    page = await openFirefox(program!);
  });
  test.afterEach(async ({ gateway }) => {
    await page.goto('about:blank');
    await gateway.forgetWorkspaces();
  });
  test.afterAll(() => page.close());

  testEverywhere(() => page);

  test('no screen writes an error to the console', async ({ gateway }) => {
    for (const screen of screens) {
      await page.goto(`${gateway.url}/${screen}`);
      await page.waitFor('h1');
    }
    // A chart whose code is on its way when the screen is left.
    expect(page.errors.filter((text) => !text.includes('error loading dynamically imported module'))).toEqual([]);
  });

  test('a brief never says that a record is locked before that is known, and is printed on one page', async ({
    gateway,
  }) => {
    const profile = await unlockCompany(page, gateway.url);
    await page.addInitScript(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      const note = () => shown.push(document.body?.innerText ?? '');
      new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.goto(`${gateway.url}${profile}/brief`);
    await page.waitFor('article', /^Brief on /);
    const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
    expect(shown.filter((text) => text.includes('You have not unlocked'))).toEqual([]);
    expect(await page.countPrintedPages()).toBe(1);
  });
});

test('without cookies and site data Firefox shows everything, and a reload shows the rows that the gateway has', async ({
  gateway,
}) => {
  test.setTimeout(180_000);
  const program = findFirefox();
  test.skip(program === undefined, 'Firefox is not installed');
  const page = await openFirefox(program!, { 'network.cookie.cookieBehavior': 2 });
  try {
    await search(page, `${gateway.url}/deals?round=SEED&rows=10`);
    const isBlocked = () =>
      page.evaluate(() => {
        try {
          return localStorage.length < 0;
        } catch {
          return true;
        }
      });
    expect(await isBlocked()).toBe(true);
    await page.reload();
    await page.waitFor('[data-row]');
    await page.goto(`${gateway.url}/settings`);
    await page.click('label', /^Dark$/);
    const readTheme = () => page.evaluate(() => document.documentElement.dataset['theme']);
    await expectSoon(readTheme, 'dark');
    expect(page.errors).toEqual([]);
  } finally {
    await page.close();
    await gateway.forgetWorkspaces();
  }
});

test.describe('WebKit', () => {
  test.describe.configure({ mode: 'default', timeout: 180_000 });
  const driver = findWebKit();
  test.skip(driver === undefined, 'WebKitGTK is not installed');
  let page: DrivenPage;
  test.beforeAll(async () => {
    page = await openWebKit(driver!);
  });
  test.afterEach(async ({ gateway }) => {
    await page.goto('about:blank');
    await gateway.forgetWorkspaces();
  });
  test.afterAll(() => page.close());

  testEverywhere(() => page);

  test('a screen whose script failed to load opens with one reload', async ({ gateway }) => {
    const proxy = await startCountingProxy(gateway.url);
    await page.goto(`${proxy.url}/settings`);
    await page.waitFor('h1', /^Settings$/);
    proxy.cut = buildChunkPattern('src/dashboard/screens/searches/companies/screen.tsx');
    await page.click('nav a', /^Companies$/);
    await page.waitFor('[role=alert]', /^This part could not load/);
    proxy.cut = undefined;
    await page.click('[role=alert] button', /^Reload$/);
    await page.waitFor('h1', /^Companies$/);
    proxy.close();
  });

  test('no load waits for a page that was left and is kept in the page cache', async ({ gateway }) => {
    const profile = await unlockCompany(page, gateway.url);
    // Where the page that is left holds something, one of the first 24 loads stops.
    for (let load = 0; load < 24; load += 1) {
      await page.goto(`${gateway.url}${load % 2 === 0 ? '/deals' : profile}`);
      await page.waitFor('h1');
    }
  });
});
