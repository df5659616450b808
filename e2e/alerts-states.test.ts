// In a browser: a long feed is virtualized, and keys, scrolling and the focus work on what is rendered.

import type { Page } from '@playwright/test';
import {
  type AlertDeal,
  deleteAlert,
  buildDeals,
  rangeOf,
  saveAlert,
  startGatewayWithDeals,
  listDays,
  watchBilled,
  writeDealsFile,
  openDays,
  openPeriod,
  leaveAndForget,
} from './alert-deals.ts';
import { expect, test as base, type RunningGateway } from './test.ts';

const week = listDays('2025-11-10', 7);
const address = rangeOf('2025-11-10', '2025-11-16');
const thousand = buildDeals(1000, week);

// The gateway dates the end of a review.
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A gateway on which nothing was reviewed, and its deals: six of the last days, and older ones. */
type Unreviewed = { gateway: RunningGateway; deals: AlertDeal[] };

// Starting a gateway is no part of a journey.
const test = base.extend<{ unreviewed: Unreviewed }>({
  unreviewed: [
    async ({}, use) => {
      const older = buildDeals(9, [daysAgo(72), daysAgo(16)], 'Older');
      const deals = [...buildDeals(6, [daysAgo(2), daysAgo(1)]), ...older];
      const gateway = await startGatewayWithDeals(deals);
      await saveAlert(gateway, 'Everything', {});
      await use({ gateway, deals });
      await gateway.stop();
    },
    { timeout: 60_000 },
  ],
});

let alertGateway: RunningGateway & { stop(): Promise<void> };
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  alertGateway = await startGatewayWithDeals(thousand);
  await saveAlert(alertGateway, 'Everything', {});
});
test.afterEach(({ page }) => leaveAndForget(page, alertGateway));
test.afterAll(() => alertGateway.stop());

const feed = (page: Page) => page.getByRole('feed', { name: 'Deals that matched' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).locator('span');
const review = (page: Page) => page.getByRole('region', { name: 'Review' });

test('a thousand deals are virtualized, all reachable, and no key press is lost', async ({ page }) => {
  await page.goto(`${alertGateway.url}${address}`);
  await expect(heading(page)).toHaveText('1,000 deals, 1,000 matches');
  const active = feed(page).locator('article[tabindex="0"]');
  await expect(active).toHaveAttribute('aria-setsize', '1000');
  expect(await feed(page).locator('article').count()).toBeLessThan(60);
  // As fast as a script can press, which no hand is.
  for (let presses = 0; presses < 100; presses += 1) await page.keyboard.press('j');
  await expect(active).toHaveAttribute('aria-posinset', '101');
  await expect(active).toBeFocused();
  await expect(active).toBeInViewport();
  for (let presses = 0; presses < 100; presses += 1) await page.keyboard.press(presses % 3 === 0 ? 's' : 'x');
  await expect(active).toHaveAttribute('aria-posinset', '201');
  await expect(review(page)).toContainText('100 of 1,000 reviewed');
  expect(await feed(page).locator('article').count()).toBeLessThan(60);
  await openDays(page);
  await page
    .getByRole('dialog', { name: 'Days' })
    .getByRole('button', { name: /Monday 10 November/ })
    .click();
  await expect(active).toContainText('Monday 10 November 2025, UTC');
  await expect(active).toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await active.focus();
  await page.keyboard.press('Control+Home');
  expect(await feed(page).locator(':focus').count()).toBe(0);
});

test('more than ten alerts are fetched in batches of ten, and a deleted one is named', async ({ page }) => {
  const ids: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    ids.push(await saveAlert(alertGateway, `Alert ${index}`, { financing_types: ['Series B'] }));
  }
  const requested: number[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/v1/alerts') requested.push(searchParams.get('alert_ids')!.split(',').length);
  });
  await page.goto(`${alertGateway.url}${rangeOf('2025-11-10', '2025-11-10')}`);
  await expect(heading(page)).toContainText('deals, ');
  expect(requested.toSorted((a, b) => a - b)).toEqual([3, 10]);
  await deleteAlert(alertGateway, ids[4]!);
  await openPeriod(page);
  await page.getByLabel('Last day', { exact: true }).fill('2025-11-11');
  await expect(page.getByText('1 alert was deleted')).toBeVisible();
  await expect(page.getByText('Alert 4. The deals below are from your other alerts.')).toBeVisible();
  await expect(feed(page).locator('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reload alerts' }).click();
  await expect(page.getByText('1 alert was deleted')).toBeHidden();
  await expect(page.getByRole('button', { name: /^Alert 4 / })).toBeHidden();
  for (const id of ids) await deleteAlert(alertGateway, id);
});

