// In a browser: forced colors, reduced motion, zoom and the tree of accessibility are the browser’s own.

import type { Page } from '@playwright/test';
import { search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

const screens = [
  '/',
  '/market',
  '/deals?rows=10',
  '/companies?rows=10',
  '/investors?rows=10',
  '/people?rows=10',
  '/alerts',
  '/shortlist',
  '/lists',
  '/compare',
  '/saved',
  '/usage',
  '/settings',
];

/** The computed background of the first such element, and that of the page. */
const readGrounds = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) =>
      [getComputedStyle(element), getComputedStyle(document.body)].map((one) => one.backgroundColor),
    );

test('in forced colors charts, the open row and the focus stay visible, and what is chosen has a ground of its own', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/deals?rows=10');
  await search(page);
  const chart = page.getByRole('region', { name: 'Deals by month' });
  await expect(chart).toBeVisible();
  const [edge, ground] = await chart
    .locator('.recharts-bar-rectangle rect')
    .first()
    .evaluate((bar) => [getComputedStyle(bar).stroke, getComputedStyle(document.body).backgroundColor]);
  expect(edge).not.toBe('none');
  expect(edge).not.toBe(ground);
  await page.getByRole('gridcell').nth(1).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeFocused();
  const open = page.locator('[data-row][aria-current="true"]');
  expect(await open.evaluate((row) => getComputedStyle(row).outlineStyle)).not.toBe('none');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).not.toBe('none');

  await page.getByRole('link', { name: 'Saved and history' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Saved searches' })).toBeVisible();
  const [view, viewGround] = await readGrounds(page, '[aria-label="Views"] [aria-current="page"]');
  expect(view).not.toBe(viewGround);
  await page.goto('/deals');
  // The number of deals joins the name once it is counted.
  await page.getByRole('form', { name: 'Filters' }).getByRole('button', { name: /^Seed/ }).click();
  await expect(page.getByRole('button', { name: /^Seed/, pressed: true }).first()).toBeVisible();
  const [pressed, pressedGround] = await readGrounds(page, 'button[aria-pressed="true"]');
  expect(pressed).not.toBe(pressedGround);
});

test('in forced colors the bands of round sizes and the dots of a profile stay visible', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/market');
  const sizes = page.getByRole('table', { name: 'Round sizes by stage' });
  await expect(sizes.getByRole('row', { name: /^Seed/ })).toBeVisible();
  const marks = await sizes
    .locator('td > span > i')
    .evaluateAll((parts) => parts.slice(0, 3).map((part) => getComputedStyle(part).backgroundColor));
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(marks).toHaveLength(3);
  for (const mark of marks) expect(mark).not.toBe(ground);
  await page.goto('/investors?rows=10&sort=total_deals');
  await search(page);
  await page.getByRole('grid').getByRole('link').first().click();
  const [dot, dotGround] = await readGrounds(page, 'main li > span[aria-hidden] > i');
  expect(dot).not.toBe(dotGround);
});

test('with reduced motion nothing moves while a search runs', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route('**/workspace/searches', async (route) => {
    await freed;
    await route.continue();
  });
  await page.goto('/deals?rows=10');
  await page.getByRole('button', { name: /^Search, / }).click();
  await expect(page.getByRole('region', { name: 'Results' })).toHaveAttribute('aria-busy', 'true');
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  free();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('at 200 % zoom no screen scrolls sideways, and its heading is in view; a screen reader hears names, not signs: rows, controls and what changed', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  for (const screen of screens) {
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), screen).toBeLessThanOrEqual(720);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const spoken = await page.locator('body').ariaSnapshot();
    expect(spoken, screen).not.toMatch(/undefined|null|NaN|\[object/);
    expect(spoken, screen).not.toMatch(/- (button|link|textbox|combobox|checkbox|img)$/m);
  }
  await page.goto('/deals?rows=10&round=SEED');
  await search(page);
  const grid = page.getByRole('grid', { name: 'Deals' });
  await expect(grid).toHaveAttribute('aria-rowcount', '11');
  const row = await grid.getByRole('row').nth(1).ariaSnapshot();
  // The initials before a name, and the bars in the place of one, are signs.
  expect(row).toMatch(/gridcell "[^"]{3,}"/);
  expect(row).not.toMatch(/gridcell "[A-Z] /);
  await expect(page.getByRole('status').filter({ hasText: /^[\d,]+ deals, 10 loaded$/ })).toHaveCount(1);
});
