import type { Browser, Page, FullProject } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { blockRequests, createKey, loadMore, readBilled, search, useKey, watchPaid } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, openSharedContext, type RunningGateway, type SharedContext, test } from './test.ts';

// In one worker, so that one gateway is started and its code stays warm in the browsers.
test.describe.configure({ mode: 'default' });
let sharing: SecondGateway;
test.beforeAll(async ({ gateway }) => {
  sharing = await startSecondGateway({ FUNDSCOPE_DATA: gateway.dataDir, FUNDSCOPE_WORKSPACE: 'on' });
});

const browsers: SharedContext[] = [];
test.afterEach(async () => {
  for (const one of browsers) await one.reset();
});
test.afterAll(async () => {
  for (const { context } of browsers) await context.close();
  await sharing.stop();
});

/** The page of a browser of its own with a key; what it stores is shared only through the gateway. */
async function openBrowser(browser: Browser, use: FullProject['use'], number: number, key: string): Promise<Page> {
  browsers[number] ??= await openSharedContext(browser, use, sharing.url);
  const page = await browsers[number].openPage();
  await useKey(page, key);
  return page;
}

/** The gateway still checks the budget, without which nothing is bought. */
const sharedPaths = /\/workspace\/(changes|events)/;
const cutWorkspace = (page: Page) => page.route(sharedPaths, (route) => route.abort());
const cards = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).getByRole('listitem');
const line = (page: Page) => page.getByText(/^Workspace: /);
const upToDate = 'up to date. All browsers';

/** Unlocks ten deals and shortlists the first. */
async function work(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await search(page);
  const cell = page.getByRole('gridcell').nth(1);
  await cell.focus();
  await page.keyboard.press('s');
  return cell.innerText();
}

async function openShortlist(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Shortlist' }).click();
}

async function expectUpToDate(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(line(page)).toContainText(upToDate);
}

const readDeals = (page: Page) =>
  page.getByText('Deals', { exact: true }).last().locator('xpath=following-sibling::dd[1]').innerText();

async function open(
  { browser, gateway }: { browser: Browser; gateway: RunningGateway },
  { use }: FullProject,
  count: number,
): Promise<{ pages: Page[]; key: string }> {
  const key = await createKey(gateway, 1000);
  const pages: Page[] = [];
  for (let at = 0; at < count; at += 1) pages.push(await openBrowser(browser, use, at, key));
  return { pages, key };
}

test('two browsers with different histories become one, live, and an empty browser gets everything for free', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const { pages, key } = await open({ browser, gateway }, project, 3);
  const [one, other, empty] = pages as [Page, Page, Page];
  // Until now each browser kept its own.
  for (const page of [one, other]) await cutWorkspace(page);
  await work(one, '/deals?round=SEED&rows=10');
  const results = new URL(one.url()).pathname + new URL(one.url()).search;
  await work(other, '/deals?round=SERIES_A&rows=10');
  const billed = await readBilled(gateway, key, 1000);
  for (const page of [one, other]) await page.unroute(sharedPaths);
  await expectUpToDate(one);
  await expectUpToDate(other);
  for (const page of [one, other]) {
    await expect.poll(() => readDeals(page)).toBe('20');
    await openShortlist(page);
    await expect(cards(page, 'Shortlisted')).toHaveCount(2);
  }

  const name = cards(one, 'Shortlisted').first().locator('[data-open]');
  await name.focus();
  await one.keyboard.press('3');
  await expect(cards(other, 'Contacted')).toHaveCount(1);

  // A new browser shows the results of an address that another one searched for.
  const paid = watchPaid(empty);
  await empty.goto(results);
  await expect(empty.getByRole('gridcell').first()).toBeVisible();
  expect(paid).toEqual([]);
  await openShortlist(empty);
  await expect(cards(empty, 'Shortlisted')).toHaveCount(1);
  await expect(cards(empty, 'Contacted')).toHaveCount(1);
  expect(paid).toEqual([]);
  expect(await readBilled(gateway, key, 1000)).toBe(billed);
});

