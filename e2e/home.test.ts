import { expectNoFinding } from './axe.ts';
import { watchPaid } from './deals-screen.ts';
import { demoToday } from './market.ts';
import { expect, test } from './test.ts';

test.beforeEach(({ page }) => page.clock.setFixedTime(`${demoToday}T12:00:00Z`));

test('a first visit shows matches, templates and one note for free, and a template opens its search', async ({
  page,
}) => {
  const paid = watchPaid(page);
  await page.goto('/');
  const matches = page.getByRole('region', { name: 'New matches' });
  await expect(matches.getByRole('link').first()).toBeVisible();
  for (const name of ['Shortlist updates', 'Saved searches']) {
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

test('the alerts open at the days that Home counts, also where a week began since', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-17T12:00:00Z');
  await page.goto('/');
  const review = page.getByRole('link', { name: /^Review / });
  const deals = (await review.innerText()).replace('Review ', '').trim();
  await review.click();
  await expect(page).toHaveURL('/alerts?period=range&from=2026-11-11&to=2026-11-17');
  await expect(page.getByText(new RegExp(`^${deals}, `))).toBeVisible();
  await page.goBack();
  const last = page.getByRole('region', { name: 'New matches' }).getByRole('link').last();
  const company = (await last.locator('.truncate').first().innerText()).trim();
  await last.click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(company);
});

test('Home counts the deals that are left to review', async ({ page }) => {
  await page.goto('/');
  const review = page.getByRole('link', { name: /^Review \d+ deals$/ });
  const left = Number.parseInt((await review.innerText()).replace(/\D/g, ''), 10);
  await review.click();
  await expect(page.locator('article[tabindex="0"]')).toBeVisible();
  await page.keyboard.press('x');
  await page.goto('/');
  await expect(page.getByRole('link', { name: `Review ${left - 1} deals` })).toBeVisible();
});

test('the first screen fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'New matches' }).getByRole('link').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoFinding(page);
});
