import type { Page } from '@playwright/test';
import { blockRequests, search, waitUntilIdle } from './deals-screen.ts';
import { buildChunkPattern } from './manifest.ts';
import { expect, test } from './test.ts';

const observe = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { globalThis.shift += entry.value; }))
    .observe({ type: 'layout-shift', buffered: true });`;
const readShift = (page: Page) => page.evaluate<number>('globalThis.shift');

test('while a screen opens, what is on it already stays in its place', async ({ page }) => {
  await page.addInitScript(observe);
  await page.goto('/deals');
  await expect(page.getByRole('button', { name: /^Seed [\d,]+$/ })).toBeVisible();
  expect(await readShift(page)).toBeLessThan(0.05);
  await search(page);
  const release = await blockRequests(page, buildChunkPattern('src/dashboard/search/results-chart/histogram.tsx'));
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Find in the loaded rows' })).toBeVisible();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Deals by month' })).toBeVisible();
  expect(await readShift(page)).toBeLessThan(0.02);
});

test('frame and screen are shown, inert, before any code or style sheet of the dashboard, and do not move when it replaces them', async ({
  page,
}) => {
  await page.addInitScript(observe);
  const release = await blockRequests(page, /\/assets\/.*\.(js|css)$/);
  await page.goto('/deals', { waitUntil: 'commit' });
  await expect(page.getByText('The largest rounds of the last 12 months')).toBeVisible();
  await expect(page.getByText('Saved and history')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Saved and history' })).toBeHidden();
  release();
  await expect(page.getByRole('link', { name: 'Saved and history' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Seed [\d,]+$/ })).toBeVisible();
  expect(await readShift(page)).toBeLessThan(0.05);
});

const nothing = / yet|\b0 (items|searches|of)|to see its new (rounds|rows) here/;
const firstTexts = [
  ['/alerts', 'Last seven days'],
  ['/shortlist', 'Press Shortlist on a deal'],
  ['/lists', 'Choose a CSV of your companies, or drop it here'],
  ['/compare', 'Choose two to five investors'],
  ['/saved', 'Set filters on a search screen and press Save'],
  ['/usage', 'Calls appear here with their quoted and billed credits'],
  ['/settings', 'Stored on this device'],
] as const;

test('every screen is shown before any code of the dashboard, without content that a later visit may have to change', async ({
  page,
}) => {
  const release = await blockRequests(page, /\/assets\/.*\.js$/);
  for (const [path, text] of firstTexts) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(text)).toBeVisible();
    // Nothing is known yet, so nothing is said to be empty.
    await expect(page.locator('main')).not.toContainText(nothing);
  }
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Shortlist updates')).toBeVisible();
  await expect(page.locator('main')).not.toContainText(nothing);
  await page.evaluate("localStorage.setItem('fundscope.account', 'nobody')");
  for (const [path, heading] of [
    ['/saved', 'Saved searches'],
    ['/usage', 'Usage'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('main h1')).toHaveText(heading);
    await expect(page.getByText(/^Loading$|^Spent$|^System$/)).toHaveCount(0);
  }
  release();
});

test('while the code of the form loads, the form is shown but inert, and the rest of the screen can be used', async ({
  page,
}) => {
  await page.addInitScript(observe);
  const release = await blockRequests(page, buildChunkPattern('src/dashboard/search/form/filters-form.tsx'));
  await page.goto('/deals');
  const template = page.getByRole('button', { name: 'The largest rounds of the last 12 months' });
  await expect(template).toBeVisible();
  const form = page.getByRole('complementary', { name: 'Filters' });
  await expect(form.getByText('More filters')).toBeVisible();
  await expect(form.getByRole('button')).toHaveCount(0);
  await template.click();
  await expect(page).toHaveURL(/sort=largest_raise/);
  release();
  await expect(form.getByRole('button', { name: /^Search, / })).toBeVisible();
  await expect(form.getByLabel('Order')).toHaveValue('largest_raise');
  expect(await readShift(page)).toBeLessThan(0.05);
});

test('settings stay in their place while the account opens', async ({ page }) => {
  await page.addInitScript(observe);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeAttached();
  await waitUntilIdle(page);
  expect(await readShift(page)).toBeLessThan(0.005);
});
