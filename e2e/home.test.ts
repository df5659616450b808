// In a browser: the first screen is measured, and fits.

import { expectNoFinding } from './axe.ts';
import { setTime, useKey, watchPaid } from './deals-screen.ts';
import { demoToday } from './market.ts';
import { expect, test } from './test.ts';

test.beforeEach(({ page }) => setTime(page, `${demoToday}T12:00:00Z`));

test('a first visit shows the market, matches, things to do and one note for free, and a template opens its search', async ({
  page,
}) => {
  const paid = watchPaid(page);
  await page.goto('/');
  const matches = page.getByRole('region', { name: 'New matches' });
  await expect(matches.getByRole('link').first()).toBeVisible();
  const cut = await page
    .locator('[data-alert]')
    .evaluateAll((tags) =>
      tags.filter((tag) => tag.scrollWidth > tag.clientWidth || tag.scrollHeight > tag.clientHeight),
    );
  expect(cut).toEqual([]);
  await expect(page.getByRole('region', { name: 'Market: all deals' })).toContainText(/Q\d: [\d,]+ reported/);
  for (const name of ['Today', 'Reported this week', 'New leads', 'Start from a question']) {
    await expect(page.getByRole('main').getByRole('region', { name })).toBeVisible();
  }
  await expectNoFinding(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(matches.getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dismiss' })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  expect(paid.filter((request) => request.method() === 'POST' && !request.url().includes('/account'))).toEqual([]);
  await page.getByRole('button', { name: /^The largest rounds of the last 12 months/ }).click();
  await expect(page).toHaveURL(/\/deals\?/);
  await expect(page.getByLabel('Minimum size')).toHaveValue('100M');
});

test('before the first alert, the newest deals say what their companies do', async ({ page, gateway }) => {
  await useKey(page, (await gateway.createAccount({ name: 'e2e', plan: 'API' })).key);
  await page.goto('/');
  const deal = page.getByRole('region', { name: 'Newest deals' }).getByRole('link').first();
  await expect(deal.locator('.truncate').nth(1)).toHaveText(/\w+ \w+/);
});

test('Home, Alerts and its count in the navigation are about the same seven days, and Home counts what is left to review', async ({
  page,
}) => {
  await setTime(page, '2026-11-17T12:00:00Z');
  await page.goto('/');
  const review = page.getByRole('link', { name: /^Review \d/ });
  const deals = (await review.innerText()).replace('Review ', '').trim();
  const count = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Alerts/ });
  await expect(count).toHaveText(`Alerts${deals.replace(' deals', '')} to review`);
  await review.click();
  await expect(page).toHaveURL('/alerts');
  await expect(page.getByRole('button', { name: 'Last seven days, 11 to 17 Nov 2026' })).toBeVisible();
  await expect(page.getByText(new RegExp(`^${deals}, `))).toBeVisible();
  await expect(page.locator('article[tabindex="0"]')).toBeVisible();
  await page.keyboard.press('x');
  await page.goBack();
  const left = Number.parseInt(deals, 10) - 1;
  await expect(page.getByRole('link', { name: `Review ${left} deals` })).toBeVisible();
  const matches = page.getByRole('region', { name: 'New matches' });
  await expect(matches, 'passed deals are no new matches').toContainText(`of ${left}`);
  const last = matches.getByRole('link').last();
  const company = (await last.locator('.truncate').first().innerText()).trim();
  await last.click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(company);
});

test('the first screen fits a phone, where only the digest scrolls, not the page with its tabs', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'New matches' }).getByRole('link').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const tabs = page.getByRole('navigation', { name: 'Main screens' });
  await expect(tabs.getByRole('link', { name: /^Alerts/ })).toHaveText(/^Alerts\d+ to review$/);
  // Only the screen scrolls: the tabs at the bottom stay.
  await expect(page.getByRole('table', { name: 'Deals of the last seven days by location' })).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
  await expectNoFinding(page);
  await page.goto('/alerts?view=digest');
  await expect(page.getByRole('figure', { name: 'Raised by country' })).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844);
});
