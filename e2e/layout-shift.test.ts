// In a browser: the browser itself measures how far things move.

import type { Page } from '@playwright/test';
import { search, waitUntilIdle } from './deals-screen.ts';
import { expect, test } from './test.ts';

const observe = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { globalThis.shift += entry.value; }))
    .observe({ type: 'layout-shift', buffered: true });`;
const readShift = (page: Page) => page.evaluate<number>('globalThis.shift');

for (const path of ['/', '/deals', '/companies', '/alerts', '/shortlist', '/saved', '/usage', '/settings']) {
  test(`while ${path} opens, what is on it already stays in its place`, async ({ page }) => {
    await page.addInitScript(observe);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await waitUntilIdle(page);
    expect(await readShift(page)).toBeLessThan(0.1);
  });
}

test('while stored rows open, what is on the screen already stays in its place', async ({ page }) => {
  await page.addInitScript(observe);
  await page.goto('/deals');
  await search(page);
  await page.reload();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Deals by month' })).toBeVisible();
  await waitUntilIdle(page);
  expect(await readShift(page)).toBeLessThan(0.1);
});