test('what is changed without a connection or just before leaving reaches the others, and nothing is lost', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const { pages } = await open({ browser, gateway }, project, 2);
  const [one, other] = pages as [Page, Page];
  await work(one, '/deals?round=SEED&rows=10');
  await expectUpToDate(one);
  await expectUpToDate(other);
  await cutWorkspace(one);
  await openShortlist(one);
  await cards(one, 'Shortlisted').first().locator('[data-open]').focus();
  await one.keyboard.press('3');
  await expect(cards(one, 'Contacted')).toHaveCount(1);
  await one.getByRole('link', { name: 'Settings' }).click();
  await expect(line(one)).toContainText('the gateway cannot be reached');
  await openShortlist(other);
  await expect(cards(other, 'Shortlisted')).toHaveCount(1);
  // The browser is closed and opened again before the gateway can be reached.
  await one.reload();
  await expect(line(one)).toContainText(/\d+ changes? will be sent later/);
  await one.unroute(sharedPaths);
  await expect(cards(other, 'Contacted')).toHaveCount(1);
  await expect(line(one)).toContainText(upToDate);

  // The page is not opened again.
  await openShortlist(one);
  await cards(one, 'Contacted').first().locator('[data-open]').focus();
  const left = one.waitForURL('about:blank');
  await one.evaluate(() => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true, cancelable: true }));
    location.href = 'about:blank';
  });
  await left;
  await expect(cards(other, 'Shortlisted')).toHaveCount(1);
});

test('rows that one browser unlocks are not bought again in another, and load again after the records are cleared', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const { pages, key } = await open({ browser, gateway }, project, 2);
  const [one, other] = pages as [Page, Page];
  await expectUpToDate(other);
  await work(one, '/deals?round=SEED&rows=10');
  await loadMore(one, 'Load 10 more, up to 10 credits');
  await expect(one.getByText(/^20 of/)).toBeVisible();
  const billed = await readBilled(gateway, key, 1000);
  await expect.poll(() => readDeals(other)).toBe('20');
  const paid = watchPaid(other);
  await other.goto(new URL(one.url()).pathname + new URL(one.url()).search);
  await expect(other.getByText(/^20 of/)).toBeVisible();
  expect(paid).toEqual([]);
  expect(await readBilled(gateway, key, 1000)).toBe(billed);

  await expectUpToDate(other);
  await other.getByRole('button', { name: 'Load records again' }).click();
  await expect(other.getByRole('dialog')).toContainText('Nothing is deleted there, and no space is freed.');
  await other.getByRole('button', { name: 'Load again', exact: true }).click();
  await expect.poll(() => readDeals(other)).toBe('20');
});

test('deleting everything empties every browser of the workspace, even one that was offline, and keeps the credits', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const { pages, key } = await open({ browser, gateway }, project, 3);
  const [one, other, away] = pages as [Page, Page, Page];
  await work(one, '/deals?round=SEED&rows=10');
  const billed = await readBilled(gateway, key, 1000);
  for (const page of [one, other, away]) {
    await expectUpToDate(page);
    await expect.poll(() => readDeals(page)).toBe('10');
  }
  await cutWorkspace(away);

  await one.getByRole('button', { name: 'Delete everything' }).click();
  const sheet = one.getByRole('dialog', { name: 'Delete everything' });
  await expect(sheet).toContainText('They are deleted for the whole workspace');
  await expectNoFinding(one);
  await sheet.getByRole('button', { name: 'Delete everything' }).click();
  await expect(sheet).toContainText('Type “delete everything” to confirm.');
  await sheet.getByRole('textbox').fill('delete everything');
  await one.keyboard.press('Enter');
  await expect(one.getByText('Everything was deleted.')).toBeVisible();
  for (const page of [one, other]) {
    await expect.poll(() => readDeals(page)).toBe('0');
    await openShortlist(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(cards(page, 'Shortlisted')).toHaveCount(0);
  }
  await expect.poll(() => readDeals(away)).toBe('10');
  await away.unroute(sharedPaths);
  await away.reload();
  await expect.poll(() => readDeals(away)).toBe('0');
  // Nothing comes back, neither from a browser nor from the gateway.
  for (const page of [one, other, away]) {
    await expectUpToDate(page);
    expect(await readDeals(page)).toBe('0');
  }
  expect(await readBilled(gateway, key, 1000)).toBe(billed);
});