test('a plan without alerts is explained', async ({ page }) => {
  const { key } = await alertGateway.createAccount({ name: 'small', plan: 'PRO' });
  await page.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
  await page.goto(`${alertGateway.url}${address}`);
  await expect(page.getByRole('alert')).toContainText('Your plan does not include alerts');
  // Our own sentence and that of the service are the same.
  await expect(page.getByText('Alerts are part of the Pro+ and API plans')).toHaveCount(1);
  await page.goto(alertGateway.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('a period without deals offers other periods, and an invalid range shows an error next to the field and sends nothing', async ({
  page,
}) => {
  await page.goto(`${alertGateway.url}${rangeOf('2020-01-01', '2020-01-07')}`);
  await expect(page.getByText('No deals matched in this period')).toBeVisible();
  await expect(heading(page)).toHaveCount(0);
  await expect(page).toHaveTitle('Alerts, Fundscope');
  await page.getByRole('button', { name: 'Since my last review' }).click();
  await expect(page).toHaveURL(/period=review/);

  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`${alertGateway.url}${rangeOf('2024-01-01', '2025-11-16')}`);
  await expect(page.getByText('This range has 686 days. Choose at most 365.')).toBeVisible();
  expect(requested).not.toContain('/api/v1/alerts');
});

test('offline, statuses still work, and other days load on retry', async ({ page, context }) => {
  await page.goto(`${alertGateway.url}${address}`);
  await expect(heading(page)).toHaveText('1,000 deals, 1,000 matches');
  await expect(feed(page).locator('article[tabindex="0"]')).toBeVisible();
  // Journeys run without the worker that keeps the page's files.
  await openPeriod(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await context.setOffline(true);
  await page.keyboard.press('s');
  await expect(review(page)).toContainText('1 of 1,000 reviewed');
  await openPeriod(page);
  await page.getByLabel('First day', { exact: true }).fill('2025-11-11');
  await expect(page.getByRole('alert')).toContainText('This device is offline');
  await context.setOffline(false);
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(feed(page).locator('article').first()).toBeVisible();
  await expect(review(page)).toContainText('1 of ');
  // By itself, because the gateway responds again.
  await expect(page.getByText('not saved')).toBeHidden();
});

test('a review since the last one shows unseen deals and flags those added late', async ({ page, unreviewed }) => {
  const { gateway, deals } = unreviewed;
  const billed = watchBilled(page);
  await page.goto(`${gateway.url}/alerts`);
  await expect(heading(page)).toHaveText('6 deals, 6 matches');
  await expect(feed(page).locator('article[tabindex="0"]')).toBeVisible();
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  const finish = page.getByRole('button', { name: 'Finish review' });
  await expect(finish).toBeFocused();
  await page.keyboard.press('u');
  await expect(feed(page).locator('article[tabindex="0"]')).toBeFocused();
  await page.keyboard.press('d');
  await expect(finish).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Review finished.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.reload();
  await expect(page.getByText('Review finished.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Finish review' })).toBeHidden();
  await page.goto(`${gateway.url}/alerts?period=review`);
  await expect(page.getByText('Nothing new since your last review')).toBeVisible();

  const late = { ...deals[0]!, company: 'Late arrival', day: daysAgo(2) };
  const fresh = { ...deals[0]!, company: 'Fresh round', day: daysAgo(0) };
  await gateway.fundscope(...(await writeDealsFile([...deals, late, fresh])));
  await page.reload();
  await expect(heading(page)).toHaveText('2 deals, 2 matches');
  await expect(feed(page).locator('article').filter({ hasText: 'Late arrival' })).toContainText('added late');
  await expect(feed(page).locator('article').filter({ hasText: 'Fresh round' })).not.toContainText('added late');
  expect(billed).toEqual([]);
});
