import type { Page } from '@playwright/test';
import { search } from './deals-screen.ts';
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
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Find in the loaded rows' })).toBeVisible();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  expect(await readShift(page)).toBeLessThan(0.05);
});