test('a browser that has received nothing yet says that the workspace is loading, and searches for free what a colleague searched', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const { pages, key } = await open({ browser, gateway }, project, 2);
  const [one, empty] = pages as [Page, Page];
  await one.goto('/deals?round=SEED&rows=10');
  await search(one);
  const names = await one.getByRole('gridcell').allInnerTexts();
  await one.getByRole('gridcell').nth(1).focus();
  await one.keyboard.press('s');
  await expectUpToDate(one);
  const billed = await readBilled(gateway, key, 1000);
  // As where there is much to receive.
  const release = await blockRequests(empty, /\/workspace\/changes\?/);
  const main = empty.getByRole('main');
  await empty.goto('/');
  for (const link of ['Home', 'Saved and history', 'History', 'Usage', 'Shortlist', 'Import', 'Shortlist']) {
    await empty.getByRole('link', { name: link, exact: true }).first().click();
    await expect(main.getByText('Loading', { exact: true }).first()).toBeVisible();
    await expect(main).not.toContainText(/ yet|0 items|Spent0|0 calls|to see its new (rounds|rows) here/);
  }
  await expectNoFinding(empty);
  const paid = watchPaid(empty);
  await empty.goto('/deals?round=SEED&rows=10');
  await search(empty);
  await expect.poll(() => empty.getByRole('gridcell').allInnerTexts()).toEqual(names);
  expect(paid).toEqual([]);
  expect(await readBilled(gateway, key, 1000)).toBe(billed);
  // What nobody has bought is bought.
  await loadMore(empty, 'Load 10 more, up to 10 credits');
  await expect(empty.getByText(/^20 of/)).toBeVisible();
  expect(paid).toHaveLength(1);
  release();
  await openShortlist(empty);
  await expect(cards(empty, 'Shortlisted')).toHaveCount(1);
  await empty.goto('/saved');
  await expect(main.getByText('No saved searches yet')).toBeVisible();
});

test('a shared link opens the same rows for free, whatever was loaded since, and to others filters and price', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const { pages, key } = await open({ browser, gateway }, project, 2);
  const [one, other] = pages as [Page, Page];
  const outsider = await openBrowser(browser, project.use, 2, await createKey(gateway, 1000));
  await one.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await work(one, '/deals?round=SEED&rows=10');
  await one.getByRole('button', { name: 'Share link' }).click();
  await expect(one.getByRole('button', { name: 'Your workspace opens these rows for free' })).toBeVisible();
  const link = await one.evaluate(() => navigator.clipboard.readText());
  const names = await one.getByRole('gridcell').allInnerTexts();
  await loadMore(one, 'Load 10 more, up to 10 credits');
  await expect(one.getByText(/^20 of/)).toBeVisible();
  await expectUpToDate(one);
  const billed = await readBilled(gateway, key, 1000);

  const paid = [watchPaid(other), watchPaid(outsider)];
  await other.goto(link);
  await expect(other.getByText(/^Shared rows, as loaded on/)).toBeVisible();
  await expect(other.getByText(/^10 of/)).toBeVisible();
  await expect.poll(() => other.getByRole('gridcell').allInnerTexts()).toEqual(names);
  await expect(other.getByRole('button', { name: /^Load/ })).toBeHidden();
  await expectNoFinding(other);
  await other.reload();
  await expect.poll(() => other.getByRole('gridcell').allInnerTexts()).toEqual(names);
  await other.getByRole('button', { name: 'Go to the search' }).click();
  await expect(other.getByText(/^20 of/)).toBeVisible();
  await other.goBack();
  await expect(other.getByText(/^10 of/)).toBeVisible();

  await outsider.goto(link);
  await expect(outsider.getByText('The shared rows are not in your workspace')).toBeVisible();
  await expect(outsider.getByRole('listitem').filter({ hasText: 'Seed' })).toBeVisible();
  await expect(outsider.getByRole('button', { name: 'Search, up to 10 credits' })).toBeVisible();
  await expect(outsider.getByRole('gridcell')).toHaveCount(0);
  await expectNoFinding(outsider);
  expect(paid).toEqual([[], []]);
  expect(await readBilled(gateway, key, 1000)).toBe(billed);
});
